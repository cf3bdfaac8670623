import type { Sql, SqlFragment } from "#db/client.server.ts";

/**
 * The tracking address of the courier of shipment `h`, with `{resi}` for the number; null without one. A shipment names
 * its courier by code or name, in any letter case.
 */
export function trackingUrl(sql: Sql): SqlFragment {
  return sql`(
    select c.tracking_url from couriers c
    where c.tracking_url <> '' and lower(btrim(h.courier)) in (lower(c.code), lower(btrim(c.name)))
    order by lower(c.code) = lower(btrim(h.courier)) desc, c.code limit 1
  )`;
}
