import type { Rupiah } from "#shop/money.ts";

/** A delivery that a buyer can choose now. Dates are `YYYY-MM-DD` in shop time (WIB). */
export interface ShippingOption {
  readonly id: string;
  readonly name: string;
  readonly courier: string;
  /** Fetched from the shop; the days are those on which it lies ready. */
  readonly is_pickup: boolean;
  readonly price: Rupiah;
  readonly earliest: string;
  readonly latest: string;
}
