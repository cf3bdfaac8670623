import * as v from "valibot";
import { fail, ok, type Result } from "#base/result.ts";
import { inTransaction, type Sql } from "#db/client.server.ts";
import { isStaff, type Person } from "#shop/access.ts";
import { recordEvent } from "#shop/orders/order-event.server.ts";
import { queueOrderMail } from "#shop/orders/order-mail.server.ts";
import { shipStock } from "#shop/stock/stock.server.ts";

const line = (most: number) => v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(most));

export const shipOrderInputSchema = v.strictObject({
  order_id: v.pipe(v.string(), v.uuid()),
  courier: line(60),
  service: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(60)), ""),
  tracking_number: line(60),
  /** Missing means all that has not left yet. */
  lines: v.optional(
    v.array(
      v.strictObject({
        order_line_id: v.pipe(v.string(), v.uuid()),
        quantity: v.pipe(v.number(), v.integer(), v.minValue(1)),
      }),
    ),
  ),
});
export type ShipOrderInput = v.InferOutput<typeof shipOrderInputSchema>;

export type FulfilProblem =
  | "order_not_found"
  | "order_not_paid"
  | "nothing_to_ship"
  | "shipped_too_many"
  | "not_shipped";

/** Staff: the goods of a paid order are in their parcel; the customer can no longer cancel. */
export async function packOrder(
  actor: Person,
  orderId: string,
): Promise<Result<{ order_id: string }, FulfilProblem>> {
  if (!isStaff(actor)) return fail("order_not_found");
  return inTransaction(async (sql) => {
    const problem = await lockPaidOrder(sql, orderId);
    if (problem) return fail(problem);
    const packed = await sql`
      update orders set packed_at = now() where id = ${orderId} and packed_at is null returning id`;
    if (packed.length > 0) await recordEvent(sql, orderId, "packed", {}, { actorId: actor.id });
    return ok({ order_id: orderId });
  });
}

/** Staff: a parcel leaves. The same tracking number for the same order is the same parcel, so a repeat changes nothing. */
export async function shipOrder(
  actor: Person,
  input: ShipOrderInput,
): Promise<Result<{ shipment_id: string }, FulfilProblem>> {
  if (!isStaff(actor)) return fail("order_not_found");
  return inTransaction(async (sql) => {
    const problem = await lockPaidOrder(sql, input.order_id);
    if (problem) return fail(problem);
    const [known] = await sql<{ id: string }[]>`
      select id from shipments
      where order_id = ${input.order_id} and tracking_number = ${input.tracking_number} and status <> 'canceled'`;
    if (known) return ok({ shipment_id: known.id });

    const left = await unshippedLines(sql, input.order_id);
    const lines = input.lines ?? left;
    if (lines.length === 0) return fail("nothing_to_ship");
    const isTooMuch = lines.some(
      (wanted) =>
        wanted.quantity >
        (left.find((item) => item.order_line_id === wanted.order_line_id)?.quantity ?? 0),
    );
    if (isTooMuch) return fail("shipped_too_many");
    return ok({ shipment_id: await insertShipment(sql, actor, input, lines) });
  });
}

async function insertShipment(
  sql: Sql,
  actor: Person,
  input: ShipOrderInput,
  lines: readonly { order_line_id: string; quantity: number }[],
): Promise<string> {
  const { order_id, courier, service, tracking_number } = input;
  const [shipment] = await sql<{ id: string }[]>`
    insert into shipments (order_id, customer_id, status, courier, service, tracking_number, shipped_at)
    select id, customer_id, 'shipped', ${courier}, ${service}, ${tracking_number}, now()
    from orders where id = ${order_id} returning id`;
  const id = shipment?.id ?? "";
  await sql`
    insert into shipment_lines ${sql(lines.map((line) => ({ shipment_id: id, ...line })))}`;
  await shipStock(sql, order_id, id, actor.id);
  await sql`update orders set packed_at = coalesce(packed_at, now()) where id = ${order_id}`;
  await recordEvent(
    sql,
    order_id,
    "shipped",
    { courier, service, tracking_number },
    { actorId: actor.id },
  );
  await queueOrderMail(sql, order_id, "shipped", id);
  return id;
}

/** Everything that left has arrived. Staff, or the customer who confirms; the order is then complete. */
export async function confirmReceived(
  actor: Person,
  orderId: string,
): Promise<Result<{ order_id: string }, FulfilProblem>> {
  return inTransaction(async (sql) => {
    const [order] = await sql<
      { customer_id: string | null; status: string; fulfilment_status: string }[]
    >`
      select customer_id, status, fulfilment_status from orders where id = ${orderId} for update`;
    if (!order || (order.customer_id !== actor.id && !isStaff(actor)))
      return fail("order_not_found");
    if (order.status === "completed") return ok({ order_id: orderId });
    if (order.status !== "placed" || order.fulfilment_status !== "fulfilled")
      return fail("not_shipped");
    await sql`
      update shipments set status = 'delivered', delivered_at = now()
      where order_id = ${orderId} and status = 'shipped'`;
    await sql`update orders set status = 'completed', closed_at = now() where id = ${orderId}`;
    await recordEvent(sql, orderId, "delivered", {}, { actorId: actor.id });
    await queueOrderMail(sql, orderId, "delivered");
    return ok({ order_id: orderId });
  });
}

async function lockPaidOrder(sql: Sql, orderId: string): Promise<FulfilProblem | undefined> {
  const [order] = await sql<{ status: string; is_paid: boolean }[]>`
    select status, paid_total >= total or exists (
      select from payments p where p.order_id = orders.id and p.kind = 'offline' and p.status = 'pending'
    ) as is_paid
    from orders where id = ${orderId} for update`;
  if (!order) return "order_not_found";
  return order.status === "placed" && order.is_paid ? undefined : "order_not_paid";
}

async function unshippedLines(
  sql: Sql,
  orderId: string,
): Promise<{ order_line_id: string; quantity: number }[]> {
  return sql<{ order_line_id: string; quantity: number }[]>`
    select * from (
      select l.id as order_line_id, (l.quantity - coalesce(sum(s.quantity), 0))::int as quantity
      from order_lines l
      left join (shipment_lines s join shipments h on h.id = s.shipment_id and h.status <> 'canceled')
        on s.order_line_id = l.id
      where l.order_id = ${orderId} group by l.id order by l.position
    ) lines where quantity > 0`;
}
