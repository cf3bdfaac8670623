import type { Language } from "#base/language.ts";
import { fail, ok, type Result } from "#base/result.ts";
import { asShop, inTransaction, type Sql, violatedConstraint } from "#db/client.server.ts";
import { isProviderUnavailable } from "#integrations/payment/circuit.ts";
import type { Person } from "#shop/kernel/access.ts";
import { lockBuyer } from "#shop/orders/lock-buyer.server.ts";
import { dueBeforeFee, isPayable } from "#shop/orders/payments/amount-due.server.ts";
import { offersFor } from "#shop/orders/payments/offers/offers.server.ts";
import type { PaymentOffer } from "#shop/orders/payments/offers/payment-offer.ts";
import { placeUnpaid } from "#shop/orders/payments/settlement/place-paid.server.ts";
import {
  type ChosenMethod,
  findMethod,
  methodId,
} from "#shop/settings/payment-methods/methods.server.ts";
import type { Destination } from "#shop/settings/shipping/zones/matching-zones.server.ts";
import { closeAttempts } from "./close-attempts.server.ts";
import { prepareAttempt, startAttempt } from "./start-payment.server.ts";

export type PayAgainProblem =
  | "order_not_found"
  | "order_not_payable"
  | "payment_method_not_available"
  | "payment_method_unavailable"
  /** The order has `maxAttempts`; one that is open can still be paid. */
  | "too_many_payment_attempts"
  /** An open attempt cannot be closed now and might be paid beside the new one. */
  | "payment_provider_unavailable";

/** Attempts to pay one order. Each opens a payment at its provider. */
export const maxAttempts = 20;

interface OrderRow {
  is_payable: boolean;
  owed: number;
  is_part: boolean;
  attempts: number;
  destination: Destination;
  language: Language;
}

/**
 * Opens a new attempt on an order that awaits payment or its balance, e.g. after a decline or with another method. First closes the
 * open attempt at its provider and settles it: its payment may have arrived. At most one attempt is live. A method that
 * the order does not accept is refused, and the open attempt stays open.
 */
export async function payAgain(
  actor: Person,
  orderId: string,
  method: string,
): Promise<Result<{ payment_id: string }, PayAgainProblem>> {
  const chosen = findMethod(method);
  if (!chosen) return fail("payment_method_not_available");
  const sql = asShop();
  const [mine] = await sql`select from orders where id = ${orderId} and customer_id = ${actor.id}`;
  if (!mine) return fail("order_not_found");
  const offered = await findOffer(sql, actor, orderId, chosen);
  if (!offered.ok && offered.problem !== "order_not_payable") return offered;
  try {
    await closeAttempts(orderId);
  } catch (error) {
    if (isProviderUnavailable(error)) return fail("payment_provider_unavailable");
    throw error;
  }
  const started = await inTransaction((tx) => prepareAgain(tx, actor, orderId, chosen)).catch(
    (error: unknown) => {
      // Another tab was faster; its attempt is the live one.
      if (violatedConstraint(error) === "one_live_payment") return undefined;
      throw error;
    },
  );
  if (started && !started.ok) return started;
  await startAttempt(orderId);
  const [live] = await sql<{ id: string }[]>`
    select id from payments where order_id = ${orderId} order by created_at desc limit 1`;
  return live ? ok({ payment_id: live.id }) : fail("order_not_payable");
}

async function prepareAgain(
  sql: Sql,
  actor: Person,
  orderId: string,
  chosen: ChosenMethod,
): Promise<Result<string, PayAgainProblem>> {
  // Cash counts the buyer's other orders that wait for it.
  if (chosen.method.kind === "offline") await lockBuyer(sql, actor.id);
  await sql`select from orders where id = ${orderId} for update`;
  const offered = await findOffer(sql, actor, orderId, chosen);
  if (!offered.ok) return offered;
  // An attempt that never reached its provider cannot be paid.
  await sql`update payments set status = 'canceled' where order_id = ${orderId} and status = 'created'`;
  const paymentId = await prepareAttempt(sql, orderId, chosen, offered.value.fee);
  if (chosen.method.kind === "offline") await placeUnpaid(sql, orderId, "placed_for_cash");
  return ok(paymentId);
}

async function findOffer(
  sql: Sql,
  actor: Person,
  orderId: string,
  chosen: ChosenMethod,
): Promise<Result<PaymentOffer, PayAgainProblem>> {
  const [order] = await sql<OrderRow[]>`
    select ${isPayable(sql)} as is_payable, ${dueBeforeFee(sql)} as owed, o.deposit is not null as is_part,
      (select count(*)::int from payments where order_id = o.id) as attempts,
      json_build_object('region_code', coalesce(address ->> 'region_code', ''),
        'postal_code', coalesce(address ->> 'postal_code', '')) as destination, language
    from orders o where o.id = ${orderId} and o.customer_id = ${actor.id}`;
  if (!order) return fail("order_not_found");
  if (!order.is_payable || order.owed <= 0) return fail("order_not_payable");
  if (order.attempts >= maxAttempts) return fail("too_many_payment_attempts");
  const purchase = {
    amount: order.owed,
    isPart: order.is_part,
    destination: order.destination,
    customerId: actor.id,
    orderId,
  };
  const offers = await offersFor(sql, purchase, order.language);
  const offer = offers.find(({ id }) => id === methodId(chosen));
  if (offer?.problem?.code === "not_now") return fail("payment_method_unavailable");
  if (!offer || offer.problem) return fail("payment_method_not_available");
  return ok(offer);
}
