import type { Sql, SqlFragment } from "#db/client.server.ts";

/**
 * The mock-ups of the variant `v` as JSON: those of the merchant's own photographs that show it, then those that its print
 * specification names. A photograph without variants shows all.
 * @param named SQL: `mockups` of the specification
 */
export function mockupsColumn(sql: Sql, named: SqlFragment) {
  return sql`(
    select coalesce(jsonb_agg(jsonb_build_object('id', m.kit_id, 'kit', m.kit_id,
      'sides', jsonb_build_object(m.side, m.area), 'bodyFromVariant', false) order by m.created_at, m.id), '[]')
    from product_mockups m join product_images i on i.id = m.image_id
    where m.product_id = v.product_id and (i.variant_ids = '{}' or v.id = any (i.variant_ids))
  ) || coalesce(${named}, '[]')`;
}
