import type { Language } from "#base/language.ts";
import { asShop, type Sql } from "#db/client.server.ts";
import { cached, withoutProducts } from "#shop/kernel/cache.server.ts";
import { textIn } from "#shop/kernel/local-text.server.ts";
import type { ShippingRate } from "#shop/settings/shipping/rates/rates.ts";
import {
  type Destination,
  matchingZones,
} from "#shop/settings/shipping/zones/matching-zones.server.ts";

/** A rate with the source of its price. */
export interface LoadedRate extends ShippingRate {
  readonly source: "table" | "live" | "pickup";
  readonly fallback: "table" | "hide";
  /** The zone that the price is of, and the region or postcodes by which it contains the destination. */
  readonly zone_id: string;
  readonly place: string;
}

/**
 * Methods that serve a destination, each by its most specific zone there. If the most specific zone of all is not
 * serviceable, only pickup remains.
 */
export async function loadRates(
  sql: Sql,
  destination: Destination,
  language: Language,
): Promise<LoadedRate[]> {
  return sql<LoadedRate[]>`
    with matching as (${matchingZones(sql, destination)}),
    unserved as (
      select from matching join shipping_zones z on z.id = zone_id
      where not z.serviceable and rank = (select max(rank) from matching)
    )
    select * from (
      select distinct on (m.id) m.position, m.id as method_id, ${textIn(sql, sql`m.name`, language)} as name, m.courier, m.service,
        m.source = 'pickup' as is_pickup, m.source, m.fallback, m.min_weight_grams, m.max_weight_grams,
        m.min_subtotal, m.max_subtotal, m.excluded_product_ids,
        array(
          select c.category_id from shipping_method_excluded_categories c where c.method_id = m.id
        ) as excluded_category_ids,
        array(
          select c.class from shipping_method_classes c where c.method_id = m.id
        ) as shipping_classes,
        m.payment_methods, m.volumetric_divisor, m.step_grams, r.pricing, r.first_kg, r.next_kg, r.flat_price, r.percent, r.tiers,
        r.zone_id, z.place, r.min_days, r.max_days, r.free_from, r.max_subsidy, null::bigint as live_price
      from shipping_rates r
      join shipping_methods m on m.id = r.method_id and m.enabled
      join matching z on z.zone_id = r.zone_id
      where m.source = 'pickup' or not exists (select from unserved)
      order by m.id, z.rank desc, r.zone_id
    ) best order by position, method_id`;
}

/** The same from the cache, for callers that write nothing. */
export const cachedRates = cached(
  "rates",
  (destination: Destination, language: Language) => loadRates(asShop(), destination, language),
  withoutProducts,
);
