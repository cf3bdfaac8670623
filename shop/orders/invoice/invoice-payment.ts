import type { Language } from "#base/language.ts";
import { namePayments } from "#shop/orders/name-payments.ts";
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
  order: Pick<OrderDetail, "payment" | "settled_payments" | "events">,
  language: Language,
  nameMethod: NameMethod,
): InvoicePayment | null {
  const methods = namePayments(order, (id) => nameMethod(id, language));
  const paid = order.events.filter(({ kind }) => kind === "paid");
  // The balance completes the payment; further events of a single payment report money that came twice.
  const last = order.settled_payments.length > 1 ? paid.at(-1) : paid[0];
  return methods.length > 0 && last ? { method: methods.join("\n"), paidAt: last.at } : null;
}
