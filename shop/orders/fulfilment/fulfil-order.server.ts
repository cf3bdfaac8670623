import * as v from "valibot";
import { fail, ok, type Result } from "#base/result.ts";
import { cleanIdentifier } from "#base/typed-text.ts";
import { inTransaction } from "#db/client.server.ts";
import { may, type Person } from "#shop/kernel/access.ts";
import { completeWhenDelivered } from "#shop/orders/complete-order.server.ts";
import { recordEvent } from "#shop/orders/order-event.server.ts";
import { lockOrder } from "#shop/orders/order-status.server.ts";
import { leavesUnprinted } from "./printed-pieces.server.ts";
import {
  linesWithoutShipment,
  prepare,
  type ShipmentProblem,
  send,
  shipmentInputSchema,
  translated,
} from "./shipments.server.ts";

/** As for a shipment that is sent at once, so the tracking number is required. */
export const shipOrderInputSchema = v.strictObject({
  ...shipmentInputSchema.entries,
  tracking_number: v.pipe(
    v.string(),
    v.transform(cleanIdentifier),
    v.minLength(1),
    v.maxLength(60),
  ),
});
export type ShipOrderInput = v.InferOutput<typeof shipOrderInputSchema>;

export type FulfilProblem = ShipmentProblem | "not_shipped";

/** Staff: marks a paid order as packed once all that is left of it is printed; the customer can no longer cancel. */
export async function packOrder(
  actor: Person,
  orderId: string,
): Promise<Result<{ order_id: string }, FulfilProblem>> {
  if (!may(actor, "orders.fulfil")) return fail("order_not_found");
  return inTransaction(async (sql) => {
    const order = await lockOrder(sql, orderId);
    if (!order) return fail("order_not_found");
    if (!order.may_leave) return fail("order_not_paid");
    if (await leavesUnprinted(sql, await linesWithoutShipment(sql, orderId)))
      return fail("pieces_not_printed");
    const packed = await sql`
      update orders set packed_at = now() where id = ${orderId} and packed_at is null returning id`;
    if (packed.length > 0) await recordEvent(sql, orderId, "packed", {}, { actorId: actor.id });
    return ok({ order_id: orderId });
  });
}

/**
 * Staff: sends a shipment. The same tracking number for the same order is the same shipment, so a repeat changes
 * nothing.
 */
export async function shipOrder(
  actor: Person,
  input: ShipOrderInput,
): Promise<Result<{ shipment_id: string }, FulfilProblem>> {
  if (!may(actor, "orders.fulfil")) return fail("order_not_found");
  return translated(() =>
    inTransaction(async (sql) => {
      const prepared = await prepare(sql, actor, input);
      return prepared.ok ? send(sql, actor, prepared.value.shipment_id, "") : prepared;
    }),
  );
}

export const readyInputSchema = v.pick(shipmentInputSchema, ["order_id", "key", "lines"]);
export type ReadyInput = v.InferOutput<typeof readyInputSchema>;

/** Staff: marks a pickup order as ready. A repeated call changes nothing. */
export async function readyForPickup(
  actor: Person,
  input: ReadyInput,
): Promise<Result<{ order_id: string }, FulfilProblem>> {
  if (!may(actor, "orders.fulfil")) return fail("order_not_found");
  return translated(() =>
    inTransaction(async (sql) => {
      const order = await lockOrder(sql, input.order_id);
      if (!order) return fail("order_not_found");
      if (!order.is_pickup) return fail("tracking_number_needed");
      const shipment = { ...input, courier: order.courier, service: "", tracking_number: "" };
      const prepared = await prepare(sql, actor, shipment);
      if (!prepared.ok) {
        const isRepeat = prepared.problem === "nothing_to_ship" && input.lines === undefined;
        return isRepeat ? ok({ order_id: order.id }) : prepared;
      }
      const sent = await send(sql, actor, prepared.value.shipment_id, "");
      return sent.ok ? ok({ order_id: order.id }) : sent;
    }),
  );
}

/** Staff or the customer: confirms that all sent shipments arrived, which completes the order. */
export async function confirmReceived(
  actor: Person,
  orderId: string,
): Promise<Result<{ order_id: string }, FulfilProblem>> {
  return inTransaction(async (sql) => {
    const order = await lockOrder(sql, orderId);
    if (!order || (order.customer_id !== actor.id && !may(actor, "orders.fulfil"))) {
      return fail("order_not_found");
    }
    if (order.status === "completed") return ok({ order_id: orderId });
    if (order.status !== "placed" || order.fulfilment_status !== "fulfilled") {
      return fail("not_shipped");
    }
    await sql`
      update shipments set status = 'delivered', delivered_at = now()
      where order_id = ${orderId} and status = 'shipped'`;
    await completeWhenDelivered(sql, orderId, actor.id);
    return ok({ order_id: orderId });
  });
}
