import { randomUUID } from "node:crypto";
import * as v from "valibot";
import { fail, ok, type Result } from "#base/result.ts";
import { cleanIdentifier } from "#base/typed-text.ts";
import { inTransaction, type Sql, violatedConstraint } from "#db/client.server.ts";
import { shipStock } from "#shop/catalogue/stock/stock.server.ts";
import { may, type Person } from "#shop/kernel/access.ts";
import { isScientific } from "#shop/kernel/csv/scientific.ts";
import { completeWhenDelivered } from "#shop/orders/complete-order.server.ts";
import { areDistinctLines } from "#shop/orders/distinct-lines.ts";
import { queueOrderMail } from "#shop/orders/mails/order-mail.server.ts";
import { recordEvent, undoneStepsKey } from "#shop/orders/order-event.server.ts";
import { lockOrder } from "#shop/orders/order-status.server.ts";
import { isPickup } from "#shop/orders/pickup-order.server.ts";
import { leavesUnprinted, piecesIn, writeOffPrinted } from "./printed-pieces.server.ts";

const text = (least: number, max: number) =>
  v.pipe(v.string(), v.trim(), v.minLength(least), v.maxLength(max));

export const shipmentInputSchema = v.strictObject({
  order_id: v.pipe(v.string(), v.uuid()),
  /** Idempotency key: a repeated key makes no second shipment. */
  key: v.optional(v.pipe(v.string(), v.uuid())),
  courier: text(1, 60),
  service: v.optional(text(0, 60), ""),
  /** Empty until the courier has assigned one. */
  tracking_number: v.optional(
    v.pipe(v.string(), v.transform(cleanIdentifier), v.maxLength(60)),
    "",
  ),
  /** Missing means all pieces without a shipment. */
  lines: v.optional(
    v.pipe(
      v.array(
        v.strictObject({
          order_line_id: v.pipe(v.string(), v.uuid()),
          quantity: v.pipe(v.number(), v.integer(), v.minValue(1)),
        }),
      ),
      v.check((lines) => areDistinctLines(lines)),
    ),
  ),
});
export type ShipmentInput = v.InferOutput<typeof shipmentInputSchema>;

export type ShipmentProblem =
  | "order_not_found"
  | "order_not_paid"
  | "nothing_to_ship"
  | "shipped_too_many"
  | "proof_not_approved"
  | "pieces_not_printed"
  | "shipment_not_found"
  | "shipment_left"
  | "shipment_not_left"
  | "tracking_number_needed"
  | "tracking_number_known"
  | "tracking_number_rounded"
  | "courier_needed"
  | "pieces_missing";

/**
 * Staff: prepares a shipment of a paid order's pieces. A known key or tracking number returns the existing shipment.
 */
export async function prepareShipment(
  actor: Person,
  input: ShipmentInput,
): Promise<Result<{ shipment_id: string }, ShipmentProblem>> {
  if (!may(actor, "orders.fulfil")) return fail("order_not_found");
  return translated(() => inTransaction((sql) => prepare(sql, actor, input)));
}

