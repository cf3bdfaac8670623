import type { OrderDetail } from "#shop/orders/order.ts";

/**
 * What its buyer marks as received: the order, where all is sent and at most one shipment is still on its way; else each shipment,
 * so that no shipment has two buttons.
 */
export function receivable(
  order: Pick<OrderDetail, "stage" | "fulfilment_status" | "shipments">,
): "order" | "shipments" {
  const onTheirWay = order.shipments.filter(({ status }) => status === "shipped");
  const isLast = onTheirWay.length <= 1 && order.fulfilment_status === "fulfilled";
  return order.stage === "shipped" && isLast ? "order" : "shipments";
}
