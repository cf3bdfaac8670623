import { inSavepoint, type Sql, violatedConstraint } from "#db/client.server.ts";
import { isSame } from "#shop/staff/three-way.ts";
import { maxVariants, type VariantOption } from "./product.ts";
import type { ProductSave } from "./product-input.ts";

export type SaveVariantsProblem =
  | { readonly code: "too_many_variants" | "prices_not_permitted" | "variant_options_invalid" }
  | {
      readonly code:
        | "sku_taken"
        | "barcode_taken"
        | "variant_options_taken"
        | "barcode_invalid"
        | "variant_changed";
      /** The SKU of the input, and the product that has the SKU or barcode already. */
      readonly sku: string;
      readonly product?: string;
    };

/**
 * Writes new and changed variants and removes others. A variant that was ordered or moved is archived instead of deleted;
 * to offer it again, the input names its id.
 * @param mayPrice whether the actor may change prices
 * @returns why nothing may be stored; the caller undoes the transaction
 */
export async function saveVariants(
  sql: Sql,
  productId: string,
  options: readonly VariantOption[],
  { variants, removed_variant_ids: removed }: ProductSave,
  mayPrice: boolean,
): Promise<SaveVariantsProblem | undefined> {
  if (removed.length > 0) await removeVariants(sql, productId, removed);
  if (variants.length === 0) return undefined;
  if (variants.some((variant) => !fits(variant.options, options))) {
    return { code: "variant_options_invalid" };
  }
  const rows = sql.json(variants.map((variant, index) => ({ ...variant, index })));
  if (!mayPrice) {
    const [repriced] = await sql`
      select from jsonb_to_recordset(${rows}) n (id uuid, price bigint, was_price bigint)
      left join product_variants v on v.id = n.id and v.product_id = ${productId}
      where (n.price, n.was_price) is distinct from (coalesce(v.price, 0), v.was_price)
        -- Refuses a variant with price 0 on a published product: buyers could order it for nothing.
        or n.price = 0 and coalesce(v.archived, true)
          and exists (select from products where id = ${productId} and status = 'published')
      limit 1`;
    if (repriced) return { code: "prices_not_permitted" };
  }
  const taken = await findTaken(sql, rows);
  if (taken) return taken;
  const [stale] = await sql<{ sku: string }[]>`
    select n.sku from jsonb_to_recordset(${rows}) n (id uuid, sku text, version integer)
    join product_variants v on v.id = n.id
    where v.product_id <> ${productId} or (n.version > 0 and v.version <> n.version) limit 1`;
  if (stale) return { code: "variant_changed", sku: stale.sku };
  try {
    await inSavepoint(sql, (inner) => writeVariants(inner, productId, rows));
  } catch (error) {
    const constraint = violatedConstraint(error);
    if (constraint === "variant_options_taken") {
      return { code: constraint, sku: variants[0]?.sku ?? "" };
    }
    if (constraint === "barcode_invalid") {
      const wrong = await sql<{ sku: string }[]>`
        select sku from jsonb_to_recordset(${rows}) n (sku text, barcode text) where not private.is_gtin(barcode) limit 1`;
      return { code: constraint, sku: wrong[0]?.sku ?? "" };
    }
    throw error;
  }
  const [count] = await sql<{ n: number }[]>`
    select count(*)::int as n from product_variants where product_id = ${productId} and not archived`;
  return count && count.n > maxVariants ? { code: "too_many_variants" } : undefined;
}

/** Whether a variant has exactly one value of each option. */
function fits(
  chosen: Readonly<Record<string, string>>,
  options: readonly VariantOption[],
): boolean {
  return (
    isSame(Object.keys(chosen).sort(), options.map((option) => option.code).sort()) &&
    options.every((option) => option.values.some(({ code }) => code === chosen[option.code]))
  );
}

