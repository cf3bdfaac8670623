import type { Language, LocalText } from "#base/language.ts";
import type { Sql } from "#db/client.server.ts";
import type { Picture, ProductCard, StockBand, Swatch } from "./catalogue.ts";

export interface PictureRow {
  readonly path: string;
  readonly alt: string;
  readonly colour: string;
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
  readonly category: string | null;
  readonly price_from: number;
  readonly price_to: number;
  readonly was_price: number | null;
  readonly stock_band: StockBand;
  readonly colours: readonly string[];
  readonly options: readonly OptionRow[];
  readonly personalisable: boolean;
  readonly only_variant_id: string | null;
  readonly pictures: readonly PictureRow[] | null;
}

const bucketAddress = "/storage/v1/object/public/product-images";

export function pictureOf(row: PictureRow): Picture {
  return { url: `${bucketAddress}/${row.path}`, alt: row.alt, colour: row.colour };
}

/** Columns of `products p` that make a card. */
export function cardColumns(sql: Sql, language: Language) {
  return sql`
    p.id, p.slug, p.name ->> ${language} as name, p.price_from, p.price_to, p.was_price, p.stock_band,
    p.colours, p.options, p.personalisable, p.only_variant_id,
    (
      select c.name ->> ${language} from product_categories pc join categories c on c.id = pc.category_id
      where pc.product_id = p.id order by c.position limit 1
    ) as category,
    (
      select json_agg(json_build_object('path', i.path, 'alt', i.alt ->> ${language}, 'colour', i.colour)
        order by i.position)
      from (
        select path, alt, colour, position from product_images where product_id = p.id order by position limit 2
      ) i
    ) as pictures`;
}

export function cardOf(row: CardRow, language: Language): ProductCard {
  const { colours, options, pictures, category, ...card } = row;
  return {
    ...card,
    category: category ?? "",
    pictures: (pictures ?? []).map(pictureOf),
    swatches: swatchesOf(options, language).filter((swatch) => colours.includes(swatch.code)),
  };
}

function swatchesOf(options: readonly OptionRow[], language: Language): Swatch[] {
  const colour = options.find((option) => option.code === "colour");
  return (colour?.values ?? []).map((value) => ({
    code: value.code,
    label: value.label[language],
    colour: value.swatch ?? null,
  }));
}
