import { isDeepStrictEqual } from "node:util";
import { fail, ok, type Result } from "#base/result.ts";
import { isUuid } from "#base/uuid.ts";
import { inTransaction } from "#db/client.server.ts";
import { may, type Person } from "#shop/kernel/access.ts";
import { recordEvent } from "#shop/orders/order-event.server.ts";
import { type Remarks, remarkColumns } from "./remarks.ts";

export type RemarksProblem = "order_not_found" | "order_left";

/**
 * Changes the note and the gift of an order. Buyers may do so until the shop prepares the order, staff until everything
 * is sent. The history shows the old and new values to staff. A repeated call changes nothing.
 */
export async function changeRemarks(
  actor: Person,
  orderId: string,
  remarks: Remarks,
): Promise<Result<null, RemarksProblem>> {
  if (!isUuid(orderId)) return fail("order_not_found");
  const isStaff = may(actor, "orders.edit");
  const after = remarkColumns(remarks);
  return inTransaction(async (sql) => {
    const [order] = await sql<
      {
        customer_id: string;
        note: string;
        gift_message: string | null;
        gift_from: string;
        is_ahead: boolean;
        is_begun: boolean;
      }[]
    >`
      select customer_id, note, gift_message, gift_from,
        status in ('awaiting_payment', 'placed') and fulfilment_status in ('unfulfilled', 'partial') as is_ahead,
        packed_at is not null
          or exists (select from shipments h where h.order_id = o.id and h.status <> 'canceled')
          or exists (select from customisations c where c.order_id = o.id and c.status in ('in_production', 'done'))
          as is_begun
      from orders o where id = ${orderId} for update`;
    if (!order || !(isStaff || order.customer_id === actor.id)) return fail("order_not_found");
    const { note, gift_message, gift_from } = order;
    const before = { note, gift_message, gift_from };
    if (isDeepStrictEqual(before, after)) return ok(null);
    if (!order.is_ahead || (order.is_begun && !isStaff)) return fail("order_left");
    await sql`update orders set ${sql(after)} where id = ${orderId}`;
    await recordEvent(
      sql,
      orderId,
      "remarks_changed",
      { before, after },
      { actorId: actor.id, internal: true },
    );
    return ok(null);
  });
}
