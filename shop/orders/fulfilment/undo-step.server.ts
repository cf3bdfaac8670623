import { fail, ok, type Result } from "#base/result.ts";
import { asShop, inTransaction, type Sql, violatedConstraint } from "#db/client.server.ts";
import { unshipStock } from "#shop/catalogue/stock/stock.server.ts";
import { may, type Person } from "#shop/kernel/access.ts";
import { queueOrderMail } from "#shop/orders/mails/order-mail.server.ts";
import type { OrderEvent } from "#shop/orders/order.ts";
import { recordEvent } from "#shop/orders/order-event.server.ts";
import { lockOrder } from "#shop/orders/order-status.server.ts";

type StepKind = "packed" | "shipped" | "shipment_delivered" | "delivered";

export type UndoProblem = "order_not_found" | "step_superseded" | "undo_too_late";

/** The newest step of an order, which its page offers to undo. */
export interface UndoableStep {
  /** The id of its event. */
  readonly id: number;
  readonly kind: StepKind;
  /** ISO 8601, UTC */
  readonly at: string;
  readonly until: string;
}

/** Events that depend on no step before them. Any other event after a step prevents its undo. */
const independent: readonly OrderEvent["kind"][] = [
  "note",
  "remarks_changed",
  "tracking_corrected",
  "mail_undelivered",
  "buyer_told",
  "email_corrected",
  "pay_link_made",
];

interface Step {
  id: number;
  kind: StepKind;
  at: Date;
  until: Date;
  is_recent: boolean;
  shipment_id: string | null;
  position: number | null;
  was_in_review: boolean;
  /** The shipment had no tracking number before it was sent. */
  was_without_number: boolean;
}

/** The newest event that is neither independent nor undone, if it is a step of staff and the order's rows match it. */
async function newestStep(sql: Sql, orderId: string): Promise<Step | undefined> {
  const [step] = await sql<Step[]>`
    select e.id, e.kind, t.at, t.at + interval '10 minutes' as until,
      t.at > now() - interval '10 minutes' as is_recent, h.id as shipment_id, h.position,
      e.details ? 'was_in_review' as was_in_review,
      coalesce(e.details -> 'tracking_number_before' = 'null', false) as was_without_number
    from orders o
    join lateral (
      select e.* from order_events e
      where e.order_id = o.id and e.kind <> 'step_undone' and e.kind <> all (${[...independent]})
        and not exists (
          select from order_events u where u.order_id = o.id and u.kind = 'step_undone'
            and u.details -> 'events' @> to_jsonb(e.id))
      order by e.id desc limit 1
    ) e on e.actor_id is distinct from o.customer_id and e.actor_id is not null
    left join shipments h on h.order_id = o.id and h.position = (e.details ->> 'shipment')::int
    cross join lateral (select case
      when e.kind = 'packed' then o.packed_at
      when e.kind = 'shipped' and h.status = 'shipped' then h.shipped_at
      when e.kind = 'shipment_delivered' and h.status = 'delivered' then h.delivered_at
      -- The refund of all unsent pieces also completes an order; that is no step to undo.
      when e.kind = 'delivered' and o.status = 'completed' and exists (
        select from shipments s where s.order_id = o.id and s.delivered_at = o.closed_at) then o.closed_at
    end as at) t
    where o.id = ${orderId} and t.at is not null`;
  return step;
}

/** Staff: the step of an order that can be undone now. */
export async function findUndoableStep(
  actor: Person,
  orderId: string,
): Promise<UndoableStep | null> {
  if (!may(actor, "orders.fulfil")) return null;
  const step = await newestStep(asShop(), orderId);
  if (!step?.is_recent) return null;
  const { id, kind, at, until } = step;
  return { id, kind, at: at.toISOString(), until: until.toISOString() };
}

/**
 * Staff: undoes the newest step of an order within ten minutes. States, stock and times are as before the step. If the step
 * sent the buyer a mail, the buyer gets a correction. A repeated call changes nothing.
 */