/** Within a transaction; the caller has checked the actor's permission. */
export async function prepare(
  sql: Sql,
  actor: Pick<Person, "id">,
  input: ShipmentInput,
): Promise<Result<{ shipment_id: string }, ShipmentProblem>> {
  const { order_id, courier, service, tracking_number } = input;
  const order = await lockOrder(sql, order_id);
  if (!order) return fail("order_not_found");
  if (!order.may_leave) return fail("order_not_paid");
  const shipmentId = input.key ?? randomUUID();
  const [known] = await sql<{ id: string; order_id: string }[]>`
    select id, order_id from shipments where id = ${shipmentId}
      or order_id = ${order_id} and tracking_number = ${tracking_number} and status <> 'canceled'`;
  if (known && known.order_id !== order_id) return fail("shipment_not_found");
  if (known) return ok({ shipment_id: known.id });

  const left = await linesWithoutShipment(sql, order_id);
  const lines = input.lines ?? left;
  if (lines.length === 0) return fail("nothing_to_ship");
  const isTooMuch = lines.some(
    ({ order_line_id, quantity }) =>
      quantity > (left.find((line) => line.order_line_id === order_line_id)?.quantity ?? 0),
  );
  if (isTooMuch) return fail("shipped_too_many");
  const [unapproved] = await sql`
    select from customisations
    where order_line_id = any (${lines.map(({ order_line_id }) => order_line_id)})
      and status not in ('approved', 'in_production', 'done')`;
  if (unapproved) return fail("proof_not_approved");
  if (await leavesUnprinted(sql, lines)) return fail("pieces_not_printed");
  const [shipment] = await sql<{ id: string; position: number }[]>`
    insert into shipments (id, order_id, customer_id, status, courier, service, tracking_number)
    values (${shipmentId}, ${order_id}, ${order.customer_id}, 'pending', ${courier}, ${service}, ${tracking_number || null})
    returning id, position`;
  if (!shipment) return fail("order_not_found");
  await sql`
    insert into shipment_lines ${sql(lines.map((line) => ({ shipment_id: shipment.id, ...line })))}`;
  await sql`update orders set packed_at = coalesce(packed_at, now()) where id = ${order_id}`;
  await recordEvent(
    sql,
    order_id,
    "shipment_prepared",
    {
      shipment: shipment.position,
      courier,
      pieces: lines.reduce((sum, line) => sum + line.quantity, 0),
    },
    { actorId: actor.id, internal: true },
  );
  return ok({ shipment_id: shipment.id });
}

/** Staff: sends a prepared shipment. A repeated call changes nothing. */
export async function sendShipment(
  actor: Person,
  shipmentId: string,
  trackingNumber = "",
): Promise<Result<{ shipment_id: string }, ShipmentProblem>> {
  if (!may(actor, "orders.fulfil")) return fail("shipment_not_found");
  return translated(() =>
    inTransaction((sql) => send(sql, actor, shipmentId, cleanIdentifier(trackingNumber))),
  );
}

/** Within a transaction; the caller has checked the actor's permission. */
export async function send(
  sql: Sql,
  actor: Pick<Person, "id">,
  shipmentId: string,
  trackingNumber: string,
): Promise<Result<{ shipment_id: string }, ShipmentProblem>> {
  const shipment = await lockShipment(sql, shipmentId);
  if (!shipment || shipment.status === "canceled") return fail("shipment_not_found");
  if (shipment.status !== "pending") return ok({ shipment_id: shipmentId });
  const tracking_number = trackingNumber || shipment.tracking_number;
  // A collected order has no courier.
  if (!tracking_number && !shipment.is_pickup) return fail("tracking_number_needed");
  if (isScientific(tracking_number ?? "")) return fail("tracking_number_rounded");
  // Pieces of the order were asked about when its shipment was prepared; a replacement is prepared before they are printed.
  if (
    shipment.kind === "replacement" &&
    (await leavesUnprinted(sql, await piecesIn(sql, shipmentId)))
  )
    return fail("pieces_not_printed");
  await sql`
    update shipments set status = 'shipped', shipped_at = now(), tracking_number = ${tracking_number}
    where id = ${shipmentId}`;
  await shipStock(sql, shipment.order_id, shipmentId, actor.id);
  await recordEvent(
    sql,
    shipment.order_id,
    "shipped",
    {
      shipment: shipment.position,
      courier: shipment.courier,
      service: shipment.service,
      tracking_number,
      tracking_number_before: shipment.tracking_number,
    },
    { actorId: actor.id },
  );
  const again = await undoneStepsKey(sql, shipment.order_id);
  const about = again ? `${shipmentId}:${again}` : shipmentId;
  await queueOrderMail(sql, shipment.order_id, "shipped", about);
  return ok({ shipment_id: shipmentId });
}

