import type { Sql, SqlFragment } from "#db/client.server.ts";

/** SQL: the order that the order `o` is a supplement of, as a `RelatedOrder`; null for any other order. */
export function supplementOf(sql: Sql): SqlFragment {
  return sql`(
    select json_build_object('id', p.id, 'number', p.number, 'total', p.total) from orders p where p.id = o.supplement_of
  ) as supplement_of`;
}
