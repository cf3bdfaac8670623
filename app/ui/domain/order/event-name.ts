import { useDepositWords } from "#app/messages/shared/deposit.ts";
import type { OrderEvent } from "#shop/orders/order.ts";

/** Returns a function that names an event of an order. @param names the words for the kinds of events */
export function useEventName(
  names: Readonly<Record<OrderEvent["kind"], string>>,
): (event: Pick<OrderEvent, "kind" | "details">) => string {
  const { paid } = useDepositWords();
  return ({ kind, details: { part, step, number } }) => {
    if (kind === "paid" && (part === "deposit" || part === "balance")) return paid[part];
    if (kind === "step_undone") return `${names[kind]}: ${names[step as OrderEvent["kind"]]}`;
    if (kind === "replaced" || kind === "replaces") return `${names[kind]}: ${number}`;
    return names[kind];
  };
}
