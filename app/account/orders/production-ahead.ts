import type { OrderDetail } from "#shop/orders/order.ts";

/** Whether the days of production are still ahead: they are over once the order is sent or closed. */
export function isProductionAhead({
  stage,
  supplement_of,
}: Pick<OrderDetail, "stage" | "supplement_of">): boolean {
  return supplement_of === null && (stage === "awaiting_payment" || stage === "processing");
}
