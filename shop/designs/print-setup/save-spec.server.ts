import * as v from "valibot";
import { fail, ok, type Result } from "#base/result.ts";
import type { Sql } from "#db/client.server.ts";
import {
  type PrintSpec,
  readPrintSpec,
  type SpecProblem,
} from "#shop/designs/document/print-spec.ts";
import { readDocument } from "#shop/designs/document/read-document.ts";
import { may, type Person } from "#shop/kernel/access.ts";
import { asStaff } from "#shop/staff/as-staff.server.ts";
import { blockersOf, moveToSpec } from "./fit-template.server.ts";
import { findCutLimit, isCutAboveLimit, moveVariants } from "./limit-print-cuts.server.ts";
import { refreshPrintPrice } from "./refresh-print-price.server.ts";

const uuid = v.pipe(v.string("invalid_input"), v.uuid("invalid_input"));

export const saveSpecSchema = v.strictObject({
  /** Of the new revision, chosen by the form: the same id again stores nothing. */
  id: uuid,
  /** The newest revision that the form knew; 0: none. */
  seen_revision: v.pipe(v.number("invalid_input"), v.integer("invalid_input")),
  /** The specification that this one takes the place of; null: variants that were not printed before. */
  replaces: v.nullable(uuid),
  /** A print specification; `readPrintSpec` checks it. */
  spec: v.unknown(),
  variant_ids: v.pipe(
    v.array(uuid),
    v.minLength(1, "no_variant"),
    v.maxLength(2_000, "invalid_input"),
  ),
});
export type SaveSpecInput = v.InferOutput<typeof saveSpecSchema>;

export type SaveSpecProblem =
  | { readonly code: "not_permitted" | "not_found" | "variant_not_found" }
  /** Without `prices.edit`, each variant must retain the price rules that it had. */
  | { readonly code: "prices_not_permitted" }
  /** A price rule falls by more percent than the actor may lower a price alone. */
  | { readonly code: "price_cut_over_limit" }
  /** A colleague saved a newer revision. */
  | { readonly code: "changed_meanwhile" }
  | { readonly code: "spec_refused"; readonly problems: readonly SpecProblem[] };

export interface SavedSpec {
  /** Names (id) of templates that the new specification cannot print, which buyers see no more. */
  readonly withdrawn: readonly string[];
}

/**
 * Stores a print specification as the newest revision of a product, for the variants named. Variants of the one that it
 * replaces which are not named cannot be printed any more. Templates follow; those that can no longer be printed are
 * withdrawn. Versions in carts and orders keep their own specification.
 */
export function saveSpec(
  actor: Person,
  productId: string,
  { id, seen_revision, replaces, spec: typed, variant_ids }: SaveSpecInput,
): Promise<Result<SavedSpec, SaveSpecProblem>> {
  const read = readPrintSpec(typed);
  if (!read.ok) return Promise.resolve(fail({ code: "spec_refused", problems: read.problem }));
  const spec = read.value;
  return asStaff<SavedSpec, SaveSpecProblem>(
    actor,
    "products.edit",
    async (sql) => {
      // A statement of its own: what it waited for is not in its snapshot.
      await sql`select from products where id = ${productId} for no key update`;
      const [product] = await sql<{ revision: number; is_repeated: boolean }[]>`
        select coalesce((select max(revision) from print_specs where product_id = p.id), 0) as revision,
          exists (select from print_specs where id = ${id} and product_id = p.id) as is_repeated
        from products p where p.id = ${productId}`;
      if (!product) return fail({ code: "not_found" });
      if (product.is_repeated) return ok({ withdrawn: [] });
      if (product.revision !== seen_revision) return fail({ code: "changed_meanwhile" });
      const known = await sql`
        select id from product_variants where product_id = ${productId} and not archived and id = any (${variant_ids}::uuid[])`;
      if (known.length < new Set(variant_ids).size) return fail({ code: "variant_not_found" });
      if (!may(actor, "prices.edit") && (await changesPrices(sql, spec, variant_ids)))
        return fail({ code: "prices_not_permitted" });
      const save = { productId, replaces, variantIds: variant_ids, specId: id };
      const limit = await findCutLimit(sql, actor.id);
      if (limit !== null && (await isCutAboveLimit(sql, save, spec.price, limit)))
        return fail({ code: "price_cut_over_limit" });
      await sql`
        insert into print_specs (id, product_id, revision, spec)
        values (${id}, ${productId}, ${product.revision + 1}, ${sql.json(spec)})`;
      await sql`
        delete from variant_specs vs using product_variants v
        where v.id = vs.variant_id and v.product_id = ${productId} and vs.spec_id = ${replaces}
          and v.id <> all (${variant_ids}::uuid[])`;
      await moveVariants(sql, save, limit !== null);
      const withdrawn = await moveTemplates(sql, productId, replaces, id, spec);
      await refreshPrintPrice(sql, productId);
      return ok({ withdrawn });
    },
    { code: "not_permitted" },
  );
}

/** Whether the new specification changes the price rules of any of these variants. */
async function changesPrices(
  sql: Sql,
  { price }: PrintSpec,
  variantIds: readonly string[],
): Promise<boolean> {
  const changed = await sql`
    select from unnest(${[...variantIds]}::uuid[]) variant
    left join variant_specs vs on vs.variant_id = variant left join print_specs s on s.id = vs.spec_id
    where coalesce(s.spec -> 'price', '[]') <> ${sql.json(price)}::jsonb limit 1`;
  return changed.length > 0;
}

/** Draws the templates of a specification for the one that replaces it. @returns names of those that were withdrawn */
async function moveTemplates(
  sql: Sql,
  productId: string,
  from: string | null,
  to: string,
  spec: PrintSpec,
): Promise<string[]> {
  const templates = await sql<
    { id: string; name: string; document: unknown; published: boolean }[]
  >`
    select id, name ->> 'id' as name, document, published from design_templates
    where product_id = ${productId} and document ->> 'spec' = ${from} order by position, id for update`;
  const withdrawn: string[] = [];
  for (const { id, name, document, published } of templates) {
    const read = readDocument(document);
    if (!read.ok) throw new Error(`the template ${id} cannot be read`);
    const moved = moveToSpec(read.value, to, spec);
    const isFit = (await blockersOf(moved, spec)).length === 0;
    if (published && !isFit) withdrawn.push(name);
    await sql`
      update design_templates set document = ${sql.json(moved)}, published = ${published && isFit}
      where id = ${id}`;
  }
  return withdrawn;
}
