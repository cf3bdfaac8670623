import * as v from "valibot";
import { AppError } from "#base/errors.ts";
import { isUuid } from "#base/uuid.ts";
import type { Person } from "#shop/kernel/access.ts";
import { cancelOrder, requestCancellation } from "#shop/orders/fulfilment/cancel-order.server.ts";
import { confirmReceived } from "#shop/orders/fulfilment/fulfil-order.server.ts";
import { deliverShipment } from "#shop/orders/fulfilment/shipments.server.ts";
import { attachProof } from "#shop/orders/payments/attempts/attach-proof.server.ts";
import { payAgain } from "#shop/orders/payments/attempts/pay-again.server.ts";
import { settleOrder } from "#shop/orders/payments/settlement/settle-order.server.ts";
import { giveAccount, refundAccountSchema } from "#shop/orders/refunds/refund-steps.server.ts";
import { changeRemarks } from "#shop/orders/remarks/change-remarks.server.ts";
import { readRemarks } from "#shop/orders/remarks/remarks.ts";
import { cancelReturn, sendReturn } from "#shop/orders/returns/decide-return.server.ts";
import {
  type Reorder,
  reorderOrder,
} from "#shop/production/customisations/reorder-order.server.ts";

export interface OrderAnswer {
  /** A stable code; the page has words for it. */
  readonly problem?: string;
  /** Cart lines of a reorder, and the names of skipped goods. */
  readonly reorder?: Reorder;
}

/** Handles the forms of an own order; `part` names a shipment or a refund of it. */
export async function answerOrder(
  actor: Person,
  orderId: string,
  form: FormData,
): Promise<OrderAnswer> {
  if (!isUuid(orderId)) return { problem: "order_not_found" };
  switch (form.get("intent")) {
    case "pay":
      return pay(actor, orderId, String(form.get("method") ?? ""));
    case "settle":
      await settleOrder(actor, orderId);
      return {};
    case "remarks": {
      const remarks = readRemarks(form);
      if (!remarks) return { problem: "invalid_input" };
      const changed = await changeRemarks(actor, orderId, remarks);
      return changed.ok ? {} : { problem: changed.problem };
    }
    case "proof": {
      const attached = await attachProof(actor, orderId);
      return attached.ok ? {} : { problem: attached.problem };
    }
    case "cancel": {
      const canceled = await cancelOrder(actor, orderId, "customer");
      return canceled.ok ? {} : { problem: canceled.problem };
    }
    case "reorder": {
      const key = form.get("key");
      if (!isUuid(key)) return { problem: "invalid_input" };
      const reorder = await reorderOrder(actor, orderId, key);
      return reorder.ok ? { reorder: reorder.value } : { problem: reorder.problem };
    }
    case "ask-to-cancel": {
      const asked = await requestCancellation(actor, orderId);
      return asked.ok ? {} : { problem: asked.problem };
    }
    case "shipment-received": {
      const part = partOf(form);
      const confirmed = part ? await deliverShipment(actor, part) : undefined;
      return confirmed?.ok ? {} : { problem: confirmed?.problem ?? "shipment_not_found" };
    }
    case "refund-account": {
      const part = partOf(form);
      const account = v.safeParse(refundAccountSchema, {
        bank: form.get("bank"),
        account_number: form.get("account_number"),
        holder: form.get("holder"),
      });
      if (!part || !account.success) return { problem: "account_invalid" };
      const given = await giveAccount(actor, part, account.output);
      return given.ok ? {} : { problem: given.problem };
    }
    case "return-sent":
    case "return-cancel": {
      const part = partOf(form);
      if (!part) return { problem: "return_not_found" };
      const shipment = {
        courier: String(form.get("courier") ?? ""),
        tracking_number: String(form.get("tracking_number") ?? ""),
      };
      const stepped = await (form.get("intent") === "return-sent"
        ? sendReturn(actor, part, shipment)
        : cancelReturn(actor, part));
      return stepped.ok ? {} : { problem: stepped.problem };
    }
    case "received": {
      const confirmed = await confirmReceived(actor, orderId);
      return confirmed.ok ? {} : { problem: confirmed.problem };
    }
    default:
      return { problem: "unexpected" };
  }
}

function partOf(form: FormData): string | undefined {
  const part = form.get("part");
  return isUuid(part) ? part : undefined;
}

/** Settle the open attempt first: it may have been paid. The provider may be unavailable; the page says so. */
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
