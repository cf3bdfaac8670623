import type { Language } from "#base/language.ts";
import { depositMailKinds, type depositMailTexts } from "./deposit-mail-texts.ts";
import type { OrderMailText } from "./order-mail-text.ts";

export const orderMailKinds = [
  "awaiting_payment",
  "placed_for_cash",
  "placed_for_nothing",
  "paid",
  ...depositMailKinds,
  "shipped",
  "tracking_corrected",
  "not_shipped",
  "address_changed",
  "delivered",
  "not_delivered",
  "canceled",
  "expired",
  "refund_account",
  "refund_account_given",
  "refunded",
] as const;
/** `supplement_reminder`: the supplement for a more expensive design is not paid yet (docs/why/orders.md). */
export type OrderMailKind = (typeof orderMailKinds)[number] | "supplement_reminder";

/** Mails about a supplement that differ from those of goods (docs/why/orders.md). */
export type SupplementMailKind = "awaiting_payment" | "paid" | "canceled" | "expired";

export type OrderMailTexts = Readonly<Record<OrderMailKind, OrderMailText>> & {
  readonly deposit: (typeof depositMailTexts)[Language]["deposit"];
  readonly supplement: Readonly<Record<SupplementMailKind, OrderMailText>>;
  readonly greeting: (name: string) => string;
  readonly track: string;
  readonly view: string;
  readonly pay: (total: string) => string;
  readonly fillAccount: string;
  /** The text of the link to the order's page, which requires a sign-in. */
  readonly account: string;
  readonly ordered: string;
  readonly replaces: string;
  readonly arrives: string;
  readonly ready: string;
  readonly quantity: (pieces: number) => string;
  readonly free: string;
  readonly paidStamp: string;
  readonly discount: string;
  readonly shipping: string;
  readonly pickup: string;
  /** Paid once for a design. */
  readonly setup: string;
  /** Below the receipt of goods with a design. */
  readonly madeToOrder: string;
  readonly paymentFee: string;
  /** The deduction that identifies a transfer. */
  readonly transferCode: string;
  /** The amount that staff accepted as missing. */
  readonly difference: string;
  readonly total: string;
  /** `hasEmail`: whether the shop has an address that receives replies. */
  readonly footer: (shop: string, hasEmail: boolean) => string;
};
