import type { Rupiah } from "#shop/kernel/money.ts";

/** A line that is no product of the shop. Promotions do not apply to it, and it has no stock. */
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
 * What staff agreed with a buyer. The schema of a buyer's request refuses the field, so that only use cases of staff set it.
 */
export interface StaffSale {
  /** The contact that promotions count by; empty where the buyer gave none. */
  readonly contact: { readonly email: string; readonly phone: string };
  /** By the index of a requested line: the typed price of a piece, or null for the catalogue's. */
  readonly prices: readonly (Rupiah | null)[];
  /** They follow the requested lines. */
  readonly custom: readonly CustomLine[];
  readonly discount: StaffDiscount | null;
  /** The price of the chosen delivery; null for the rate's. */
  readonly shipping: Rupiah | null;
}
