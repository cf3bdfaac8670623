import type { Sql, SqlFragment } from "#db/client.server.ts";
import type { ProductFields } from "#shop/catalogue/products/product.ts";
import type { FileProduct, FileVariant } from "./export-row.ts";

/** Products with their variants in force, by id; two statements for any number. */
export async function readFileProducts(
  sql: Sql,
  ids: readonly string[],
  lock: "for update" | "" = "",
): Promise<ReadonlyMap<string, FileProduct>> {
  const locking: SqlFragment = lock === "" ? sql`` : sql`for update`;
  const rows = await sql<
    (ProductFields & Pick<FileProduct, "id" | "version" | "status" | "published_at">)[]
  >`
    select p.id, p.version, p.status, p.published_at::text, p.name, p.summary, p.description, p.sections, p.options, p.slug, p.tags, p.brand,
      p.tax_class, p.shipping_class, p.seo,
      array(select c.category_id from product_categories c where c.product_id = p.id order by 1) as category_ids
    from products p where p.id = any (${[...ids]}::uuid[]) order by p.id ${locking}`;
  const variants = await sql<(FileVariant & { product_id: string })[]>`
    select v.product_id, v.id, v.version, v.sku, v.barcode, v.options, v.price, v.was_price, v.weight_grams, v.length_mm,
      v.width_mm, v.height_mm, v.min_pieces, v.max_pieces, v.archived, s.on_hand
    from product_variants v join stock_items s on s.variant_id = v.id
    where v.product_id = any (${[...ids]}::uuid[]) and not v.archived order by v.product_id, v.position, v.id`;
  const byProduct = new Map<string, FileVariant[]>();
  for (const { product_id, ...variant } of variants) {
    const known = byProduct.get(product_id);
    if (known) known.push(variant);
    else byProduct.set(product_id, [variant]);
  }
  const fetched = await readFetched(sql, ids);
  return new Map(
    rows.map(({ id, version, status, published_at, ...fields }) => [
      id,
      {
        id,
        version,
        status,
        published_at,
        fields,
        variants: byProduct.get(id) ?? [],
        fetched: fetched.get(id) ?? new Set(),
      },
    ]),
  );
}

async function readFetched(
  sql: Sql,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const rows = await sql<{ product_id: string; addresses: string[] }[]>`
    select product_id, array_agg(address) as addresses from private.picture_addresses
    where product_id = any (${[...ids]}::uuid[]) and fetched_at is not null group by product_id`;
  return new Map(rows.map(({ product_id, addresses }) => [product_id, new Set(addresses)]));
}

/** The slugs of all categories by their ids. */
export async function readCategorySlugs(sql: Sql): Promise<ReadonlyMap<string, string>> {
  const rows = await sql<{ id: string; slug: string }[]>`select id, slug from categories`;
  return new Map(rows.map(({ id, slug }) => [id, slug]));
}
