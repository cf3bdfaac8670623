import { fail, ok, type Result } from "#base/result.ts";
import { isUuid } from "#base/uuid.ts";
import { inTransaction } from "#db/client.server.ts";
import { may, type Person } from "#shop/access.ts";
import { recordEvent } from "./order-event.server.ts";

/** Letters of a note. */
export const maxNote = 500;

/** Who works with orders or with their buyers. */
const writers = ["orders.fulfil", "orders.cancel", "orders.refund", "enquiries.edit"] as const;

/** Staff: writes a note into an order's history, which the buyer never sees. */
export async function addNote(
  actor: Person,
  orderId: string,
  text: string,
): Promise<Result<null, "order_not_found" | "note_missing">> {
  const note = text.trim().slice(0, maxNote);
  const mayRead = may(actor, "orders.read") && writers.some((permission) => may(actor, permission));
  if (!mayRead || !isUuid(orderId)) return fail("order_not_found");
  if (note === "") return fail("note_missing");
  return inTransaction(async (sql) => {
    const [order] = await sql`select from orders where id = ${orderId}`;
    if (!order) return fail("order_not_found");
    await recordEvent(sql, orderId, "note", { text: note }, { internal: true, actorId: actor.id });
    return ok(null);
  });
}
