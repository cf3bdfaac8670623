import type { Sql } from "#db/client.server.ts";
import type { ProductFields } from "./product.ts";

/** The fields of a product and their version, locked until the end of the transaction. */
export async function readProductFields(
  sql: Sql,
  id: string,
): Promise<{ version: number; fields: ProductFields } | undefined> {
  const [row] = await sql<(ProductFields & { version: number })[]>`
    select p.version, p.name, p.summary, p.description, p.sections, p.options, p.slug, p.tags, p.brand, p.tax_class,
      p.shipping_class, p.seo,
      array(select c.category_id from product_categories c where c.product_id = p.id order by 1) as category_ids
    from products p where p.id = ${id} for update`;
  if (!row) return undefined;
  const { version, ...fields } = row;
  return { version, fields };
}
