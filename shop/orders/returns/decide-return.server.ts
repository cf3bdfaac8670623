import { cutText } from "#base/cut-text.ts";
import { fail, ok, type Result } from "#base/result.ts";
import { cleanIdentifier } from "#base/typed-text.ts";
import { takeBack } from "#shop/catalogue/stock/move-stock.server.ts";
import type { Person } from "#shop/kernel/access.ts";
import type { ReturnProblem } from "./return.ts";
import { queueReturnMail } from "./return-mail.server.ts";
import { moveReturn, stepReturn } from "./return-step.server.ts";

type Done = Result<null, ReturnProblem>;

/** Staff: approves a return or a claim. @param answer shown to the customer, e.g. the address to send it to */
export function approveReturn(actor: Person, returnId: string, answer: string): Promise<Done> {
  return stepReturn(actor, returnId, "staff", async (sql, found) => {
    if (found.status === "approved") return ok(null);
    if (found.status !== "requested") return fail("return_step");
    await sql`update returns set answer = ${cutText(answer.trim(), 1000)} where id = ${returnId}`;
    await moveReturn(sql, found, "approved", actor);
    await queueReturnMail(sql, returnId, "approved");
    return ok(null);
  });
}

/** Staff: declines a return or a claim. The mail to the customer gives the reason, so it is required. */
export function declineReturn(actor: Person, returnId: string, answer: string): Promise<Done> {
  const reason = cutText(answer.trim(), 1000);
  return stepReturn(actor, returnId, "staff", async (sql, found) => {
    if (found.status === "declined") return ok(null);
    if (found.status !== "requested") return fail("return_step");
    if (reason === "") return fail("answer_needed");
    await sql`update returns set answer = ${reason} where id = ${returnId}`;
    await moveReturn(sql, found, "declined", actor);
    await queueReturnMail(sql, returnId, "declined");
    return ok(null);
  });
}

/**
 * Staff: asks for photos before they decide. The request stays as it is, and takes the photos on the order's page. A
 * repeated press with the same words sends no second mail.
 */
export function askForPhotos(actor: Person, returnId: string, answer: string): Promise<Done> {
  return stepReturn(actor, returnId, "staff", async (sql, found) => {
    if (found.status !== "requested") return fail("return_step");
    await sql`update returns set answer = ${cutText(answer.trim(), 1000)} where id = ${returnId}`;
    await queueReturnMail(sql, returnId, "photos_wanted");
    return ok(null);
  });
}

/** The customer cancels a return or a claim before anything was sent. */
export function cancelReturn(actor: Person, returnId: string): Promise<Done> {
  return stepReturn(actor, returnId, "customer", async (sql, found) => {
    if (found.status === "canceled") return ok(null);
    const isOpen =
      found.status === "requested" || (found.kind === "return" && found.status === "approved");
    if (!isOpen) return fail("return_step");
    await moveReturn(sql, found, "canceled", actor);
    return ok(null);
  });
}

/** The customer has sent the pieces. The tracking number may be unknown. */
export function sendReturn(
  actor: Person,
  returnId: string,
  shipment: { courier: string; tracking_number: string },
): Promise<Done> {
  return stepReturn(actor, returnId, "customer", async (sql, found) => {
    if (found.status === "in_transit") return ok(null);
    if (found.kind !== "return" || found.status !== "approved") return fail("return_step");
    await sql`
      update returns set courier = ${shipment.courier.trim().slice(0, 60)},
        tracking_number = ${cleanIdentifier(shipment.tracking_number).slice(0, 60)}
      where id = ${returnId}`;
    await moveReturn(sql, found, "in_transit", actor);
    return ok(null);
  });
}

export interface Counted {
  readonly order_line_id: string;
  readonly resellable: number;
  readonly damaged: number;
}

/** Staff: counts the pieces that arrived. Resellable pieces are restocked, once. */
export function receiveReturn(
  actor: Person,
  returnId: string,
  counted: readonly Counted[],
): Promise<Done> {
  return stepReturn(actor, returnId, "staff", async (sql, found) => {
    if (found.status === "received") return ok(null);
    const isOnItsWay = found.status === "approved" || found.status === "in_transit";
    if (found.kind !== "return" || !isOnItsWay) return fail("return_step");
    const counts: Counted[] = [];
    for (const { order_line_id, quantity } of found.lines) {
      const count = counted.find((line) => line.order_line_id === order_line_id);
      if (!count || !isCount(count.resellable) || !isCount(count.damaged)) {
        return fail("count_wrong");
      }
      if (count.resellable + count.damaged > quantity) return fail("count_wrong");
      counts.push(count);
    }
    if (counts.every(({ resellable, damaged }) => resellable + damaged === 0)) {
      return fail("count_wrong");
    }
    // All counts are valid here: a refusal leaves every line unchanged.
    for (const { order_line_id, resellable, damaged } of counts) {
      await sql`
        update return_lines set resellable = ${resellable}, damaged = ${damaged}
        where return_id = ${returnId} and order_line_id = ${order_line_id}`;
    }
    const fit = counts
      .filter(({ resellable }) => resellable > 0)
      .map(({ order_line_id, resellable }) => ({ order_line_id, quantity: resellable }));
    await takeBack(sql, found.order_id, `return:${returnId}`, fit, actor.id);
    await moveReturn(sql, found, "received", actor);
    await queueReturnMail(sql, returnId, "received");
    return ok(null);
  });
}

const isCount = (value: number): boolean => Number.isSafeInteger(value) && value >= 0;
