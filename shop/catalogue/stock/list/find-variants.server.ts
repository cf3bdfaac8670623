import type { Sql, SqlFragment } from "#db/client.server.ts";
import { searchCondition } from "#shop/catalogue/staff-search.server.ts";

/** A search by words shows the variants of at most this many products, the newest. */
const maxSearchedProducts = 500;

/** How far a search of variants reaches. */
export interface VariantSearch {
  /** A condition on `product_variants v`. */
  readonly where: SqlFragment;
  /** There are more products than the search shows. */
  readonly isCut: boolean;
}

/**
 * What a typed query finds: the variant with this barcode, else those whose SKU begins like this, else those of products
 * that have the words. Each kind has an index of its own.
 */
export async function searchVariants(sql: Sql, q: string): Promise<VariantSearch> {
  if (q === "") return { where: sql`true`, isCut: false };
  const begins = q.toUpperCase();
  // These operators use the index whatever the plan; `like` needs to know the text when it is planned.
  const hasPrefix = (sku: SqlFragment) =>
    sql`upper(${sku}) ~>=~ ${begins} and upper(${sku}) ~<~ ${`${begins}\u{10ffff}`}`;
  const [exact] = await sql<{ barcode: boolean; sku: boolean }[]>`
    select exists (select from product_variants where barcode = ${q}) as barcode,
      exists (select from product_variants where ${hasPrefix(sql`sku`)}) as sku`;
  if (exact?.barcode) return { where: sql`v.barcode = ${q}`, isCut: false };
  if (exact?.sku) return { where: hasPrefix(sql`v.sku`), isCut: false };
  if (!/[\p{L}\p{N}]/u.test(q)) return { where: sql`false`, isCut: false };
  const { where } = await searchCondition(sql, q);
  const products = await sql<{ id: string }[]>`
    select p.id from products p where p.status <> 'archived' ${where}
    order by p.created_at desc, p.id desc limit ${maxSearchedProducts}`;
  return {
    where: sql`v.product_id = any (${products.map(({ id }) => id)}::uuid[])`,
    isCut: products.length === maxSearchedProducts,
  };
}
