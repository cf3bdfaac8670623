import * as v from "valibot";
import { fail, ok, type Result } from "#base/result.ts";
import { inTransaction, type Sql, violatedConstraint } from "#db/client.server.ts";
import { may, type Person } from "#shop/kernel/access.ts";
import { hasTakenManySteps } from "#shop/orders/limit-buyer-steps.server.ts";
import { queueOrderMail } from "#shop/orders/mails/order-mail.server.ts";
import type { OrderRefund } from "#shop/orders/order.ts";
import { recordEvent } from "#shop/orders/order-event.server.ts";
import { isRefusedAsOwn } from "#shop/orders/own-order.server.ts";
import { queueRefund } from "#shop/orders/payments/request-refund.server.ts";
import { bookRefund } from "#shop/orders/payments/settlement/record-reversals.server.ts";
import { isFresh } from "#shop/staff/fresh-session.server.ts";
import { type RightProblem, recordAct, whyNotNow } from "#shop/staff/staff-rights.server.ts";

export type RefundStepProblem =
  | "refund_not_found"
  | "refund_not_failed"
  | "account_missing"
  | "account_invalid"
  | "refund_done"
  /** The order has reached its daily limit, see `hasTakenManySteps`. */
  | "too_many_requests"
  | "reference_invalid"
  | "return_note_invalid"
  | "reference_known"
  /** The order is the actor's own: a colleague has to do it. */
  | "own_order"
  | RightProblem;

interface LockedRefund {
  order_id: string;
  customer_id: string | null;
  payment_id: string;
  amount: number;
  status: "requested" | "pending" | "succeeded" | "failed";
  channel: OrderRefund["channel"];
  has_account: boolean;
  provider_reference: string | null;
  notify: boolean;
}

/** Staff: retries a failed refund at its provider under the same idempotency key, so it is never paid twice. */
export async function retryRefund(
  actor: Person,
  refundId: string,
): Promise<Result<null, RefundStepProblem>> {
  return step(actor, refundId, "staff", async (sql, refund) => {
    if (refund.status !== "failed") return fail("refund_not_failed");
    await sql`
      update refunds set status = 'requested', tries = 0 where id = ${refundId}`;
    await queueRefund(sql, refundId);
    return ok(null);
  });
}

/** Staff who may refund: switches a failed refund to bank transfer; a mail asks the customer for a bank account. */
export async function transferInstead(
  actor: Person,
  refundId: string,
): Promise<Result<null, RefundStepProblem>> {
  return step(actor, refundId, "staff", async (sql, refund) => {
    if (refund.status !== "failed") return fail("refund_not_failed");
    const refused = await whyNotNow(sql, actor, "orders.refund");
    if (refused) return fail(refused);
    await recordAct(sql, actor, "refund.by_transfer", {
      orderId: refund.order_id,
      subjectId: refundId,
    });
    await sql`
      update refunds set status = 'requested', channel = 'bank_transfer', last_error = null
      where id = ${refundId}`;
    await queueOrderMail(sql, refund.order_id, "refund_account", refundId);
    return ok(null);
  });
}

export const refundAccountSchema = v.strictObject({
  bank: v.pipe(v.string(), v.trim(), v.minLength(2), v.maxLength(60)),
  account_number: v.pipe(
    v.string(),
    v.transform((text) => text.replace(/[\s.-]/g, "")),
    v.regex(/^\d{5,20}$/),
  ),
  holder: v.pipe(v.string(), v.trim(), v.minLength(2), v.maxLength(80)),
});
export type RefundAccount = v.InferOutput<typeof refundAccountSchema>;

/**
 * The customer gives the bank account for a transfer and may correct it until the transfer was made. A mail notifies
 * the buyer of each correction, and of an account that was given without a recent reauthentication.
 */
export async function giveAccount(
  actor: Person,
  refundId: string,
  account: RefundAccount,
): Promise<Result<null, RefundStepProblem>> {
  return step(actor, refundId, "customer", async (sql, refund) => {
    if (refund.channel === "original") return fail("refund_not_found");
    if (refund.status === "succeeded") return fail("refund_done");
    const [same] = await sql`
      select from refund_accounts where refund_id = ${refundId} and bank = ${account.bank}
        and account_number = ${account.account_number} and holder = ${account.holder}`;
    if (same) return ok(null);
    if (await hasTakenManySteps(sql, refund.order_id)) return fail("too_many_requests");
    const [given] = await sql<{ given_at: Date }[]>`
      insert into refund_accounts ${sql({
        refund_id: refundId,
        customer_id: refund.customer_id,
        ...account,
      })}
      on conflict (refund_id) do update set bank = excluded.bank, account_number = excluded.account_number,
        holder = excluded.holder, given_at = now()
      returning given_at`;
    await sql`
      update refunds set status = 'pending' where id = ${refundId} and status in ('requested', 'failed')`;
    await recordEvent(sql, refund.order_id, "refund_account", {}, { actorId: actor.id });
    if (given && (refund.has_account || !(await isFresh(sql, actor)))) {
      const about = `${refundId}:${given.given_at.getTime()}`;
      await queueOrderMail(sql, refund.order_id, "refund_account_given", about);
    }
    return ok(null);
  });
}

