import type { Rupiah } from "#shop/kernel/money.ts";
import type { PrintFrom } from "./printed-price.ts";

/** `in`: plenty, `low`: at most five pieces, `out`: none. The exact figure is for staff only. */
export type StockBand = "in" | "low" | "out";

/** A product picture; its files are `{url}.{width}.{avif|webp}` for each of `pictureWidths`. */
export interface Thumbnail {
  readonly url: string;
  /** Average colour, shown until the picture has loaded. */
  readonly colour: string;
  /** The point that stays in sight when the picture is cropped, as `object-position` takes it; absent for the middle. */
  readonly focus?: string | undefined;
}

/** A picture with an alternative text, which is empty for a decorative one. */
export interface Picture extends Thumbnail {
  readonly alt: string;
  /** Stands on the picture: it is an illustration. */
  readonly caption?: string;
}

export const pictureWidths = [160, 320, 640, 960] as const;

export interface Swatch {
  readonly code: string;
  readonly label: string;
  /** `#rrggbb` */
  readonly colour: string | null;
}

export interface ProductCard {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  readonly price_from: Rupiah;
  readonly price_to: Rupiah;
  /** The cheapest variant's price before the sale; null without a sale. */
  readonly was_price: Rupiah | null;
  readonly stock_band: StockBand;
  /** At most two: the product alone, and in use. */
  readonly pictures: readonly Thumbnail[];
  /** The colours of its variants, `#rrggbb`. */
  readonly colours: readonly string[];
  readonly personalisable: boolean;
  /** Sold with a print only: its prices have the cheapest print in them. */
  readonly print_required: boolean;
  /** Set when there is exactly one variant, which is added to the cart without choosing options. */
  readonly only_variant_id: string | null;
  /** Pieces sold, rounded down; null for few. */
  readonly sold: number | null;
}

export interface Facet {
  readonly code: string;
  /** Of a category: 1 is the first level. */
  readonly level?: number | undefined;
  readonly label: string;
  readonly count: FacetCount;
  readonly colour: string | null;
}

/** Products of the list if this filter alone were changed. Null: counting them would read too many. */
export type FacetCount = number | null;

export interface ProductFacets {
  readonly category: readonly Facet[];
  readonly colour: readonly Facet[];
  readonly size: readonly Facet[];
  readonly personalisable: FacetCount;
  readonly sale: FacetCount;
  readonly in_stock: FacetCount;
}

/** What is said about a list of products. */
export interface ProductListing {
  readonly total: number;
  /** There are more than `total`: a long list is not counted. */
  readonly isMore: boolean;
  readonly page: number;
  /** Pages that have a number. */
  readonly pages: number;
  /** A long list goes on after this product where its numbered pages end; undefined at the end. */
  readonly next: string | undefined;
  readonly facets: ProductFacets;
  /** For an empty result: products with the name nearest to the query, else best sellers. */
  readonly nearest: readonly ProductCard[];
}

export interface ProductPage extends ProductListing {
  /** The query with fewer words that found these products, because no product has all words; else null. */
  readonly found_for: string | null;
  readonly products: readonly ProductCard[];
}

export interface ProductOption {
  readonly code: string;
  readonly name: string;
  readonly values: readonly Swatch[];
}

export interface ProductVariant {
  readonly id: string;
  readonly sku: string;
  /** Option code to value code. */
  readonly options: Readonly<Record<string, string>>;
  readonly price: Rupiah;
  readonly was_price: Rupiah | null;
  readonly stock_band: StockBand;
  readonly weight_grams: number;
  /** Pieces per order; the maximum is null for a variant without its own. */
  readonly min_pieces: number;
  readonly max_pieces: number | null;
  /** Indexes into the product's pictures, this variant's first. */
  readonly pictures: readonly number[];
}

export interface ProductDetail {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  readonly summary: string;
  /** What search engines show instead of the name and the summary; empty: those. */
  readonly seo_title: string;
  readonly seo_description: string;
  readonly description: string;
  readonly sections: readonly { readonly heading: string; readonly body: string }[];
  /** Pieces sold, rounded down; null for few. */
  readonly sold: number | null;
  /** Null: the product is in no published category. */
  readonly category: CategoryStep | null;
  /** The categories above it, the first level first. */
  readonly above: readonly CategoryStep[];
  readonly options: readonly ProductOption[];
  readonly variants: readonly ProductVariant[];
  readonly pictures: readonly Picture[];
  /** Designs with fields that a buyer fills in on the page; empty where the product is sold as it is. */
  readonly templates: readonly ProductTemplate[];
  /** What the cheapest print adds to its price; null where it is sold without one too. */
  readonly print: PrintFrom | null;
  /** Days on which the shop ships that its slowest print takes; 0 where it is not printed. */
  readonly production_days: number;
}

export interface FoundProduct extends ProductDetail {
  readonly related: readonly ProductCard[];
}

export interface ProductTemplate {
  readonly id: string;
  readonly name: string;
  /** Path of its picture with its sample words; another one after each change. */
  readonly picture: string;
  /** Letters beyond `above` cost `amount` each, in whole rupiah; null: as many as have room cost nothing. */
  readonly letters: { readonly above: number; readonly amount: Rupiah } | null;
  readonly fields: readonly {
    readonly id: string;
    readonly label: string;
    /** Letters. */
    readonly max: number;
    /** `photo`: a buyer uploads it. */
    readonly rule: "name" | "number" | "date" | "free" | "photo";
    readonly required: boolean;
    /** Each piece may have a value of its own, on the page of the roster. */
    readonly each?: true;
  }[];
}

/** A step on the way to a category. */
export interface CategoryStep {
  readonly slug: string;
  readonly name: string;
}

export interface CategoryNode extends CategoryStep {
  readonly id: string;
  /** The slugs from the first level down to this category. */
  readonly path: readonly string[];
}

export interface Category extends CategoryNode {
  readonly description: string;
  /** What search engines show instead of the name and the description; empty: those. */
  readonly seo_title: string;
  readonly seo_description: string;
  /** Products in it and below it. */
  readonly count: number;
  readonly picture: Thumbnail | null;
}

export interface Suggestion {
  readonly slug: string;
  readonly name: string;
  readonly price_from: Rupiah;
  /** Whether other variants or a print cost more. */
  readonly is_from: boolean;
  readonly picture: Thumbnail | null;
}