async function removeVariants(sql: Sql, productId: string, ids: readonly string[]): Promise<void> {
  await sql`
    delete from product_variants v
    where v.product_id = ${productId} and v.id = any (${[...ids]}::uuid[])
      and not exists (select from stock_movements m where m.variant_id = v.id)
      and not exists (select from stock_holds h where h.variant_id = v.id)
      and not exists (select from order_lines l where l.variant_id = v.id)
      and not exists (select from promotions g where g.gift_variant_id = v.id)`;
  await sql`
    update product_variants set archived = true
    where product_id = ${productId} and id = any (${[...ids]}::uuid[]) and not archived`;
}

type Rows = ReturnType<Sql["json"]>;

/** A SKU or barcode that another variant has, or that the input has twice. */
async function findTaken(sql: Sql, rows: Rows): Promise<SaveVariantsProblem | undefined> {
  const [taken] = await sql<
    { code: "sku_taken" | "barcode_taken"; sku: string; product: string | null }[]
  >`
    with wanted as (select * from jsonb_to_recordset(${rows}) n (id uuid, sku text, barcode text))
    (select 'sku_taken' as code, w.sku, p.name ->> 'id' as product
      from wanted w join product_variants v on v.sku = w.sku and v.id <> w.id
      join products p on p.id = v.product_id
      where not exists (select from wanted other where other.id = v.id) limit 1)
    union all
    (select 'barcode_taken', w.sku, p.name ->> 'id'
      from wanted w join product_variants v on v.barcode = w.barcode and v.id <> w.id
      join products p on p.id = v.product_id
      where not exists (select from wanted other where other.id = v.id) limit 1)
    union all
    (select 'sku_taken', sku, null from wanted group by sku having count(*) > 1 limit 1)
    union all
    (select 'barcode_taken', min(sku), null from wanted where barcode is not null
      group by barcode having count(*) > 1 limit 1)
    limit 1`;
  if (!taken) return undefined;
  const { code, sku, product } = taken;
  return product === null ? { code, sku } : { code, sku, product };
}

async function writeVariants(sql: Sql, productId: string, rows: Rows): Promise<void> {
  // Two variants may exchange their SKUs or barcodes: the old ones are given up first.
  await sql`
    update product_variants v set sku = 'tmp-' || v.id, barcode = null
    from jsonb_to_recordset(${rows}) n (id uuid, sku text, barcode text)
    where v.id = n.id and (v.sku, v.barcode) is distinct from (n.sku, n.barcode)
      and exists (select from jsonb_to_recordset(${rows}) o (id uuid, sku text, barcode text)
        where o.id <> v.id and (o.sku = v.sku or o.barcode = v.barcode))`;
  await sql`
    update product_variants v set sku = n.sku, barcode = n.barcode, options = n.options, price = n.price,
      was_price = n.was_price, weight_grams = n.weight_grams, length_mm = n.length_mm, width_mm = n.width_mm,
      height_mm = n.height_mm, min_pieces = n.min_pieces, max_pieces = n.max_pieces, archived = false
    from jsonb_to_recordset(${rows}) n (id uuid, sku text, barcode text, options jsonb, price bigint, was_price bigint,
      weight_grams int, length_mm int, width_mm int, height_mm int, min_pieces int, max_pieces int)
    where v.id = n.id`;
  await sql`
    insert into product_variants (id, product_id, sku, barcode, options, price, was_price, weight_grams, length_mm,
      width_mm, height_mm, min_pieces, max_pieces, position)
    select n.id, ${productId}, n.sku, n.barcode, n.options, n.price, n.was_price, n.weight_grams, n.length_mm,
      n.width_mm, n.height_mm, n.min_pieces, n.max_pieces,
      (select coalesce(max(position) + 1, 0) from product_variants where product_id = ${productId}) + n.index
    from jsonb_to_recordset(${rows}) n (id uuid, index int, sku text, barcode text, options jsonb, price bigint,
      was_price bigint, weight_grams int, length_mm int, width_mm int, height_mm int, min_pieces int, max_pieces int)
    where not exists (select from product_variants known where known.id = n.id)`;
}
