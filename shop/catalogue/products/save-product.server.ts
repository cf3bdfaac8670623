import { fail, ok, type Result } from "#base/result.ts";
import { type Sql, violatedConstraint } from "#db/client.server.ts";
import { countStock } from "#shop/catalogue/stock/change-stock.server.ts";
import { may, type Person } from "#shop/kernel/access.ts";
import type { LimitProblem } from "#shop/staff/approvals/approval.ts";
import { overLimitOf, withCodedLimits } from "#shop/staff/approvals/with-limits.server.ts";
import { asStaff } from "#shop/staff/as-staff.server.ts";
import { isSame, mergeThreeWay } from "#shop/staff/three-way.ts";
import { describeSave } from "./describe-save.server.ts";
import { deleteDraft } from "./drafts/delete-draft.server.ts";
import type { ProductFields } from "./product.ts";
import type { ProductSave } from "./product-input.ts";
import { readProductFields } from "./read-product-fields.server.ts";
import { type SaveVariantsProblem, saveVariants } from "./save-variants.server.ts";

/** Names of the constraints that an invalid product violates. */
const refusals = [
  "product_slug_taken",
  "product_slug_redirected",
  "product_shipping_class_unknown",
  // In a task: a person who saves one product asks a colleague instead.
  "price_cut_over_limit",
  "write_off_over_limit",
] as const;

export type SaveProductProblem =
  | { readonly code: "not_found" | "category_unknown" | (typeof refusals)[number] }
  | { readonly code: "not_permitted" | LimitProblem }
  | { readonly code: "stock_below_zero"; readonly sku: string }
  | {
      readonly code: "changed_meanwhile";
      readonly version: number;
      /** The fields as they are stored now, and those that both people changed. */
      readonly theirs: ProductFields;
      readonly conflicts: readonly (keyof ProductFields)[];
    }
  | SaveVariantsProblem;

/**
 * Saves the fields and variants of a product together. Fields that somebody else changed meanwhile and the actor did not
 * stay as they are; fields that both changed refuse the save. Above a limit of the actor the whole save waits for a colleague.
 */
export function saveProduct(
  actor: Person,
  id: string,
  input: ProductSave,
): Promise<Result<{ version: number }, SaveProductProblem>> {
  return withCodedLimits<{ version: number }, SaveProductProblem>(
    actor,
    "products.edit",
    () => saveAlone(actor, id, input),
    (sql) => describeSave(sql, id, input),
  );
}

async function saveAlone(
  actor: Person,
  id: string,
  input: ProductSave,
): Promise<Result<{ version: number }, SaveProductProblem>> {
  try {
    return await asStaff<{ version: number }, SaveProductProblem>(
      actor,
      "products.edit",
      async (sql) => {
        const saver = {
          actorId: actor.id,
          mayPrice: may(actor, "prices.edit"),
          mayCount: may(actor, "stock.adjust"),
        };
        const saved = await writeProduct(sql, saver, id, input);
        if (saved.ok) await deleteDraft(sql, id, actor.id);
        return saved;
      },
      { code: "not_permitted" },
    );
  } catch (error) {
    const refusal = overLimitOf(error) ? undefined : refusalOf(error);
    if (refusal) return fail(refusal);
    throw error;
  }
}

/** What an error of the database says about the product; undefined for any other error. */
export function refusalOf(error: unknown): SaveProductProblem | undefined {
  const constraint = violatedConstraint(error);
  const code = refusals.find((name) => name === constraint);
  if (code) return { code };
  return constraint === "product_categories_category_id_fkey"
    ? { code: "category_unknown" }
    : undefined;
}

/** Who saves, and what else they may do. */
export interface Saver {
  readonly actorId: string;
  readonly mayPrice: boolean;
  readonly mayCount: boolean;
}

/**
 * `saveProduct` in the caller's transaction, which has checked `products.edit` and undoes everything after a problem.
 * @throws errors of the database, see `refusalOf`
 */
export async function writeProduct(
  sql: Sql,
  { actorId, mayPrice, mayCount }: Saver,
  id: string,
  input: ProductSave,
): Promise<Result<{ version: number }, SaveProductProblem>> {
  const stored = await readProductFields(sql, id);
  if (!stored) return fail({ code: "not_found" });
  const { merged, conflicts } =
    stored.version === input.version
      ? { merged: input.after, conflicts: [] }
      : mergeThreeWay<ProductFields>(input.before, stored.fields, input.after);
  if (conflicts.length > 0) {
    const { version, fields: theirs } = stored;
    return fail({ code: "changed_meanwhile", version, theirs, conflicts });
  }
  if (!isSame(stored.fields, merged)) await writeFields(sql, id, merged);
  const problem = await saveVariants(sql, id, merged.options, input, mayPrice);
  if (problem) return fail(problem);
  if (input.counts.length > 0) {
    if (!mayCount) return fail({ code: "not_permitted" });
    const short = await countStock(sql, actorId, input.key, input.counts);
    if (short) return fail({ code: "stock_below_zero", sku: short });
  }
  const [saved] = await sql<{ version: number }[]>`
    select version from products where id = ${id}`;
  return ok({ version: saved?.version ?? stored.version });
}

async function writeFields(sql: Sql, id: string, fields: ProductFields): Promise<void> {
  const { category_ids, tags, name, summary, description, sections, options, seo, ...plain } =
    fields;
  await sql`
    update products set ${sql({
      ...plain,
      tags: [...tags],
      name: sql.json(name),
      summary: sql.json(summary),
      description: sql.json(description),
      sections: sql.json(sections),
      options: sql.json(options),
      seo: sql.json(seo),
    })}
    where id = ${id}`;
  await sql`
    delete from product_categories
    where product_id = ${id} and category_id <> all (${[...category_ids]}::uuid[])`;
  await sql`
    insert into product_categories (product_id, category_id)
    select ${id}, category from unnest(${[...category_ids]}::uuid[]) category
    on conflict do nothing`;
}
