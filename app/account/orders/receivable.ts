import type { OrderDetail } from "#shop/orders/order.ts";

/**
 * What its buyer marks as received: an order that left as one shipment, or each of several shipments. No shipment has two
 * buttons.
 */
export function receivable(
  order: Pick<OrderDetail, "stage" | "fulfilment_status" | "shipments">,
): "order" | "shipments" {
  const shipments = order.shipments.filter(({ status }) => status !== "canceled");
  const isWhole = shipments.length <= 1 && order.fulfilment_status === "fulfilled";
  return order.stage === "shipped" && isWhole ? "order" : "shipments";
}