/** Staff: cancels a shipment that was not sent; its pieces wait for another one. The order does not change. */
export async function cancelShipment(
  actor: Person,
  shipmentId: string,
): Promise<Result<{ shipment_id: string }, ShipmentProblem>> {
  if (!may(actor, "orders.fulfil")) return fail("shipment_not_found");
  return inTransaction(async (sql) => {
    const shipment = await lockShipment(sql, shipmentId);
    if (!shipment) return fail("shipment_not_found");
    if (shipment.status === "canceled") return ok({ shipment_id: shipmentId });
    if (shipment.status !== "pending") return fail("shipment_left");
    await sql`
      update shipments set status = 'canceled', canceled_at = now() where id = ${shipmentId}`;
    // A replacement had its own pieces allocated.
    if (shipment.kind === "replacement") {
      await sql`
        insert into stock_movements (variant_id, kind, quantity, order_id, dedupe_key, actor_id)
        select l.variant_id, 'released', s.quantity, ${shipment.order_id},
          'shipment-canceled:' || s.shipment_id || ':' || l.id, ${actor.id}
        from shipment_lines s join order_lines l on l.id = s.order_line_id
        where s.shipment_id = ${shipmentId} and l.variant_id is not null`;
      await writeOffPrinted(sql, shipment.order_id, shipmentId, actor.id);
    }
    const details = { shipment: shipment.position };
    await recordEvent(sql, shipment.order_id, "shipment_canceled", details, {
      actorId: actor.id,
      internal: true,
    });
    return ok({ shipment_id: shipmentId });
  });
}

/** Staff or the shipment's customer: marks a shipment as delivered. The last one completes the order. */
export async function deliverShipment(
  actor: Person,
  shipmentId: string,
): Promise<Result<{ shipment_id: string }, ShipmentProblem>> {
  return inTransaction(async (sql) => {
    const shipment = await lockShipment(sql, shipmentId);
    if (!shipment || (shipment.customer_id !== actor.id && !may(actor, "orders.fulfil"))) {
      return fail("shipment_not_found");
    }
    if (shipment.status === "delivered") return ok({ shipment_id: shipmentId });
    if (shipment.status !== "shipped") return fail("shipment_not_left");
    await sql`
      update shipments set status = 'delivered', delivered_at = now() where id = ${shipmentId}`;
    const details = { shipment: shipment.position };
    await recordEvent(sql, shipment.order_id, "shipment_delivered", details, { actorId: actor.id });
    await completeWhenDelivered(sql, shipment.order_id, actor.id);
    return ok({ shipment_id: shipmentId });
  });
}

interface LockedShipment {
  order_id: string;
  customer_id: string | null;
  status: "pending" | "shipped" | "delivered" | "canceled";
  kind: "order" | "replacement";
  position: number;
  courier: string;
  service: string;
  tracking_number: string | null;
  is_pickup: boolean;
}

/** Locks the order first, as everywhere. */
export async function lockShipment(
  sql: Sql,
  shipmentId: string,
): Promise<LockedShipment | undefined> {
  await sql`
    select from orders where id = (select order_id from shipments where id = ${shipmentId}) for update`;
  const [shipment] = await sql<LockedShipment[]>`
    select h.order_id, h.customer_id, h.status, h.kind, h.position, h.courier, h.service, h.tracking_number,
      ${isPickup(sql)} as is_pickup
    from shipments h join orders o on o.id = h.order_id where h.id = ${shipmentId}`;
  return shipment;
}

export async function linesWithoutShipment(
  sql: Sql,
  orderId: string,
): Promise<{ order_line_id: string; quantity: number }[]> {
  return sql<{ order_line_id: string; quantity: number }[]>`
    select * from (
      select l.id as order_line_id, (l.quantity - (
          select coalesce(sum(s.quantity), 0) from shipment_lines s join shipments h on h.id = s.shipment_id
          where s.order_line_id = l.id and h.status <> 'canceled' and h.kind = 'order'
        ) - (
          select coalesce(sum(w.quantity), 0) from order_withdrawals w where w.order_line_id = l.id
        ))::int as quantity
      from order_lines l where l.order_id = ${orderId} order by l.position
    ) lines where quantity > 0`;
}

/** Translates the database's refusal of a shipment to a problem code. @throws any other error */
export async function translated<T>(
  work: () => Promise<Result<T, ShipmentProblem>>,
): Promise<Result<T, ShipmentProblem>> {
  try {
    return await work();
  } catch (error) {
    switch (violatedConstraint(error)) {
      // Another shipment of this order has that number.
      case "shipment_known_already":
        return fail("tracking_number_known");
      // Sold on backorder, or counted missing since.
      case "on_hand_negative":
        return fail("pieces_missing");
      default:
        throw error;
    }
  }
}
