import { AppError } from "#base/errors.ts";
import type { Person } from "#shop/access.ts";
import { cancelOrder } from "#shop/fulfilment/cancel-order.server.ts";
import { confirmReceived } from "#shop/fulfilment/fulfil-order.server.ts";
import { isOrderId } from "#shop/orders/order-id.ts";
import { attachProof } from "#shop/payments/attach-proof.server.ts";
import { payAgain } from "#shop/payments/pay-again.server.ts";
import { settleOrder } from "#shop/payments/settle-order.server.ts";

export interface OrderAnswer {
  /** A stable code; the page has words for it. */
  readonly problem?: string;
}

/** What the page of an own order can ask: pay, settle, proof, cancel, received. */
export async function answerOrder(
  actor: Person,
  orderId: string,
  form: FormData,
): Promise<OrderAnswer> {
  if (!isOrderId(orderId)) return { problem: "order_not_found" };
  switch (form.get("intent")) {
    case "pay":
      return pay(actor, orderId, String(form.get("method") ?? ""));
    case "settle":
      await settleOrder(actor, orderId);
      return {};
    case "proof": {
      const attached = await attachProof(actor, orderId);
      return attached.ok ? {} : { problem: attached.problem };
    }
    case "cancel": {
      const canceled = await cancelOrder(actor, orderId, "customer");
      return canceled.ok ? {} : { problem: canceled.problem };
    }
    case "received": {
      const confirmed = await confirmReceived(actor, orderId);
      return confirmed.ok ? {} : { problem: confirmed.problem };
    }
    default:
      return { problem: "unexpected" };
  }
}

/** What is open is asked about first: it may have been paid by now. The provider may be away; the page says so. */
async function pay(actor: Person, orderId: string, method: string): Promise<OrderAnswer> {
  try {
    const started = await payAgain(actor, orderId, method);
    return started.ok ? {} : { problem: started.problem };
  } catch (error) {
    if (error instanceof AppError && error.code === "payment_unavailable") {
      return { problem: error.code };
    }
    throw error;
  }
}
