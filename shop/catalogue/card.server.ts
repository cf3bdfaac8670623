import type { Language, LocalText } from "#base/language.ts";
import type { Sql } from "#db/client.server.ts";
import { textIn } from "#shop/kernel/local-text.server.ts";
import type { Picture, ProductCard, StockBand, Thumbnail } from "./catalogue.ts";
import { focusOf } from "./focal-point.ts";

export interface ThumbnailRow {
  readonly path: string;
  readonly colour: string;
  readonly focal_x: number;
  readonly focal_y: number;
}

export interface PictureRow extends ThumbnailRow {
  readonly alt: string;
}

export interface OptionRow {
  readonly code: string;
  readonly name: LocalText;
  readonly values: readonly { code: string; label: LocalText; swatch?: string }[];
}

export interface CardRow {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  readonly price_from: number;
  readonly price_to: number;
  readonly was_price: number | null;
  readonly stock_band: StockBand;
  readonly colours: readonly string[];
  readonly options: readonly OptionRow[];
  readonly personalisable: boolean;
  readonly print_required: boolean;
  readonly only_variant_id: string | null;
  readonly sold: number | null;
  readonly pictures: readonly ThumbnailRow[] | null;
}

/** Where the files of pictures are, before their path. */
export const bucketAddress = "/storage/v1/object/public/product-images";

export function pictureOf(row: PictureRow): Picture {
  return { ...thumbnailOf(row), alt: row.alt };
}

export function thumbnailOf(row: ThumbnailRow): Thumbnail {
  const focus = focusOf(row);
  return { url: `${bucketAddress}/${row.path}`, colour: row.colour, ...(focus ? { focus } : {}) };
}

/** What a thumbnail shows of `product_images i`, as JSON keys and values. */
export function thumbnailColumns(sql: Sql) {
  return sql`'path', i.path, 'colour', i.colour, 'focal_x', i.focal_x, 'focal_y', i.focal_y`;
}

/**
 * The alternative text of `product_images i` of `products p`: none for a decorative picture; the product's name until
 * somebody has described the picture.
 */
export function altColumn(sql: Sql, language: Language) {
  return sql`
    case when i.is_decorative then ''
      else coalesce(nullif(i.alt ->> ${language}, ''), nullif(i.alt ->> 'id', ''), ${textIn(sql, sql`p.name`, language)}) end`;
}

/** Pieces of `products p` that were sold, rounded down; null for few. A job counts them (docs/why/catalogue.md). */
export function soldColumn(sql: Sql) {
  return sql`(select shown::int from catalogue.product_sold where product_id = p.id) as sold`;
}

/**
 * Columns of `products p` that make a card.
 * @param colours filtered colours: pictures of variants in these colours come first
 */
export function cardColumns(sql: Sql, language: Language, colours: readonly string[] = []) {
  const order =
    colours.length === 0
      ? sql`position`
      : sql`
        not exists (
          select from product_variants v
          where v.product_id = p.id and v.id = any (variant_ids) and v.options ->> 'colour' = any (${colours as string[]})
        ), position`;
  return sql`
    p.id, p.slug, ${textIn(sql, sql`p.name`, language)} as name, p.price_from, p.price_to, p.was_price, p.stock_band,
    p.colours, p.options, p.personalisable, p.print_required, p.only_variant_id, ${soldColumn(sql)},
    (
      select json_agg(json_build_object(${thumbnailColumns(sql)}) order by i.place)
      from (
        select path, colour, focal_x, focal_y, row_number() over (order by ${order}) as place
        from product_images where product_id = p.id order by place limit 2
      ) i
    ) as pictures`;
}

/** The cards of products visible to visitors, in the order of the ids. */
export async function readCards(
  sql: Sql,
  language: Language,
  ids: readonly string[],
  colours: readonly string[] = [],
): Promise<ProductCard[]> {
  if (ids.length === 0) return [];
  const rows = await sql<CardRow[]>`
    select ${cardColumns(sql, language, colours)}
    from unnest(${ids as string[]}::uuid[]) with ordinality asked (id, place) join catalogue.products p using (id)
    order by asked.place`;
  return rows.map((row) => cardOf(row));
}

export function cardOf(row: CardRow): ProductCard {
  const { colours, options, pictures, ...card } = row;
  const shades = options.find((option) => option.code === "colour")?.values ?? [];
  return {
    ...card,
    pictures: (pictures ?? []).map(thumbnailOf),
    colours: shades
      .filter((shade) => colours.includes(shade.code))
      .flatMap((shade) => shade.swatch ?? []),
  };
}
