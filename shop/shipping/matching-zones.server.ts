import type { Sql, SqlFragment } from "#db/client.server.ts";

/** The destination of a cart or an order. */
export interface Destination {
  readonly region_code: string;
  /** Five digits; empty when unknown. */
  readonly postal_code: string;
}

/**
 * Zones that contain a destination, as `(zone_id, rank)`, the most specific with the highest rank: a range of postcodes
 * before any region, a narrow range before a wide one, kelurahan before province, the rest of Indonesia last.
 */
export function matchingZones(sql: Sql, { region_code, postal_code }: Destination): SqlFragment {
  return sql`
    select zone_id, max(rank) as rank from (
      select zone_id, length(region_code) as rank from shipping_zone_regions
      where ${region_code} like region_code || '%'
      union all
      select zone_id, 100100 - (last_code::int - first_code::int) from shipping_zone_postcodes
      where ${postal_code} between first_code and last_code
    ) found group by zone_id`;
}