export async function undoStep(
  actor: Person,
  orderId: string,
  stepId: number,
): Promise<Result<{ order_id: string }, UndoProblem>> {
  if (!may(actor, "orders.fulfil")) return fail("order_not_found");
  if (!Number.isSafeInteger(stepId)) return fail("step_superseded");
  try {
    return await inTransaction(async (sql) => {
      if (!(await lockOrder(sql, orderId))) return fail("order_not_found");
      const [repeated] = await sql`
        select from order_events where order_id = ${orderId} and kind = 'step_undone'
          and details -> 'events' @> to_jsonb(${stepId}::bigint)`;
      if (repeated) return ok({ order_id: orderId });
      const step = await newestStep(sql, orderId);
      if (step?.id !== stepId) return fail("step_superseded");
      if (!step.is_recent) return fail("undo_too_late");
      const events = [step.id, ...(await undo(sql, actor, orderId, step))];
      const shipment = step.position === null ? {} : { shipment: step.position };
      const details = { step: step.kind, events, ...shipment };
      await recordEvent(sql, orderId, "step_undone", details, { actorId: actor.id });
      return ok({ order_id: orderId });
    });
  } catch (error) {
    switch (violatedConstraint(error)) {
      case "returned_too_many":
        return fail("step_superseded");
      case "shipment_status_step":
      case "order_status_step":
        return fail("undo_too_late");
      default:
        throw error;
    }
  }
}

/** @returns the ids of the other events that the same step recorded */
async function undo(sql: Sql, actor: Person, orderId: string, step: Step): Promise<number[]> {
  switch (step.kind) {
    case "packed":
      await sql`update orders set packed_at = null where id = ${orderId}`;
      return [];
    case "shipped":
      return step.shipment_id === null
        ? []
        : undoSending(sql, actor, orderId, step.shipment_id, step);
    case "shipment_delivered":
      await sql`
        update shipments set status = 'shipped', delivered_at = null where id = ${step.shipment_id}`;
      return [];
    case "delivered":
      return undoDelivery(sql, orderId, step);
  }
}

/** A shipment that was prepared and sent in one step is canceled, and its order is unpacked. */
async function undoSending(
  sql: Sql,
  actor: Person,
  orderId: string,
  shipmentId: string,
  step: Step,
): Promise<number[]> {
  await unshipStock(sql, orderId, shipmentId, actor.id);
  // One step is one transaction, so its times are equal.
  await sql`
    update orders o set packed_at = null from shipments h
    where o.id = ${orderId} and h.id = ${shipmentId} and h.created_at = h.shipped_at and o.packed_at = h.shipped_at`;
  const prepared = await sql<{ id: number }[]>`
    select e.id from shipments h join order_events e on e.order_id = h.order_id and e.kind = 'shipment_prepared'
      and (e.details ->> 'shipment')::int = h.position
    where h.id = ${shipmentId} and h.created_at = h.shipped_at`;
  await sql`
    update shipments set shipped_at = null,
      status = case when created_at = shipped_at then 'canceled' else 'pending' end,
      canceled_at = case when created_at = shipped_at then now() end,
      tracking_number = case when ${step.was_without_number} then null else tracking_number end
    where id = ${shipmentId}`;
  await queueOrderMail(sql, orderId, "not_shipped", `${shipmentId}:${step.id}`);
  return prepared.map(({ id }) => id);
}

/** Reopens the completed order. Shipments that an earlier step marked as delivered stay delivered. */
async function undoDelivery(sql: Sql, orderId: string, step: Step): Promise<number[]> {
  const opened = await sql<{ id: number | null }[]>`
    with arrived as (
      update shipments h set status = 'shipped', delivered_at = null from orders o
      where o.id = ${orderId} and h.order_id = o.id and h.status = 'delivered' and h.delivered_at = o.closed_at
      returning h.position
    )
    select max(e.id) as id from arrived a left join order_events e on e.order_id = ${orderId}
      and e.kind = 'shipment_delivered' and (e.details ->> 'shipment')::int = a.position and e.id < ${step.id}
      and not exists (
        select from order_events u where u.order_id = ${orderId} and u.kind = 'step_undone'
          and u.details -> 'events' @> to_jsonb(e.id))
    group by a.position`;
  await sql`
    update orders set status = 'placed', closed_at = null, needs_review = needs_review or ${step.was_in_review}
    where id = ${orderId}`;
  await queueOrderMail(sql, orderId, "not_delivered", String(step.id));
  return opened.flatMap(({ id }) => (id === null ? [] : [id]));
}
