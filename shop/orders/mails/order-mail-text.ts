import type { OrderRefund } from "#shop/orders/order.ts";

/** The values that the texts of order mails can use. */
interface MailFacts {
  readonly number: string;
  /** Of a supplement: the number of the order whose design costs more. */
  readonly supplementOf: string;
  readonly total: string;
  /** The amount due, and the amount received. */
  readonly due: string;
  readonly received: string;
  /** What happens to received money after a cancellation. */
  readonly money: "none" | "kept" | "refunded";
  readonly deadline: string;
  readonly courier: string;
  readonly tracking: string;
  /** The refunded amount. */
  readonly amount: string;
  readonly channel: OrderRefund["channel"];
  /** Of a refund by transfer: the bank, and the last four digits of the account's number. */
  readonly bank: string;
  readonly lastDigits: string;
  /** Of a corrected address: recipient, phone and address. */
  readonly to: string;
  /** The pickup place; `hours` is empty when the shop has none. */
  readonly pickup: { readonly place: string; readonly hours: string } | null;
}

export type OrderMailText = (facts: MailFacts) => {
  subject: string;
  heading: string;
  body: string;
};
