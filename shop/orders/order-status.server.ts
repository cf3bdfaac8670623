import type { Sql, SqlFragment } from "#db/client.server.ts";
import { isPickup } from "./pickup-order.server.ts";

export interface LockedOrder {
  readonly id: string;
  readonly number: string;
  readonly customer_id: string | null;
  readonly status: string;
  readonly fulfilment_status: string;
  readonly is_packed: boolean;
  /** A design of the order is being printed or is printed. */
  readonly is_printing: boolean;
  readonly is_pickup: boolean;
  /** The courier's name; for pickup the pickup place. */
  readonly courier: string;
  /**
   * What was paid covers the total minus refunds, or the courier collects cash on delivery, the only method that places
   * an order unpaid.
   */
  readonly may_leave: boolean;
  /** As `may_leave`, but the deposit suffices. Also true for a completed order, whose pieces may be reprinted after a claim. */
  readonly may_print: boolean;
}

/** Whether the goods of `orders o` may leave; see `LockedOrder.may_leave`. */
export function mayLeave(sql: Sql): SqlFragment {
  return sql`(o.status = 'placed' and ${isCovered(sql, sql`o.total`)})`;
}

/** Whether designs of `orders o` may be printed; see `LockedOrder.may_print`. */
export function mayPrint(sql: Sql): SqlFragment {
  return sql`(o.status in ('placed', 'completed') and ${isCovered(sql, sql`coalesce(o.deposit, o.total)`)})`;
}

/**
 * SQL: whether what was paid covers the amount owed. A requested refund counts as paid out. A refund of pieces lowers both
 * amounts; a refund of an overpayment lowers only the amount paid.
 */
function isCovered(sql: Sql, owed: SqlFragment): SqlFragment {
  return sql`(
    o.paid_total >= ${owed} - (
      select coalesce(sum(case r.status when 'succeeded' then r.amount - r.overpaid else -r.overpaid end), 0)
      from refunds r where r.order_id = o.id)
    or (o.payment_status = 'none' and exists (
      select from payments p where p.order_id = o.id and p.kind = 'offline' and p.status = 'pending'))
  )`;
}

/** Locks an order, the first step of every change. @returns undefined when it does not exist */
export async function lockOrder(sql: Sql, orderId: string): Promise<LockedOrder | undefined> {
  await sql`select from orders where id = ${orderId} for update`;
  const [order] = await sql<LockedOrder[]>`
    select o.id, o.number, o.customer_id, o.status, o.fulfilment_status, o.packed_at is not null as is_packed,
      exists (
        select from customisations c where c.order_id = o.id and c.status in ('in_production', 'done')
      ) as is_printing,
      ${isPickup(sql)} as is_pickup, o.courier,
      ${mayLeave(sql)} as may_leave, ${mayPrint(sql)} as may_print
    from orders o where o.id = ${orderId}`;
  return order;
}
