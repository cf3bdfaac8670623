import * as v from "valibot";
import { formProblems } from "#app/form-problems.server.ts";
import { collectionSchema } from "#shop/catalogue/collections/collection.ts";
import {
  deleteCollection,
  saveCollection,
} from "#shop/catalogue/collections/save-collection.server.ts";
import type { Person } from "#shop/kernel/access.ts";
import { readAmount } from "#shop/kernel/read-amount.ts";

export interface CollectionAnswer {
  readonly intent: string;
  readonly done?: true;
  /** After a save: where it is. */
  readonly id?: string;
  /** A stable code; the page has words for it. */
  readonly problem?: string;
  /** A code for each field. */
  readonly problems?: Readonly<Record<string, string>>;
}

/** Handles the forms of a collection: save, delete. @param id of a stored one */
export async function answerCollection(
  actor: Person,
  id: string | null,
  form: FormData,
): Promise<CollectionAnswer> {
  const text = (name: string) => {
    const value = form.get(name);
    return typeof value === "string" ? value.replaceAll("\0", "") : "";
  };
  const intent = text("intent");
  if (intent === "delete" && id !== null) {
    const deleted = await deleteCollection(actor, id);
    return deleted.ok ? { intent, done: true } : { intent, problem: deleted.problem };
  }
  if (intent !== "save") return { intent, problem: "invalid_input" };
  const both = (name: string) => ({ id: text(`${name}.id`), en: text(`${name}.en`) });
  const texts = (name: string) => form.getAll(name).filter((one) => typeof one === "string");
  const number = (name: string) =>
    text(name).trim() === "" ? {} : { [name]: readAmount(text(name)) ?? Number.NaN };
  const categories = texts("category");
  const input = v.safeParse(collectionSchema, {
    id: id ?? text("id"),
    version: /^\d{1,9}$/.test(text("version")) ? Number(text("version")) : Number.NaN,
    name: both("name"),
    description: both("description"),
    slug: text("slug"),
    kind: text("kind"),
    rule: {
      ...(categories.length > 0 ? { category_ids: categories } : {}),
      ...number("price_min"),
      ...number("price_max"),
      ...number("newest_days"),
      ...(text("in_stock") === "on" ? { in_stock: true } : {}),
      ...(text("on_sale") === "on" ? { on_sale: true } : {}),
    },
    product_ids: texts("product"),
    sort: text("sort"),
    published: text("published") === "on",
    published_from: text("published_from").slice(0, 16) || null,
    published_to: text("published_to").slice(0, 16) || null,
    seo: { title: both("seo.title"), description: both("seo.description") },
  });
  if (!input.success) return { intent, problems: formProblems(input.issues) };
  const saved = await saveCollection(actor, input.output);
  return saved.ok
    ? { intent, done: true, id: input.output.id }
    : { intent, problem: saved.problem };
}
