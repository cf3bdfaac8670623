import type { OrderMail } from "#shop/orders/mails/list-order-mails.server.ts";
import type { OrderEvent } from "#shop/orders/order.ts";

export type HistoryEntry =
  | { readonly at: string; readonly key: string; readonly event: OrderEvent }
  | { readonly at: string; readonly key: string; readonly mail: OrderMail };

/** Events and mails of an order in one list, newest first. Of events of the same time, the last of `events` comes first. */
export function historyOf(
  events: readonly OrderEvent[],
  mails: readonly OrderMail[],
): readonly HistoryEntry[] {
  const entries = [
    ...mails.map((mail) => ({ at: mail.at, key: mail.id, mail })),
    ...events.map((event, index) => ({ at: event.at, key: String(index), event })).reverse(),
  ];
  return entries.sort((a, b) => Date.parse(b.at) - Date.parse(a.at));
}
