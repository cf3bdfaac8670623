import { inLanguage, type Language } from "#base/language.ts";
import type { Sql } from "#db/client.server.ts";
import {
  altColumn,
  type OptionRow,
  type PictureRow,
  pictureOf,
  thumbnailColumns,
} from "#shop/catalogue/card.server.ts";
import type { Picture, StockBand } from "#shop/catalogue/catalogue.ts";
import { textIn } from "#shop/kernel/local-text.server.ts";
import type { Rupiah } from "#shop/kernel/money.ts";
import type { LineToPrice } from "./price-cart.ts";

export interface LoadedVariant
  extends Omit<LineToPrice, "quantity" | "setup_fee" | "variant_id" | "product_id"> {
  readonly id: string;
  readonly product_id: string;
  readonly product_slug: string;
  readonly sku: string;
  readonly name: string;
  readonly options: string;
  readonly picture: Picture | null;
  readonly was_price: Rupiah | null;
  readonly stock_band: StockBand;
  /** Pieces that can be sold now, including backorders. */
  readonly available: number;
  /** Pieces that may be sold before they are in stock. */
  readonly backorder_limit: number;
  /** Minimum and maximum pieces in one order. */
  readonly min_pieces: number;
  readonly max_pieces: number;
  /** The print specification that it is personalised by; null when it is not. */
  readonly spec_id: string | null;
  /** What printing it takes, see `PrintSpec.days`; 0 where it is not printed. */
  readonly production_days: number;
  /** It is sold with a print only. */
  readonly print_required: boolean;
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
    select v.id, v.product_id, p.slug as product_slug, v.sku, ${textIn(sql, sql`p.name`, language)} as name, v.options,
      p.options as product_options,
      (select spec_id from variant_specs where variant_id = v.id) as spec_id,
      coalesce((
        select (s.spec ->> 'days')::int from variant_specs vs join print_specs s on s.id = vs.spec_id
        where vs.variant_id = v.id
      ), 0) as production_days, p.takes_designs and p.print_required as print_required,
      -- The time decides, not the job that marks the sale's prices in the catalogue.
      least(v.price, sale.price) as unit_price,
      case when sale.price < v.price then v.price else v.was_price end as was_price, v.stock_band, v.weight_grams,
      v.length_mm, v.width_mm, v.height_mm, greatest(s.available, 0) as available, s.backorder_limit,
      v.min_pieces, private.max_pieces(v.id) as max_pieces,
      (v.was_price is not null or sale.price < v.price) as is_on_sale, p.tax_class, p.shipping_class,
      array(select distinct unnest(c.path) from product_categories k join categories c on c.id = k.category_id
        where k.product_id = p.id) as category_ids,
      (
        select json_build_object(${thumbnailColumns(sql)}, 'alt', ${altColumn(sql, language)})
        from product_images i where i.product_id = p.id
        order by (v.id = any (i.variant_ids)) desc, i.position limit 1
      ) as picture
    from product_variants v
    join products p on p.id = v.product_id
    join stock_items s on s.variant_id = v.id
    left join sale_prices sale on sale.variant_id = v.id and sale.period @> now()
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

/** Chosen options as text: `Hitam, L`. */
function optionWords(
  options: readonly OptionRow[],
  chosen: Readonly<Record<string, string>>,
  language: Language,
): string {
  return options
    .map((option) => {
      const value = option.values.find(({ code }) => code === chosen[option.code]);
      return value && inLanguage(value.label, language);
    })
    .filter(Boolean)
    .join(", ");
}
