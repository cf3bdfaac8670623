import { randomUUID } from "node:crypto";
import { dateNow } from "#base/clock.ts";
import { AppError } from "#base/errors.ts";
import type { Language } from "#base/language.ts";
import { type Sql, withCommit } from "#db/client.server.ts";
import { holdStock } from "#shop/catalogue/stock/stock.server.ts";
import type { Person } from "#shop/kernel/access.ts";
import { evaluateCart } from "#shop/orders/cart/quote-cart.server.ts";
import { lockBuyer } from "#shop/orders/lock-buyer.server.ts";
import { queueOrderMail } from "#shop/orders/mails/order-mail.server.ts";
import {
  prepareAttempt,
  quickAttempt,
} from "#shop/orders/payments/attempts/start-payment.server.ts";
import { placeUnpaid } from "#shop/orders/payments/settlement/place-paid.server.ts";
import { loadSettings } from "#shop/settings/load-settings.server.ts";
import {
  type ChosenMethod,
  findCounterMethod,
  findMethod,
} from "#shop/settings/payment-methods/methods.server.ts";
import {
  type CheckoutQuote,
  maxUnpaidOrders,
  type OrderInput,
  type PlaceOrderProblem,
} from "./checkout.ts";
import { findRecipient } from "./find-recipient.server.ts";
import { insertOrder, numberOrder } from "./insert-order.server.ts";
import { withPayment } from "./quote-checkout.server.ts";
import { markSoldOut } from "./sold-out.server.ts";
import { countUnpaid } from "./unpaid-orders.server.ts";

export interface PlaceOrderContext {
  /** The same key by the same customer is the same order, for as long as the order exists. */
  readonly idempotencyKey: string;
  readonly language: Language;
  /** The request's network; undefined where no limit by network applies. */
  readonly network?: string | undefined;
  /** Email address that the limit counted; undefined when no limit applies. */
  readonly countedEmail?: string | null | undefined;
}

/** Rolls back the transaction, so that nothing of a refused order is stored. */
export class Refused extends Error {
  readonly problem: PlaceOrderProblem;

  constructor(problem: PlaceOrderProblem) {
    super(problem.code);
    this.problem = problem;
  }
}

/**
 * Prices the cart again and writes the order, its first payment attempt and its holds, in the caller's transaction.
 * @returns the order's id; for a repeated key the id of the existing order
 * @throws Refused
 */
export async function writeOrder(
  sql: Sql,
  actor: Person,
  input: OrderInput,
  context: PlaceOrderContext,
  requestHash: string,
): Promise<string> {
  // These statements do not depend on each other, so they are pipelined.
  const [{ unpaid, earlier }, settings, to] = await Promise.all([
    findEarlier(sql, actor, context.idempotencyKey),
    loadSettings(sql),
    input.staff ? input.staff.recipient : findRecipient(sql, actor, input.address_id ?? ""),
  ]);
  if (earlier) {
    if (earlier.request_hash === requestHash) return earlier.id;
    throw new AppError("idempotency_key_reused", 422);
  }
  // The guest changed the email address after the count. A retry counts the new one.
  if (to && context.countedEmail !== undefined && to.email !== context.countedEmail) {
    throw new Refused({ code: "too_many_orders", wait_seconds: 1 });
  }
  if (input.lines.length + (input.staff?.custom.length ?? 0) === 0)
    throw new Refused({ code: "empty_cart" });
  if (!input.staff && unpaid >= maxUnpaidOrders) throw new Refused({ code: "too_many_unpaid" });
  const now = dateNow();
  const known = { settings, destination: to ?? null };
  const evaluation = await evaluateCart(sql, actor, input, context.language, now, known);
  const quote = await withPayment(sql, actor, evaluation, input, context.language);
  if (quote.problems.some(({ code }) => shortages.has(code))) markSoldOut(input);
  refuseWhatChanged(input, quote);
  const method = evaluation.quote.total > 0 ? chooseMethod(input, quote) : undefined;
  if (!to || (!to.email && !input.staff)) throw new AppError("contact_missing", 422);
  const id = randomUUID();
  const request = { id, requestHash, ...context };
  // All orders lock in this sequence: promotions, pieces, order number.
  const statements = insertOrder(
    sql,
    actor,
    input,
    evaluation,
    { ...to, email: to.email ?? "" },
    request,
  );
  if (method) {
    const hasDeposit = input.staff !== undefined && input.staff.deposit !== null;
    const attempt = hasDeposit ? undefined : quickAttempt(sql, id, method, quote.payment_fee);
    if (attempt) statements.push(attempt);
    else {
      await Promise.all(statements.splice(0));
      await prepareAttempt(sql, id, method, quote.payment_fee);
    }
  }
  const pieces = evaluation.quote.lines.filter(({ is_custom }) => !is_custom);
  if (pieces.length > 0) statements.push(holdStock(sql, id, pieces));
  if (input.staff && quote.total > 0) {
    // No mail: staff send a payment link, or have received the money.
    await Promise.all([...statements, numberOrder(sql)]);
    return id;
  }
  const kind = method?.method.kind;
  if (kind !== undefined && kind !== "instructions" && kind !== "offline") {
    // The first mail follows the payment, so nothing is needed before the commit.
    await withCommit(sql, statements);
    return id;
  }
  await Promise.all([...statements, numberOrder(sql)]);
  if (kind === undefined) await placeUnpaid(sql, id, "placed_for_nothing");
  else if (kind === "offline") await placeUnpaid(sql, id, "placed_for_cash");
  // A customer who pays on the next screen gets no mail yet; see `remindUnpaid`.
  else await queueOrderMail(sql, id, "awaiting_payment");
  return id;
}

