import type { Rupiah } from "#shop/kernel/money.ts";

/** A shipping method that a buyer can choose now. Dates are `YYYY-MM-DD` in shop time (WIB). */
export interface ShippingOption {
  readonly id: string;
  readonly name: string;
  readonly courier: string;
  /** Collected at the shop; the dates are the days on which it is ready. */
  readonly is_pickup: boolean;
  /** Before promotions on delivery. */
  readonly price: Rupiah;
  /** The buyer's price, with the promotions that apply if the option is chosen. */
  readonly reduced: Rupiah;
  readonly earliest: string;
  readonly latest: string;
  /** Days on which the shop ships that the goods are printed before they leave; the dates have them in. */
  readonly production_days: number;
}
