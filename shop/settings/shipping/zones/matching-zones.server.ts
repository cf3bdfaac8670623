import type { Sql, SqlFragment } from "#db/client.server.ts";

/** The destination of a cart or an order. */
export interface Destination {
  readonly region_code: string;
  /** Five digits; empty when unknown. */
  readonly postal_code: string;
}

/**
 * Zones that contain a destination, as `(zone_id, rank, place)`, the most specific with the highest rank: a range of
 * postcodes before any region, a narrow range before a wide one, kelurahan before province, the rest of Indonesia last.
 * `place` is the region code or the range, `40111-40119`, by which the zone matched.
 */
export function matchingZones(sql: Sql, { region_code, postal_code }: Destination): SqlFragment {
  // The region and every region around it, so that the primary key finds them.
  const around = [...new Set([0, 2, 4, 6, 10].map((length) => region_code.slice(0, length)))];
  return sql`
    select distinct on (zone_id) zone_id, rank, place from (
      select zone_id, length(region_code) as rank, region_code as place from shipping_zone_regions
      where region_code = any (${around}::text[])
      union all
      select zone_id, 100100 - (last_code::int - first_code::int), first_code || '-' || last_code
      from shipping_zone_postcodes
      where ${postal_code} between first_code and last_code
    ) found order by zone_id, rank desc`;
}

/** SQL: whether the most specific zone of a destination takes cash on delivery; null outside of all zones. */
export function takesCash(sql: Sql, destination: Destination): SqlFragment {
  return sql`
    select z.cash_on_delivery from (${matchingZones(sql, destination)}) matching
    join shipping_zones z on z.id = matching.zone_id order by rank desc limit 1`;
}
