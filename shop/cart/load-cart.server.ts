import type { Language } from "#base/language.ts";
import type { Sql } from "#db/client.server.ts";
import type { Actor } from "#shop/access.ts";
import { type OptionRow, type PictureRow, pictureOf } from "#shop/catalogue/card.server.ts";
import type { Picture, StockBand } from "#shop/catalogue/catalogue.ts";
import type { Rupiah } from "#shop/money.ts";
import { normaliseCode, type Promotion } from "#shop/promotions/promotion.ts";
import type { ShippingRate, ShopCalendar } from "#shop/shipping/rates.ts";
import type { TaxRate } from "#shop/tax.ts";
import type { LineToPrice } from "./price-cart.ts";

export interface LoadedVariant extends Omit<LineToPrice, "quantity"> {
  readonly id: string;
  readonly product_id: string;
  readonly product_slug: string;
  readonly sku: string;
  readonly name: string;
  readonly options: string;
  readonly picture: Picture | null;
  readonly was_price: Rupiah | null;
  readonly stock_band: StockBand;
  readonly available: number;
}

export interface Settings extends ShopCalendar {
  readonly tax: TaxRate | null;
  readonly terms_version: string;
  readonly payment_minutes: number;
  readonly hold_grace_minutes: number;
}

interface VariantRow extends Omit<LoadedVariant, "options" | "picture"> {
  options: Record<string, string>;
  product_options: OptionRow[];
  picture: PictureRow | null;
}

/** Published variants by id, with names and the pieces that can be sold now. */
export async function loadVariants(
  sql: Sql,
  ids: readonly string[],
  language: Language,
): Promise<Map<string, LoadedVariant>> {
  if (ids.length === 0) return new Map();
  const rows = await sql<VariantRow[]>`
    select v.id, v.product_id, p.slug as product_slug, v.sku, p.name ->> ${language} as name, v.options,
      p.options as product_options, v.price as unit_price, v.was_price, v.stock_band, v.weight_grams,
      v.length_mm, v.width_mm, v.height_mm, greatest(s.available, 0) as available,
      array(
        select c.slug from product_categories pc join categories c on c.id = pc.category_id
        where pc.product_id = p.id
      ) as category_slugs,
      (
        select json_build_object('path', i.path, 'alt', i.alt ->> ${language}, 'colour', i.colour)
        from product_images i where i.product_id = p.id
        order by (v.id = any (i.variant_ids)) desc, i.position limit 1
      ) as picture
    from product_variants v
    join products p on p.id = v.product_id
    join stock_items s on s.variant_id = v.id
    where v.id = any (${ids as string[]}) and not v.archived
      and p.status = 'published' and p.published_at <= now()`;
  return new Map(
    rows.map(({ product_options, picture, options, ...row }) => [
      row.id,
      {
        ...row,
        picture: picture ? pictureOf(picture) : null,
        options: optionWords(product_options, options, language),
      },
    ]),
  );
}

/** Chosen options in words: `Hitam, L`. */
function optionWords(
  options: readonly OptionRow[],
  chosen: Readonly<Record<string, string>>,
  language: Language,
): string {
  return options
    .map((option) => {
      const value = option.values.find(({ code }) => code === chosen[option.code]);
      return value?.label[language];
    })
    .filter(Boolean)
    .join(", ");
}

export async function loadSettings(sql: Sql): Promise<Settings> {
  const [row] = await sql<
    (Omit<Settings, "tax"> & {
      charges_ppn: boolean;
      ppn_numerator: number;
      ppn_denominator: number;
    })[]
  >`
    select charges_ppn, ppn_numerator, ppn_denominator, terms_version, payment_minutes, hold_grace_minutes,
      cutoff_hour, array(select to_char(day, 'YYYY-MM-DD') from unnest(holidays) as day) as holidays
    from shop_settings`;
  if (!row) throw new Error("the shop has no settings row");
  const { charges_ppn, ppn_numerator, ppn_denominator, ...settings } = row;
  return {
    ...settings,
    tax: charges_ppn ? { numerator: ppn_numerator, denominator: ppn_denominator } : null,
  };
}

/** Methods that reach a destination, by the zone with the longest matching code. */
export async function loadRates(
  sql: Sql,
  regionCode: string,
  language: Language,
): Promise<ShippingRate[]> {
  return sql<ShippingRate[]>`
    select m.id as method_id, m.name ->> ${language} as name, m.courier, m.service, m.min_weight_grams,
      m.max_weight_grams, m.max_subtotal, m.volumetric_divisor, r.first_kg, r.next_kg, r.min_days, r.max_days,
      r.free_from, r.max_subsidy
    from shipping_rates r join shipping_methods m on m.id = r.method_id
    where m.enabled and r.zone_id = (
      select zone_id from shipping_zone_regions where ${regionCode} like region_code || '%'
      order by length(region_code) desc limit 1
    )
    order by m.position`;
}

/** Promotions behind the codes, in the order of the codes; unknown codes are missing. */
export async function loadPromotions(
  sql: Sql,
  codes: readonly string[],
  actor: Actor,
  language: Language,
): Promise<Promotion[]> {
  const asked = [...new Set(codes.map(normaliseCode))];
  if (asked.length === 0) return [];
  const customer = actor.kind === "person" ? actor.id : null;
  const rows = await sql<Promotion[]>`
    select p.id, c.code, p.name ->> ${language} as name, p.class, p.type, p.value, p.max_discount, p.min_subtotal,
      p.first_order_only, p.category_slugs, p.starts_at, p.ends_at, p.enabled and c.active as enabled,
      p.usage_limit, p.per_customer_limit, p.used,
      (
        select count(*)::int from promo_redemptions r
        where r.promotion_id = p.id and r.customer_key = ${customer} and r.status = 'claimed'
      ) as used_by_customer,
      (
        select count(*)::int from orders o
        where o.customer_id = ${customer} and o.status not in ('canceled', 'expired')
      ) as orders_of_customer
    from promo_codes c join promotions p on p.id = c.promotion_id
    where c.code = any (${asked})`;
  return asked.flatMap((code) => rows.filter((row) => row.code === code));
}