interface Earlier {
  /** Orders of the customer that await payment. */
  readonly unpaid: number;
  readonly earlier: { readonly id: string; readonly request_hash: string } | null;
}

/**
 * The lock serialises the requests of one customer: a second request with the same key finds the first one's order, and
 * unpaid orders are counted one after the other.
 */
async function findEarlier(sql: Sql, actor: Person, key: string): Promise<Earlier> {
  const [, [found]] = await Promise.all([
    lockBuyer(sql, actor.id),
    sql<Earlier[]>`
      select (${countUnpaid(sql, actor.id)}) as unpaid, (
        select json_build_object('id', id, 'request_hash', request_hash) from orders
        where customer_id = ${actor.id} and idempotency_key = ${key}
      ) as earlier`,
  ]);
  return found ?? { unpaid: 0, earlier: null };
}

function chooseMethod(input: OrderInput, quote: CheckoutQuote): ChosenMethod | undefined {
  if (input.staff) {
    const { payment_method } = input;
    return payment_method === undefined ? undefined : findCounterMethod(payment_method);
  }
  if (input.payment_method === undefined)
    throw new Refused({ code: "payment_method_not_available" });
  const method = findMethod(input.payment_method);
  const offer = quote.payment_methods.find(({ id }) => id === input.payment_method);
  if (method && offer?.problem === null) return method;
  if (offer?.problem?.code === "not_now") throw new Refused({ code: "payment_method_unavailable" });
  throw new Refused({ code: "payment_method_not_available" });
}

const shortages: ReadonlySet<string> = new Set(["out_of_stock", "not_enough_stock"]);

function isUnbuyable(quote: CheckoutQuote): boolean {
  return quote.problems.some(({ promo_code }) => promo_code === undefined);
}

/**
 * A code without effect does not stop the order: the buyer has seen the total without it and pays that total.
 * @throws Refused
 */
export function refuseWhatChanged(input: OrderInput, quote: CheckoutQuote): void {
  if (isUnbuyable(quote)) {
    throw new Refused({ code: "cart_problems", quote });
  }
  if (quote.total !== input.expected_total || quote.shipping === null) {
    const gone = quote.problems.find(({ code }) => usedUp.has(code));
    throw new Refused(
      gone?.promo_code
        ? { code: "promo_exhausted", promo_code: gone.promo_code, quote }
        : { code: "total_changed", quote },
    );
  }
  // In an order that staff make, the buyer accepts the terms on the page of the pay link.
  if (!input.staff && quote.terms_version !== input.accepted_terms_version) {
    throw new Refused({ code: "terms_changed", terms_version: quote.terms_version });
  }
}

/** Problems of a code that was used up meanwhile by another buyer or another tab. */
const usedUp: ReadonlySet<string> = new Set([
  "promo_limit_reached",
  "promo_budget_spent",
  "promo_already_used",
]);
