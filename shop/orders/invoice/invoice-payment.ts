import type { Language } from "#base/language.ts";
import type { OrderDetail } from "#shop/orders/order.ts";

/** How and when an order was paid. */
export interface InvoicePayment {
  readonly method: string;
  /** ISO 8601. */
  readonly paidAt: string;
}

/** The display name of a payment method, by `{provider}:{method}`. */
export type NameMethod = (id: string, language: Language) => string;

/** @returns null if the order has no recorded payment */
export function invoicePayment(
  { payment, events }: Pick<OrderDetail, "payment" | "events">,
  language: Language,
  nameMethod: NameMethod,
): InvoicePayment | null {
  const paid = events.find(({ kind }) => kind === "paid");
  return payment && paid ? { method: nameMethod(payment.method, language), paidAt: paid.at } : null;
}
