import type { PoolSql } from "#db/driver.server.ts";
import type { Attempt, Order, Refund, Return, Shipment } from "./world.ts";

/** An order of the shop with all its rows. */
export interface OrderRow {
  id: string;
  key: string;
  customer: string;
  status: Order["status"];
  base: number;
  shipping: number;
  discount: number;
  fee: number;
  paid: number;
  back: number;
  due: boolean;
  packed: boolean;
  promo: Order["promo"] | null;
  lines: {
    id: string;
    variant: string;
    quantity: number;
    total: number;
    setup: number;
    refunded: number;
    withdrawn: number;
    /** Counts of printed pieces; null where nothing is printed. */
    jobs: { key: string; good: number }[] | null;
  }[];
  attempts: {
    id: string;
    method: string;
    amount: number;
    fee: number;
    status: Attempt["status"];
    opened: boolean;
    charged: boolean;
    receipt: number | null;
    reported: string[];
    moves: { kind: "chargeback" | "refund_reversed"; reference: string; amount: number }[];
    tasks: { id: string; amount: number; open: boolean; shortfall: Record<string, number> }[];
  }[];
  refunds: (Refund & {
    id: string;
    key: string;
    payment: string;
    fee: number;
    shipping: number;
    reference: string | null;
  })[];
  shipments: {
    id: string;
    kind: "order" | "replacement";
    tracking: string;
    status: Shipment["status"];
    pieces: Record<string, number>;
  }[];
  returns: {
    id: string;
    key: string;
    kind: Return["kind"];
    status: Return["status"];
    resolution: Return["resolution"];
    lines: Record<string, { asked: number; resellable: number | null; damaged: number | null }>;
  }[];
}

/** Orders of these customers, by their ids, in the order of placement. */
export async function readOrders(sql: PoolSql, customers: string[]): Promise<OrderRow[]> {
  return sql<OrderRow[]>`
    select o.id, o.idempotency_key as key, o.customer_id as customer, o.status,
      (o.subtotal - o.discount + o.shipping)::int as base, o.shipping::int, o.discount::int,
      o.payment_fee::int as fee, o.paid_total::int as paid, o.refunded_total::int as back,
      coalesce(o.expires_at < now(), false) as due, o.packed_at is not null as packed,
      (select status from public.promo_redemptions r where r.order_id = o.id) as promo,
      (
        select json_agg(json_build_object('id', l.id, 'variant', l.variant_id, 'quantity', l.quantity,
          'total', l.total, 'setup', l.setup_fee,
          'jobs', (
            select coalesce((
              select json_agg(json_build_object('key', j.reason, 'good', j.good) order by j.reason)
              from public.production_jobs j where j.customisation_id = c.id), '[]')
            from public.customisations c where c.order_line_id = l.id),
          'refunded', (select coalesce(sum(r.quantity), 0) from public.refund_lines r where r.order_line_id = l.id),
          'withdrawn', (
            select coalesce(sum(w.quantity), 0) from public.order_withdrawals w where w.order_line_id = l.id)
          ) order by l.position)
        from public.order_lines l where l.order_id = o.id) as lines,
      (
        select coalesce(json_agg(json_build_object('id', p.id, 'method', p.provider || ':' || p.method,
          'amount', p.amount, 'fee', p.fee, 'status', p.status, 'opened', p.provider_payment_id is not null,
          'charged', exists (
            select from public.payment_transactions t where t.payment_id = p.id and t.kind = 'charge'),
          'receipt', (select r.amount from public.payment_receipts r where r.payment_id = p.id),
          'moves', (
            select coalesce(json_agg(json_build_object('kind', t.kind, 'reference', t.provider_reference,
              'amount', t.amount) order by t.id), '[]')
            from public.payment_transactions t
            where t.payment_id = p.id and t.kind in ('chargeback', 'refund_reversed')),
          'tasks', (
            select coalesce(json_agg(json_build_object('id', k.id, 'amount', (k.details ->> 'amount')::bigint,
              'open', k.resolution is null, 'shortfall', (
                select coalesce(json_object_agg(s.provider_reference, s.amount), '{}')
                from public.payment_shortfalls s where s.task_id = k.id)) order by k.created_at), '[]')
            from public.payment_tasks k where k.payment_id = p.id and k.kind = 'chargeback'),
          'reported', (
            select coalesce(json_agg(substr(n.event_id, 38) order by n.event_id collate "C"), '[]')
            from public.payment_notifications n where n.payment_id = p.id and n.processed_at is not null)
          ) order by p.created_at), '[]')
        from public.payments p where p.order_id = o.id) as attempts,
      (
        select coalesce(json_agg(json_build_object('id', r.id, 'key', r.key, 'payment', r.payment_id,
          'amount', r.amount, 'overpaid', r.overpaid, 'fee', r.fee, 'shipping', r.shipping, 'channel', r.channel, 'status', r.status,
          'reference', r.provider_reference, 'tries', r.tries,
          'booked', (
            select coalesce(sum(t.amount), 0) from public.payment_transactions t
            where t.payment_id = r.payment_id and t.kind = 'refund'
              and split_part(t.provider_reference, '+', 1) = 'br_' || r.id)) order by r.created_at, r.key), '[]')
        from public.refunds r where r.order_id = o.id) as refunds,
      (
        select coalesce(json_agg(json_build_object('id', s.id, 'kind', s.kind, 'tracking', s.tracking_number, 'status', s.status,
          'pieces', (
            select json_object_agg(x.order_line_id, x.quantity) from public.shipment_lines x
            where x.shipment_id = s.id)) order by s.position), '[]')
        from public.shipments s where s.order_id = o.id) as shipments,
      (
        select coalesce(json_agg(json_build_object('id', r.id, 'key', r.key, 'kind', r.kind, 'status', r.status,
          'resolution', r.resolution,
          'lines', (
            select json_object_agg(x.order_line_id, json_build_object('asked', x.quantity,
              'resellable', x.resellable, 'damaged', x.damaged))
            from public.return_lines x where x.return_id = r.id)) order by r.key), '[]')
        from public.returns r where r.order_id = o.id) as returns
    from public.orders o where o.customer_id = any (${customers})
    -- As they were made: what happens next is drawn from this list, and a seed must draw the same again.
    order by split_part(o.idempotency_key, '-', 2)`;
}
