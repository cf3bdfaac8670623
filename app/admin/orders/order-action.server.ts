import * as v from "valibot";
import type { Person } from "#shop/access.ts";
import { cancelOrder } from "#shop/fulfilment/cancel-order.server.ts";
import {
  confirmReceived,
  packOrder,
  shipOrder,
  shipOrderInputSchema,
} from "#shop/fulfilment/fulfil-order.server.ts";
import { isOrderId } from "#shop/orders/order-id.ts";

export interface StaffAnswer {
  readonly done?: string;
  /** A stable code; the page has words for it. */
  readonly problem?: string;
}

/** What staff can do on an order's page: pack, ship, delivered, cancel. */
export async function answerStaff(
  actor: Person,
  orderId: string,
  form: FormData,
): Promise<StaffAnswer> {
  if (!isOrderId(orderId)) return { problem: "order_not_found" };
  const intent = form.get("intent");
  switch (intent) {
    case "pack":
      return told(intent, await packOrder(actor, orderId));
    case "ship": {
      const input = readShipment(orderId, form);
      return input ? told(intent, await shipOrder(actor, input)) : { problem: "invalid_input" };
    }
    case "delivered":
      return told(intent, await confirmReceived(actor, orderId));
    case "cancel":
      return told(intent, await cancelOrder(actor, orderId, "staff"));
    default:
      return { problem: "invalid_input" };
  }
}

/** Fields `line:{id}` hold how many pieces of each line leave; none of a line is left out. */
function readShipment(orderId: string, form: FormData) {
  const lines = [...form]
    .filter(([name]) => name.startsWith("line:"))
    .map(([name, value]) => ({ order_line_id: name.slice(5), quantity: Number(value) }))
    .filter((line) => line.quantity !== 0);
  const input = v.safeParse(shipOrderInputSchema, {
    order_id: orderId,
    courier: form.get("courier"),
    service: form.get("service") ?? "",
    tracking_number: form.get("tracking_number"),
    lines,
  });
  return input.success ? input.output : undefined;
}

function told(intent: string, result: { ok: true } | { ok: false; problem: string }): StaffAnswer {
  return result.ok ? { done: intent } : { problem: result.problem };
}
