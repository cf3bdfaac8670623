import type { Sql } from "#db/client.server.ts";

/** The colour of the variant `v` of the product `p` as #rrggbb: that of its first option with one; else null. */
export function bodyColumn(sql: Sql) {
  return sql`(
    select choice ->> 'swatch' from jsonb_array_elements(p.options) options (part), jsonb_array_elements(part -> 'values') choices (choice)
    where choice ->> 'code' = v.options ->> (part ->> 'code') and choice ->> 'swatch' ~ '^#[0-9a-f]{6}$' limit 1)`;
}

/** The colour of the goods of an order line `l`, as #rrggbb; null where the shop does not say. */
export function bodyOfLine(sql: Sql) {
  return sql`(
    select ${bodyColumn(sql)} from product_variants v join products p on p.id = v.product_id where v.id = l.variant_id)`;
}
