import { useDepositWords } from "#app/messages/shared/deposit.ts";
import type { OrderEvent } from "#shop/orders/order.ts";

/** Returns a function that names an event of an order. @param names the words for the kinds of events */
export function useEventName(
  names: Readonly<Record<OrderEvent["kind"], string>>,
): (event: Pick<OrderEvent, "kind" | "details">) => string {
  const { paid } = useDepositWords();
  return ({ kind, details: { part } }) =>
    kind === "paid" && (part === "deposit" || part === "balance") ? paid[part] : names[kind];
}
