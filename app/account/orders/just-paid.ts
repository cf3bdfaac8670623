import type { OrderDetail } from "#shop/orders/order.ts";

/** Milliseconds during which an order's page confirms its payment. */
const shownFor = 10 * 60_000;

/** Whether an order was paid in the last ten minutes. @param now milliseconds since 1970 */
export function isJustPaid(
  order: Pick<OrderDetail, "events" | "payment_status" | "stage">,
  now: number,
): boolean {
  const paid = order.events.findLast(({ kind }) => kind === "paid");
  return (
    paid !== undefined &&
    order.payment_status === "paid" &&
    order.stage !== "canceled" &&
    now - Date.parse(paid.at) < shownFor
  );
}
