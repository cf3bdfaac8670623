import type { LocalText } from "#base/language.ts";
import type { Rupiah } from "#shop/kernel/money.ts";

/* Products as staff see them. Visitors' view is in shop/catalogue. */

export const productStatuses = ["draft", "published", "archived"] as const;
export type ProductStatus = (typeof productStatuses)[number];

/** `scheduled`: published, but not before `published_at`. */
export type ProductState = ProductStatus | "scheduled";

export interface OptionValue {
  readonly code: string;
  readonly label: LocalText;
  /** `#rrggbb` */
  readonly swatch?: string;
}

export interface VariantOption {
  /** `colour` and `size` are the filters of the shop window. */
  readonly code: string;
  readonly name: LocalText;
  readonly values: readonly OptionValue[];
}

/** Everything that the editor changes of a product besides its variants. */
export interface ProductFields {
  readonly name: LocalText;
  readonly summary: LocalText;
  readonly description: LocalText;
  readonly sections: readonly { readonly heading: LocalText; readonly body: LocalText }[];
  readonly options: readonly VariantOption[];
  readonly slug: string;
  readonly tags: readonly string[];
  readonly brand: string;
  readonly tax_class: "goods" | "luxury" | "exempt";
  readonly shipping_class: string;
  readonly category_ids: readonly string[];
  readonly seo: { readonly title: LocalText; readonly description: LocalText };
}

/** What the editor changes of a variant. */
export interface VariantFields {
  readonly sku: string;
  readonly barcode: string | null;
  /** Option code → value code. */
  readonly options: Readonly<Record<string, string>>;
  /** Whole rupiah, tax included. */
  readonly price: Rupiah;
  readonly was_price: Rupiah | null;
  /** 0: not weighed yet. */
  readonly weight_grams: number;
  readonly length_mm: number;
  readonly width_mm: number;
  readonly height_mm: number;
  /** Minimum pieces in an order of a buyer; it does not limit orders by staff. */
  readonly min_pieces: number;
  /** Maximum pieces in an order of a buyer; null: the shop's limit. */
  readonly max_pieces: number | null;
}

export interface StaffVariant extends VariantFields {
  readonly id: string;
  readonly version: number;
  readonly archived: boolean;
  readonly on_hand: number;
  readonly available: number;
  /** What buyers pay in the sale that is on; null: none, or it is not lower. */
  readonly sale_price: Rupiah | null;
  /** The lowest price of the last 30 days, and of the 30 days before the present price; null: there was none. */
  readonly lowest_until_now: Rupiah | null;
  readonly lowest_before_current: Rupiah | null;
}

/** Something that keeps a product from being published. */
export type MissingForPublication = "variant" | "price" | "name";

export const maxOptions = 5;
export const maxOptionValues = 200;
export const maxVariants = 2000;

/** The state that staff see. @param now epoch milliseconds */
export function productState(
  status: ProductStatus,
  publishedAt: string | null,
  now: number,
): ProductState {
  if (status !== "published") return status;
  return publishedAt !== null && Date.parse(publishedAt) > now ? "scheduled" : "published";
}
