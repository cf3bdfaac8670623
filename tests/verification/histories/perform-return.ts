import {
  cancelShipment,
  deliverShipment,
  sendShipment,
} from "#shop/orders/fulfilment/shipments.server.ts";
import {
  approveReturn,
  cancelReturn,
  declineReturn,
  receiveReturn,
  sendReturn,
} from "#shop/orders/returns/decide-return.server.ts";
import { requestReturn } from "#shop/orders/returns/request-return.server.ts";
import {
  closeReturn,
  refundReturn,
  resolveClaim,
} from "#shop/orders/returns/settle-return.server.ts";
import type { ReturnAction } from "./action.ts";
import type { Ids } from "./observe.ts";
import { nobody, type Said, type Shop, said } from "./real-shop.ts";

/** A step of a return in the real shop. */
export async function performReturn(shop: Shop, ids: Ids, action: ReturnAction): Promise<string> {
  return said(await act(shop, ids, action));
}

function act(shop: Shop, ids: Ids, action: ReturnAction): Promise<Said> {
  const { staff } = shop;
  const owner = shop.ownerOf(action.order);
  const lines = ids.lines.get(action.order) ?? [];
  if (action.kind === "ask-return") {
    return requestReturn(owner, {
      order_id: ids.orders.get(action.order) ?? nobody,
      key: action.key,
      kind: action.of,
      reason: "other",
      note: "",
      wish: action.of === "claim" ? "refund" : null,
      lines: action.pieces.flatMap((quantity, n) =>
        quantity > 0 ? [{ order_line_id: lines[n] ?? nobody, quantity }] : [],
      ),
    });
  }
  if (action.kind === "replacement") {
    const shipment = ids.replacements.get(action.order)?.[action.number] ?? nobody;
    if (action.act === "send") return sendShipment(staff, shipment, `again-${action.number}`);
    return action.act === "unpack"
      ? cancelShipment(staff, shipment)
      : deliverShipment(staff, shipment);
  }
  const id = ids.returns.get(action.order)?.get(action.key) ?? nobody;
  switch (action.kind) {
    case "answer-return":
      return action.isRight ? approveReturn(staff, id, "yes") : declineReturn(staff, id, "no");
    case "withdraw-return":
      return cancelReturn(owner, id);
    case "send-return":
      return sendReturn(owner, id, { courier: "JNE", tracking_number: "" });
    case "receive-return": {
      // The return has no lines for pieces that were not requested.
      const counted = lines.flatMap((order_line_id, n) => {
        const [resellable = 0, damaged = 0] = [action.resellable[n], action.damaged[n]];
        return [{ order_line_id, resellable, damaged }];
      });
      return receiveReturn(staff, id, counted);
    }
    case "settle-return": {
      const money = { shipping: action.shipping, channel: action.channel };
      if (action.by === "close") return closeReturn(staff, id, "not as sent");
      return action.by === "refund" && action.of === "return"
        ? refundReturn(staff, id, money)
        : resolveClaim(staff, id, action.by, money);
    }
  }
}
