import { cutText } from "#base/cut-text.ts";
import { fail, ok, type Result } from "#base/result.ts";
import { asShop, type Sql, violatedConstraint } from "#db/client.server.ts";
import { reallocate } from "#shop/catalogue/stock/move-stock.server.ts";
import { may, type Person } from "#shop/kernel/access.ts";
import { recordEvent } from "#shop/orders/order-event.server.ts";
import {
  type RefundAct,
  withRefundApproval,
} from "#shop/orders/payments/review/refund-approval.server.ts";
import { refund, refused } from "#shop/orders/refunds/refund-order.server.ts";
import type { ReturnProblem } from "./return.ts";
import { queueReturnMail } from "./return-mail.server.ts";
import { type LockedReturn, moveReturn, stepReturn, stepWithin } from "./return-step.server.ts";

type Done = Result<null, ReturnProblem>;
type Pieces = readonly { readonly order_line_id: string; readonly quantity: number }[];

/** The refund of a return besides the price of the pieces. */
export interface ReturnMoney {
  /** Whole rupiah, at most the delivery cost not yet refunded. */
  readonly shipping: number;
  readonly channel: "original" | "bank_transfer";
}

/** Undoes a step that is refused after it began to write. */
type Refuse = (problem: ReturnProblem) => never;

/** Staff: refunds the price of the pieces that arrived, resellable or damaged. */
export function refundReturn(actor: Person, returnId: string, money: ReturnMoney): Promise<Done> {
  return settled(actor, returnId, { act: "return", input: money }, async (sql, found, refuse) => {
    if (found.status === "refunded") return ok(null);
    if (found.kind !== "return" || found.status !== "received") return fail("return_step");
    const arrived = found.lines.map(({ order_line_id, resellable, damaged }) => {
      if (resellable === null || damaged === null)
        throw new Error("a received return has no counts");
      return { order_line_id, quantity: resellable + damaged };
    });
    await promiseMoney(sql, actor, found, arrived, money, refuse);
    await moveReturn(sql, found, "refunded", actor);
    await queueReturnMail(sql, returnId, "refunded");
    return ok(null);
  });
}

/**
 * Staff: closes the return without a refund, e.g. because the wrong item came back. The mail to the customer gives the
 * reason.
 */
export function closeReturn(actor: Person, returnId: string, answer: string): Promise<Done> {
  const reason = cutText(answer.trim(), 1000);
  return stepReturn(actor, returnId, "staff", async (sql, found) => {
    if (found.status === "closed") return ok(null);
    if (found.kind !== "return" || found.status !== "received") return fail("return_step");
    if (reason === "") return fail("answer_needed");
    await sql`update returns set answer = ${reason} where id = ${returnId}`;
    await moveReturn(sql, found, "closed", actor);
    await queueReturnMail(sql, returnId, "closed");
    return ok(null);
  });
}

/** Staff: resolves an approved claim by a refund, by a replacement (a new shipment of the same order), or by both. */
export function resolveClaim(
  actor: Person,
  returnId: string,
  resolution: "refund" | "replacement" | "both",
  money: ReturnMoney,
): Promise<Done> {
  const input = { resolution, ...money };
  return settled(actor, returnId, { act: "claim", input }, async (sql, found, refuse) => {
    if (found.status === "resolved") return ok(null);
    if (found.kind !== "claim" || found.status !== "approved") return fail("return_step");
    if (resolution !== "replacement") {
      await promiseMoney(sql, actor, found, found.lines, money, refuse);
    }
    if (resolution !== "refund") await prepareReplacement(sql, actor, found);
    await sql`update returns set resolution = ${resolution} where id = ${returnId}`;
    await moveReturn(sql, found, "resolved", actor);
    await queueReturnMail(sql, returnId, "resolved");
    return ok(null);
  });
}

async function promiseMoney(
  sql: Sql,
  actor: Person,
  found: LockedReturn,
  pieces: Pieces,
  { shipping, channel }: ReturnMoney,
  refuse: Refuse,
): Promise<void> {
  const promised = await refund(
    sql,
    actor,
    {
      order_id: found.order_id,
      key: `return:${found.id}`,
      lines: pieces
        .filter(({ quantity }) => quantity > 0)
        .map(({ order_line_id, quantity }) => ({ order_line_id, quantity })),
      shipping,
      fee: 0,
      goodwill: 0,
      channel,
      reason: found.kind,
      note: found.number,
      restock: true,
      notify: true,
    },
    "sent",
  );
  if (!promised.ok) refuse(promised.problem);
}

/** Prepares a shipment of the same pieces. It does not count towards the quantities ordered. */
async function prepareReplacement(sql: Sql, actor: Person, found: LockedReturn): Promise<void> {
  const [shipment] = await sql<{ id: string; position: number }[]>`
    insert into shipments (order_id, customer_id, kind, status, courier, service)
    select id, customer_id, 'replacement', 'pending', courier, service from orders where id = ${found.order_id}
    returning id, position`;
  if (!shipment) throw new Error("a replacement was not stored");
  const pieces = found.lines.map(({ order_line_id, quantity }) => ({ order_line_id, quantity }));
  await sql`
    insert into shipment_lines ${sql(pieces.map((line) => ({ shipment_id: shipment.id, ...line })))}`;
  await reallocate(sql, found.order_id, `replacement:${shipment.id}`, pieces, actor.id);
  // What was made for its buyer is printed again; its piece of the stock is the one that was allocated (docs/why/production.md).
  await sql`
    insert into reprints (id, customisation_id, pieces, reason, actor_id, shipment_id)
    select gen_random_uuid(), c.id, s.quantity, ${found.number}, ${actor.id}, s.shipment_id
    from shipment_lines s join customisations c on c.order_line_id = s.order_line_id
    where s.shipment_id = ${shipment.id} and c.status in ('in_production', 'done') order by c.id`;
  await recordEvent(
    sql,
    found.order_id,
    "replacement_prepared",
    { number: found.number, shipment: shipment.position },
    { actorId: actor.id },
  );
}

/**
 * Runs an approved step. A refusal by the shop or the database rolls back the whole step and becomes a problem code.
 */
async function settled(
  actor: Person,
  returnId: string,
  act: Pick<RefundAct, "act" | "input">,
  work: (sql: Sql, found: LockedReturn, refuse: Refuse) => Promise<Done>,
): Promise<Done> {
  const [row] = await asShop()<{ order_id: string }[]>`
    select order_id from returns where id = ${returnId}`;
  if (!row || !may(actor, "returns.edit")) return fail("return_not_found");
  const whole = { ...act, orderId: row.order_id, subjectId: returnId };
  try {
    return await withRefundApproval<null, ReturnProblem>(actor, whole, (sql, refuse) =>
      stepWithin(
        sql,
        actor,
        returnId,
        "staff",
        (_, found) => work(sql, found, refuse),
        "orders.refund",
      ),
    );
  } catch (error) {
    if (violatedConstraint(error) === "out_of_stock") return fail("out_of_stock");
    return refused(error);
  }
}
