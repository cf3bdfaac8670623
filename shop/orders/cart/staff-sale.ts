import type { Rupiah } from "#shop/kernel/money.ts";

/** A line outside the catalogue. Promotions do not apply to it, and it has no stock. */
export interface CustomLine {
  readonly name: string;
  readonly unit_price: Rupiah;
  readonly quantity: number;
  /** Of one piece; 0 takes the shop's default weight. */
  readonly weight_grams: number;
  readonly tax_class: "goods" | "exempt";
}

/** A discount of staff on the goods, after all promotions. */
export type StaffDiscount =
  | { readonly kind: "percent"; readonly value: number; readonly reason: string }
  | { readonly kind: "rupiah"; readonly value: Rupiah; readonly reason: string };

/**
 * Prices and discounts that staff agreed with a buyer. Schemas of buyers' requests refuse it, so only staff can set it.
 */
export interface StaffSale {
  /** Identifies the buyer for the limits of promotions; empty where the buyer gave none. */
  readonly contact: { readonly email: string; readonly phone: string };
  /** Price of a piece by the index of the requested line; null: the catalogue's price. */
  readonly prices: readonly (Rupiah | null)[];
  /** They follow the requested lines. */
  readonly custom: readonly CustomLine[];
  readonly discount: StaffDiscount | null;
  /** The price of the chosen delivery; null for the rate's. */
  readonly shipping: Rupiah | null;
}
