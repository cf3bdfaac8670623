import { asShop, type Sql } from "#db/client.server.ts";
import { cached, withoutProducts } from "#shop/kernel/cache.server.ts";
import type { TaxTable } from "#shop/kernel/tax.ts";
import type { ShopCalendar } from "#shop/settings/shipping/delivery-dates.ts";

export interface Settings extends ShopCalendar {
  readonly tax: TaxTable;
  readonly terms_version: string;
  readonly default_weight_grams: number;
  readonly origin_region_code: string;
  readonly payment_minutes: number;
  /** An order that leaves this many pieces of a variant or fewer must be paid within `scarce_payment_minutes`. */
  readonly scarce_pieces: number;
  readonly scarce_payment_minutes: number;
  /** Whether that time also limits bank transfers. */
  readonly scarce_transfers: boolean;
  readonly hold_grace_minutes: number;
}

export async function loadSettings(sql: Sql): Promise<Settings> {
  const [row] = await sql<Settings[]>`
    select terms_version, payment_minutes, scarce_pieces, scarce_payment_minutes, scarce_transfers, hold_grace_minutes, default_weight_grams, origin_region_code,
      array(
        select c.hour from generate_series(0, 6) d left join cutoffs c on c.weekday = d order by d
      ) as cutoffs,
      (
        select coalesce(json_agg(json_build_object('from_day', from_day, 'to_day', to_day) order by from_day), '[]')
        from shop_closures where to_day >= (now() at time zone time_zone)::date
      ) as closures,
      observes_national_holidays, time_zone,
      case when charges_ppn then (
        select json_object_agg(class, json_build_object('rate_basis_points', rate_basis_points,
          'base_numerator', base_numerator, 'base_denominator', base_denominator))
        from (
          select distinct on (class) * from tax_rates where valid_from <= (now() at time zone time_zone)::date
          order by class, valid_from desc
        ) today
      ) end as tax
    from shop_settings`;
  if (!row) throw new Error("the shop has no settings row");
  return row;
}

/** The same from the cache, for callers that write nothing. */
export const cachedSettings = cached("settings", () => loadSettings(asShop()), withoutProducts);
