import type { Sql } from "#db/client.server.ts";
import type { ShopTimeZone } from "#shop/kernel/time-zones.ts";
import type { ReturnableLine, ReturnKind, ReturnRules } from "./return.ts";
import { returnDeadline } from "./return-deadline.ts";

interface Row {
  order_line_id: string;
  name: string;
  options: string;
  personalised: boolean;
  /** Pieces in returns that were not declined or cancelled. */
  asked: number;
  /** Sent pieces that were refunded without a return. */
  refunded: number;
  sent: { quantity: number; shipped_at: string | null; delivered_at: string | null }[];
}

/** The lines of an order that can be returned or claimed, within the shop's deadlines. */
export async function readReturnableLines(
  sql: Sql,
  orderId: string,
  now: Date,
): Promise<ReturnableLine[]> {
  const [[rules], rows] = await Promise.all([
    sql<(ReturnRules & { time_zone: ShopTimeZone })[]>`
      select return_days, claim_days, transit_days, time_zone from shop_settings`,
    sql<Row[]>`
      select l.id as order_line_id, l.name, l.options,
        exists (select from customisations c where c.order_line_id = l.id) as personalised,
        (
          select coalesce(sum(r.quantity), 0)::int from return_lines r join returns x on x.id = r.return_id
          where r.order_line_id = l.id and x.status not in ('declined', 'canceled')
        ) as asked,
        greatest(0, (
          select coalesce(sum(r.quantity), 0) from refund_lines r join refunds f on f.id = r.refund_id
          where r.order_line_id = l.id and f.reason not in ('return', 'claim')
        ) - (
          select coalesce(sum(w.quantity), 0) from order_withdrawals w where w.order_line_id = l.id
        ))::int as refunded,
        (
          -- What lies ready to be fetched is not on its way: its days begin when its buyer has it.
          select coalesce(json_agg(json_build_object('quantity', s.quantity,
            'shipped_at', case when o.shipping_quote ->> 'source' is distinct from 'pickup' then h.shipped_at end,
            'delivered_at', h.delivered_at)), '[]')
          from shipment_lines s join shipments h on h.id = s.shipment_id join orders o on o.id = h.order_id
          where s.order_line_id = l.id and h.status in ('shipped', 'delivered')
        ) as sent
      from order_lines l where l.order_id = ${orderId} order by l.position`,
  ]);
  if (!rules) throw new Error("the shop has no settings");
  return rows.map(({ asked, refunded, sent, ...line }) => {
    const all = sent.reduce((sum, { quantity }) => sum + quantity, 0);
    const pieces = (kind: ReturnKind) => {
      if (kind === "return" && line.personalised) return 0;
      const withTimeout = sent
        .filter((shipment) => {
          const moments = {
            shipped_at: dateOf(shipment.shipped_at),
            delivered_at: dateOf(shipment.delivered_at),
          };
          const until = returnDeadline(
            moments,
            kind,
            rules,
            line.personalised ? rules.time_zone : undefined,
          );
          return until !== undefined && until >= now;
        })
        .reduce((sum, { quantity }) => sum + quantity, 0);
      // The rows do not say which pieces were requested, so the number of pieces left is the limit too.
      return Math.max(0, Math.min(withTimeout, all - asked - refunded));
    };
    return { ...line, pieces: { return: pieces("return"), claim: pieces("claim") } };
  });
}

const dateOf = (text: string | null) => (text === null ? null : new Date(text));
