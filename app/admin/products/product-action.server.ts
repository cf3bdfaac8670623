import * as v from "valibot";
import { formProblems } from "#app/form-problems.server.ts";
import {
  type CategoryProblem,
  categorySchema,
  saveCategory,
} from "#shop/catalogue/products/categories/categories.server.ts";
import { productStatuses } from "#shop/catalogue/products/product.ts";
import { productSaveSchema } from "#shop/catalogue/products/product-input.ts";
import {
  type PublishProblem,
  setProductStatus,
} from "#shop/catalogue/products/publish-product.server.ts";
import {
  type SaveProductProblem,
  saveProduct,
} from "#shop/catalogue/products/save-product.server.ts";
import type { Person } from "#shop/kernel/access.ts";

export type ProductProblem =
  | SaveProductProblem
  | PublishProblem
  | { readonly code: "invalid_input" };

export interface ProductAnswer {
  readonly done?: "save" | "status";
  /** The category that was made. */
  readonly category?: string;
  readonly categoryProblem?: CategoryProblem | "invalid_input";
  /** The key of the save that this answers. */
  readonly of?: string;
  readonly problem?: ProductProblem;
  /** A code for each field that needs to be put right, by its path. */
  readonly problems?: Readonly<Record<string, string>>;
}

const statusSchema = v.strictObject({
  version: v.pipe(v.number(), v.integer()),
  status: v.picklist(productStatuses),
  /** `2026-12-01T09:00` in the shop's time; empty: now. */
  publish_at: v.pipe(
    v.string(),
    v.regex(/^(|\d{4}-\d{2}-\d{2}T\d{2}:\d{2})$/, "publish_at_invalid"),
  ),
});

/** Handles what the editor of a product sends: a save, a change of status or a new category, as JSON. */
export async function answerProduct(
  actor: Person,
  productId: string,
  request: Request,
): Promise<ProductAnswer> {
  const body: unknown = await request.json().catch(() => undefined);
  const parsed = v.safeParse(
    v.variant("intent", [
      v.strictObject({ intent: v.literal("save"), input: v.unknown() }),
      v.strictObject({ intent: v.literal("status"), input: v.unknown() }),
      v.strictObject({ intent: v.literal("category"), input: v.unknown() }),
    ]),
    body,
  );
  if (!parsed.success) return { problem: { code: "invalid_input" } };
  if (parsed.output.intent === "category") return makeCategory(actor, parsed.output.input);
  return parsed.output.intent === "save"
    ? save(actor, productId, parsed.output.input)
    : status(actor, productId, parsed.output.input);
}

async function save(actor: Person, productId: string, body: unknown): Promise<ProductAnswer> {
  const input = v.safeParse(productSaveSchema, body);
  if (!input.success) return { problems: formProblems(input.issues) };
  const saved = await saveProduct(actor, productId, input.output);
  return saved.ok ? { done: "save", of: input.output.key } : { problem: saved.problem };
}

async function status(actor: Person, productId: string, body: unknown): Promise<ProductAnswer> {
  const input = v.safeParse(statusSchema, body);
  if (!input.success) {
    const { publish_at: wrong } = formProblems(input.issues);
    return { problem: { code: wrong ? "publish_at_invalid" : "invalid_input" } };
  }
  const changed = await setProductStatus(actor, productId, input.output);
  return changed.ok ? { done: "status" } : { problem: changed.problem };
}

const newCategorySchema = v.strictObject({
  id: v.pipe(v.string(), v.uuid("invalid_input")),
  name: v.string(),
});
const noText = { id: "", en: "" };

/** A published category at the end of the first level. */
async function makeCategory(actor: Person, body: unknown): Promise<ProductAnswer> {
  const input = v.safeParse(newCategorySchema, body);
  if (!input.success) return { categoryProblem: "invalid_input" };
  const category = v.safeParse(categorySchema, {
    id: input.output.id,
    version: 0,
    slug: "",
    published: true,
    parent_id: null,
    picture_id: null,
    name: { id: input.output.name, en: "" },
    description: noText,
    seo: { title: noText, description: noText },
  });
  if (!category.success) return { categoryProblem: "invalid_input" };
  const saved = await saveCategory(actor, category.output);
  return saved.ok ? { category: input.output.id } : { categoryProblem: saved.problem };
}
