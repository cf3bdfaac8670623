import { dateNow } from "#base/clock.ts";
import { fail, ok, type Result } from "#base/result.ts";
import { inTransaction, type Sql, violatedConstraint } from "#db/client.server.ts";
import type { Person } from "#shop/kernel/access.ts";
import { hasTakenManySteps } from "#shop/orders/limit-buyer-steps.server.ts";
import { recordEvent } from "#shop/orders/order-event.server.ts";
import { lockOrder } from "#shop/orders/order-status.server.ts";
import type { ReturnInput, ReturnProblem } from "./return.ts";
import { queueReturnMail } from "./return-mail.server.ts";
import { readReturnableLines } from "./returnable-lines.server.ts";

type Requested = Result<{ return_id: string; number: string }, ReturnProblem>;

/**
 * A customer requests a return or a claim for pieces of an own order, within the shop's deadlines and once per piece.
 * Personalised pieces can be claimed but not returned.
 */
export async function requestReturn(actor: Person, input: ReturnInput): Promise<Requested> {
  try {
    return await inTransaction((sql) => request(sql, actor, input, dateNow()));
  } catch (error) {
    const constraint = violatedConstraint(error);
    if (constraint === "returned_too_many" || constraint === "personalised_not_returnable") {
      return fail(constraint);
    }
    throw error;
  }
}

async function request(sql: Sql, actor: Person, input: ReturnInput, now: Date): Promise<Requested> {
  // Deleting an account locks this row, then its orders: lock in the same sequence to avoid a deadlock.
  await sql`select from auth.users where id = ${actor.id} for key share`;
  const order = await lockOrder(sql, input.order_id);
  if (!order || order.customer_id !== actor.id) return fail("order_not_found");
  const [known] = await sql<{ return_id: string; number: string }[]>`
    select id as return_id, number from returns where order_id = ${order.id} and key = ${input.key}`;
  if (known) return ok(known);
  if (await hasTakenManySteps(sql, order.id)) return fail("too_many_requests");

  const returnable = await readReturnableLines(sql, order.id, now);
  for (const { order_line_id, quantity } of input.lines) {
    const line = returnable.find((item) => item.order_line_id === order_line_id);
    if (!line) return fail("order_not_found");
    if (line.personalised && input.kind === "return") return fail("personalised_not_returnable");
    if (line.pieces[input.kind] === 0) return fail("return_too_late");
    if (quantity > line.pieces[input.kind]) return fail("returned_too_many");
  }
  const [made] = await sql<{ id: string; number: string }[]>`
    insert into returns ${sql({
      order_id: order.id,
      customer_id: actor.id,
      kind: input.kind,
      reason: input.reason,
      note: input.note,
      wish: input.kind === "claim" ? input.wish : null,
      key: input.key,
    })} returning id, number`;
  if (!made) return fail("order_not_found");
  await sql`
    insert into return_lines ${sql(input.lines.map((line) => ({ return_id: made.id, ...line })))}`;
  await recordEvent(
    sql,
    order.id,
    input.kind === "claim" ? "claim_requested" : "return_requested",
    { number: made.number },
    { actorId: actor.id },
  );
  await queueReturnMail(sql, made.id, "requested");
  return ok({ return_id: made.id, number: made.number });
}
