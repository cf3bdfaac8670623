import { cutText } from "#base/cut-text.ts";
import { fail, ok, type Result } from "#base/result.ts";
import { isUuid } from "#base/uuid.ts";
import { inTransaction } from "#db/client.server.ts";
import { may, type Person } from "#shop/kernel/access.ts";
import { recordEvent } from "./order-event.server.ts";

/** Letters of a note. */
export const maxNote = 500;

/** Who works with orders or with their buyers. */
export const orderWriters = [
  "orders.fulfil",
  "orders.cancel",
  "orders.refund",
  "enquiries.edit",
] as const;

/**
 * Staff: writes a note into an order's history, which the buyer never sees. The same words again, with no other note between
 * them, are a repeated request and add nothing.
 */
export async function addNote(
  actor: Person,
  orderId: string,
  text: string,
): Promise<Result<null, "order_not_found" | "note_missing">> {
  const note = cutText(text.trim(), maxNote);
  const mayRead =
    may(actor, "orders.read") && orderWriters.some((permission) => may(actor, permission));
  if (!mayRead || !isUuid(orderId)) return fail("order_not_found");
  if (note === "") return fail("note_missing");
  return inTransaction(async (sql) => {
    const [order] = await sql`select from orders where id = ${orderId} for no key update`;
    if (!order) return fail("order_not_found");
    const [last] = await sql<{ is_same: boolean }[]>`
      select actor_id = ${actor.id} and details ->> 'text' = ${note} as is_same from order_events
      where order_id = ${orderId} and kind = 'note' order by id desc limit 1`;
    if (last?.is_same) return ok(null);
    await recordEvent(sql, orderId, "note", { text: note }, { internal: true, actorId: actor.id });
    return ok(null);
  });
}
