import type { Sql, SqlFragment } from "#db/client.server.ts";

/** SQL: the variants of a sale, `s`, with their products `p`. */
export function variantsOfSale(sql: Sql): SqlFragment {
  return sql`
    product_variants v join products p on p.id = v.product_id and p.status <> 'archived'
    where not v.archived and (p.id = any (s.product_ids) or exists (
      select from product_categories c join categories g on g.id = c.category_id
      where c.product_id = p.id and g.path && s.category_ids))`;
}
