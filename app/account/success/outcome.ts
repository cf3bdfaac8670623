import { isCashDue, type OrderDetail } from "#shop/orders/order.ts";
import type { PaymentView } from "#shop/orders/payments/attempts/payment-page.ts";

/** The result of an order on the page after the checkout. */
export type Outcome =
  /** Its payer has to act: transfer, scan, or choose another way. */
  | "to_pay"
  /** The picture of a receipt is here; staff compare it with the bank. */
  | "proof"
  /** A bank or a wallet has not answered yet. */
  | "checking"
  | "declined"
  | "expired"
  | "canceled"
  | "cash"
  /** It costs nothing. */
  | "nothing"
  | "paid"
  | "sent_part"
  | "sent"
  | "arrived";

/** The fields of an attempt that can still be paid. */
export type OpenPayment = Pick<PaymentView, "amount" | "expires_at" | "proof_at">;

/** @param payment of an order that can still be paid */
export function outcomeOf(
  order: Pick<
    OrderDetail,
    "stage" | "status" | "fulfilment_status" | "can_pay" | "payment" | "total"
  >,
  payment: Pick<OpenPayment, "proof_at"> | null,
): Outcome {
  switch (order.stage) {
    case "canceled":
      return order.status === "expired" ? "expired" : "canceled";
    case "done":
      return "arrived";
    case "shipped":
      return order.fulfilment_status === "partial" ? "sent_part" : "sent";
    case "processing":
      if (order.total === 0) return "nothing";
      return isCashDue(order) ? "cash" : "paid";
    case "awaiting_payment":
      return unpaid(order, payment);
  }
}

function unpaid(
  { payment: attempt, can_pay }: Pick<OrderDetail, "can_pay" | "payment">,
  payment: Pick<OpenPayment, "proof_at"> | null,
): Outcome {
  // Past its deadline the provider is asked once more before the order expires.
  if (!can_pay) return "checking";
  if (attempt?.status === "declined") return "declined";
  const isOpen = attempt?.status === "pending" || attempt?.status === "authorized";
  // With no attempt open, another payment method has to be chosen.
  if (!isOpen) return "to_pay";
  if (attempt.kind !== "instructions") return "checking";
  return payment?.proof_at ? "proof" : "to_pay";
}