/**
 * Staff who may refund: the money was transferred by hand.
 * @param reference the bank's number of the transfer, 3 to 60 characters
 */
export async function recordTransfer(
  actor: Person,
  refundId: string,
  reference: string,
): Promise<Result<null, RefundStepProblem>> {
  const number = reference.trim();
  if (number.length < 3 || number.length > 60) return fail("reference_invalid");
  try {
    return await step(actor, refundId, "staff", async (sql, refund) => {
      if (refund.channel === "original") return fail("refund_not_found");
      // The same number again is the same transfer; another number would record a second one.
      if (refund.status === "succeeded") {
        return refund.provider_reference === `transfer:${number}` ? ok(null) : fail("refund_done");
      }
      if (!refund.has_account) return fail("account_missing");
      const refused = await whyNotNow(sql, actor, "orders.refund");
      if (refused) return fail(refused);
      const provider_reference = `transfer:${number}`;
      const [known] = await sql`
        select from refunds where payment_id = ${refund.payment_id} and id <> ${refundId} and (
          provider_reference = ${provider_reference}
          -- Parts of one movement are told apart by what follows a plus.
          or starts_with(provider_reference, ${`${provider_reference}+`})
          or starts_with(${provider_reference}, provider_reference || '+'))`;
      if (known) return fail("reference_known");
      await sql`update refunds set provider_reference = ${provider_reference} where id = ${refundId}`;
      await bookByStaff(sql, actor, { ...refund, id: refundId, provider_reference }, number);
      return ok(null);
    });
  } catch (error) {
    if (violatedConstraint(error) === "transaction_known_already") return fail("reference_known");
    throw error;
  }
}

/**
 * Staff who may refund: records that the buyer received the money in person or on an account that the buyer named elsewhere,
 * e.g. after a sale at the counter without an email.
 * @param note how it was returned and its receipt, 3 to 60 characters
 */
export async function recordByHand(
  actor: Person,
  refundId: string,
  note: string,
): Promise<Result<null, RefundStepProblem>> {
  const typed = note.trim();
  if (typed.length < 3 || typed.length > 60) return fail("return_note_invalid");
  return step(actor, refundId, "staff", async (sql, refund) => {
    if (refund.status === "succeeded") {
      return refund.channel === "by_hand" ? ok(null) : fail("refund_done");
    }
    if (refund.channel !== "bank_transfer") return fail("refund_not_found");
    const refused = await whyNotNow(sql, actor, "orders.refund");
    if (refused) return fail(refused);
    const provider_reference = `by_hand:${refundId}`;
    await sql`
      update refunds set channel = 'by_hand', provider_reference = ${provider_reference} where id = ${refundId}`;
    const returned = { ...refund, id: refundId, channel: "by_hand", provider_reference } as const;
    await bookByStaff(sql, actor, returned, typed);
    return ok(null);
  });
}

/** Books money that staff returned, and mails the buyer. */
async function bookByStaff(
  sql: Sql,
  actor: Person,
  refund: LockedRefund & { readonly id: string; readonly provider_reference: string },
  note: string,
): Promise<void> {
  const { order_id, amount, channel, provider_reference } = refund;
  await recordAct(sql, actor, "refund.transferred", {
    orderId: order_id,
    subjectId: refund.id,
    details: { reference: note, amount },
  });
  await bookRefund(
    sql,
    { id: refund.payment_id, order_id },
    { reference: provider_reference, amount },
  );
  await recordEvent(sql, order_id, "refunded", { amount, channel }, { actorId: actor.id });
  if (refund.notify) await queueOrderMail(sql, order_id, "refunded", provider_reference);
}

/** Locks the order first, then checks the actor. Another customer's refund is not found. */
async function step<T>(
  actor: Person,
  refundId: string,
  whose: "staff" | "customer",
  work: (sql: Sql, refund: LockedRefund) => Promise<Result<T, RefundStepProblem>>,
): Promise<Result<T, RefundStepProblem>> {
  return inTransaction(async (sql) => {
    await sql`
      select from orders where id = (select order_id from refunds where id = ${refundId}) for update`;
    const [refund] = await sql<LockedRefund[]>`
      select r.order_id, o.customer_id, r.payment_id, r.amount, r.status, r.channel, r.notify,
        r.provider_reference,
        exists (select from refund_accounts a where a.refund_id = r.id) as has_account
      from refunds r join orders o on o.id = r.order_id where r.id = ${refundId}`;
    const isAllowed =
      whose === "staff" ? may(actor, "orders.cancel") : refund?.customer_id === actor.id;
    if (!refund || !isAllowed) return fail("refund_not_found");
    if (whose === "staff" && (await isRefusedAsOwn(sql, actor, refund.order_id, "orders.refund"))) {
      return fail("own_order");
    }
    return work(sql, refund);
  });
}
