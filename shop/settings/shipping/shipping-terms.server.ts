import type { Language } from "#base/language.ts";
import { asVisitor } from "#db/client.server.ts";
import { cached, withoutProducts } from "#shop/kernel/cache.server.ts";
import type { Rupiah } from "#shop/kernel/money.ts";
import type { ClosedDays } from "./delivery-dates.ts";
import { nationalHolidays } from "./national-holidays.ts";

/** The price of a method in a zone, published for visitors without a cart. */
export interface ShippingTerm {
  readonly method: string;
  readonly courier: string;
  readonly service: string;
  /** Null when the price depends on more than the weight; the cart shows it. */
  readonly first_kg: Rupiah | null;
  readonly next_kg: Rupiah | null;
  /** Working days in transit. */
  readonly min_days: number;
  readonly max_days: number;
  /** Goods from which delivery is free, up to `max_subsidy` (null: no limit). */
  readonly free_from: Rupiah | null;
  readonly max_subsidy: Rupiah | null;
  /** Limits of the shipment's weight. */
  readonly min_weight_grams: number;
  readonly max_weight_grams: number;
}

export interface ShippingTerms {
  /** By weekday from Sunday: orders paid before this hour (WIB) are sent on the same day; null: nothing is sent. */
  readonly cutoffs: readonly (number | null)[];
  /** Days without dispatch that have not passed, by the first day. A national holiday has no text. */
  readonly holidays: readonly (ClosedDays & { readonly text: string })[];
  readonly zones: readonly {
    readonly name: string;
    /** Names of its provinces, cities or districts; empty for the rest of Indonesia. */
    readonly regions: readonly string[];
    readonly terms: readonly ShippingTerm[];
  }[];
}

/** The settings that price carts, for display. Zones without a method are left out. */
export const readShippingTerms = cached("readShippingTerms", read, withoutProducts);

/** Maximum national holidays on the page. */
const maxNational = 6;

async function read(language: Language): Promise<ShippingTerms> {
  const [row] = await asVisitor()<
    (ShippingTerms & { observes_national_holidays: boolean; today: string })[]
  >`
    select s.observes_national_holidays,
      (now() at time zone s.time_zone)::date::text as today,
      array(
        select c.hour from generate_series(0, 6) d left join cutoffs c on c.weekday = d order by d
      ) as cutoffs,
      (
        select coalesce(json_agg(json_build_object('from_day', from_day, 'to_day', to_day,
          'text', c.text ->> ${language}) order by from_day), '[]')
        from shop_closures c where to_day >= (now() at time zone s.time_zone)::date
      ) as holidays,
      (
        select coalesce(json_agg(zone order by zone.position, zone.name), '[]') from (
          select z.position, z.name ->> ${language} as name,
            array(
              select r.name from shipping_zone_regions g join regions r on r.code = g.region_code
              where g.zone_id = z.id and g.region_code <> '' order by r.name
            ) as regions,
            json_agg(json_build_object('method', m.name ->> ${language}, 'courier', m.courier,
              'service', m.service,
              'first_kg', case when m.source <> 'live' then
                case p.pricing when 'per_kg' then p.first_kg when 'flat' then p.flat_price end end,
              'next_kg', case when m.source <> 'live' then
                case p.pricing when 'per_kg' then p.next_kg when 'flat' then 0 end end,
              'min_days', p.min_days,
              'max_days', p.max_days, 'free_from', p.free_from, 'max_subsidy', p.max_subsidy,
              'min_weight_grams', m.min_weight_grams, 'max_weight_grams', m.max_weight_grams)
              order by m.position, m.id) as terms
          from shipping_zones z
          join shipping_rates p on p.zone_id = z.id
          join shipping_methods m on m.id = p.method_id and m.enabled
          where z.serviceable
          group by z.id
        ) zone
      ) as zones
    from shop_settings s`;
  if (!row) throw new Error("the shop has no settings");
  const { observes_national_holidays, today, ...terms } = row;
  const isOwn = (day: string) =>
    terms.holidays.some(({ from_day, to_day }) => from_day <= day && day <= to_day);
  const national = observes_national_holidays
    ? [...nationalHolidays.keys()].filter((day) => day >= today).slice(0, maxNational)
    : [];
  const holidays = [
    ...terms.holidays,
    ...national
      .filter((day) => !isOwn(day))
      .map((day) => ({ from_day: day, to_day: day, text: "" })),
  ].sort((one, other) => one.from_day.localeCompare(other.from_day));
  return { ...terms, holidays };
}
