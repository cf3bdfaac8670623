import { createHash, randomUUID } from "node:crypto";
import { dateNow } from "#base/clock.ts";
import { AppError } from "#base/errors.ts";
import type { Language } from "#base/language.ts";
import { fail, ok, type Result } from "#base/result.ts";
import { turns } from "#base/turns.ts";
import {
  asShop,
  inTransaction,
  type Sql,
  violatedConstraint,
  withCommit,
} from "#db/client.server.ts";
import type { Person } from "#shop/access.ts";
import { loadSettings } from "#shop/cart/load-cart.server.ts";
import { evaluateCart, quoteCart } from "#shop/cart/quote-cart.server.ts";
import { kept } from "#shop/catalogue/cache.server.ts";
import { queueOrderMail } from "#shop/orders/order-mail.server.ts";
import { type ChosenMethod, findMethod } from "#shop/payments/methods.server.ts";
import { placeForCash, placePaid } from "#shop/payments/place-paid.server.ts";
import { prepareAttempt, quickAttempt, startAttempt } from "#shop/payments/start-payment.server.ts";
import { holdStock } from "#shop/stock/stock.server.ts";
import {
  type CheckoutQuote,
  mostUnpaidOrders,
  type PlacedOrder,
  type PlaceOrderInput,
  type PlaceOrderProblem,
} from "./checkout.ts";
import { findRecipient } from "./find-recipient.server.ts";
import { insertOrder, numberOrder } from "./insert-order.server.ts";
import { quoteCheckout, withPayment } from "./quote-checkout.server.ts";
import { isSoldOut, noteShort } from "./sold-out.server.ts";

export interface PlaceOrderContext {
  /** The same key by the same customer is the same order, for as long as the order exists. */
  readonly idempotencyKey: string;
  readonly language: Language;
}

/** Stops the transaction, so that nothing of a refused order is stored. */
class Refused extends Error {
  readonly problem: PlaceOrderProblem;

  constructor(problem: PlaceOrderProblem) {
    super(problem.code);
    this.problem = problem;
  }
}

/**
 * Turns a cart into an order, in three phases (business rule 2):
 * 1. one transaction prices the cart afresh, compares the total with what the customer saw, sets pieces and promo uses
 *    aside and writes the order with copies of everything;
 * 2. the payment is opened at its provider, outside any transaction;
 * 3. `settlePayment` finishes when the provider says that money moved. With nothing to pay, phase 1 finishes.
 * @throws AppError `idempotency_key_reused` 422 when the key belongs to another request
 */
export async function placeOrder(
  actor: Person,
  input: PlaceOrderInput,
  context: PlaceOrderContext,
): Promise<Result<PlacedOrder, PlaceOrderProblem>> {
  const requestHash = createHash("sha256").update(canonical(input)).digest("hex");
  let orderId: string;
  try {
    await askCourierFirst(actor, input, context.language);
    orderId = await placeInTurn(actor, input, context, requestHash);
  } catch (error) {
    if (error instanceof Refused) return fail(error.problem);
    throw error;
  }
  try {
    await startAttempt(orderId);
  } catch (error) {
    if (error instanceof AppError && error.code === "payment_unavailable") {
      return fail({ code: "payment_unavailable", order_id: orderId });
    }
    throw error;
  }
  return ok(await readPlacedOrder(orderId));
}

/** A courier that says its own prices is asked before the transaction, which then knows its word. */
async function askCourierFirst(
  actor: Person,
  input: PlaceOrderInput,
  language: Language,
): Promise<void> {
  const live = await liveMethods();
  if (live.includes(input.shipping_method_id)) await quoteCart(actor, input, language);
}

const liveMethods = kept("live methods", async (): Promise<string[]> => {
  const rows = await asShop()<{ id: string }[]>`
    select id from shipping_methods where source = 'live'`;
  return rows.map(({ id }) => id);
});

/**
 * Orders that are placed at once in this process. Each holds a connection, also while it waits for a hot thing: the
 * others are left to whoever pays, looks or asks for a price.
 */
const placing = turns(6);
/** Looks at a cart whose pieces or promotions come and go; then somebody else was quicker each time. */
const looks = 3;

/** @returns the order's id. @throws Refused */
async function placeInTurn(
  actor: Person,
  input: PlaceOrderInput,
  context: PlaceOrderContext,
  requestHash: string,
): Promise<string> {
  let overtaken: PlaceOrderProblem = outOfStock(input);
  for (let look = 1; look <= looks; look++) {
    const placed = await placing(async () => {
      if (await isSoldOut(actor, input, context.idempotencyKey)) return undefined;
      return inTransaction((sql) => prepare(sql, actor, input, context, requestHash)).catch(
        (error: unknown) => {
          const problem = overtakenIn(error, input);
          if (!problem) throw error;
          if (problem.code === "out_of_stock") noteShort(input);
          overtaken = problem;
          return undefined;
        },
      );
    });
    if (placed !== undefined) return placed;
    // Priced when nothing is locked and the next one has the turn.
    refuseWhatChanged(input, await quoteCheckout(actor, input, context.language));
  }
  throw new Refused(overtaken);
}

function outOfStock({ lines }: PlaceOrderInput): PlaceOrderProblem {
  return { code: "out_of_stock", variant_ids: lines.map((line) => line.variant_id) };
}

/**
 * What somebody else took between two looks, or between a look and the write, in the shop's words; undefined for any other
 * error. A code that was free when the price was agreed on is looked at again too: who took it may have taken the pieces,
 * which had been looked at before.
 */
function overtakenIn(error: unknown, input: PlaceOrderInput): PlaceOrderProblem | undefined {
  if (error instanceof Refused && error.problem.code === "promo_exhausted") return error.problem;
  switch (violatedConstraint(error)) {
    case "out_of_stock":
      return outOfStock(input);
    case "promo_exhausted":
    case "promo_already_used":
    case "promo_budget_spent":
      return { code: "promo_exhausted", promo_code: input.promo_codes?.join(", ") ?? "" };
    default:
      return undefined;
  }
}

async function prepare(
  sql: Sql,
  actor: Person,
  input: PlaceOrderInput,
  context: PlaceOrderContext,
  requestHash: string,
): Promise<string> {
  // Statements that do not wait for each other's answers travel together.
  const [{ unpaid, earlier }, settings, to] = await Promise.all([
    findEarlier(sql, actor, context.idempotencyKey),
    loadSettings(sql),
    findRecipient(sql, actor, input.address_id),
  ]);
  if (earlier) {
    if (earlier.request_hash === requestHash) return earlier.id;
    throw new AppError("idempotency_key_reused", 422);
  }
  if (input.lines.length === 0) throw new Refused({ code: "empty_cart" });
  if (unpaid >= mostUnpaidOrders) throw new Refused({ code: "too_many_unpaid" });
  const now = dateNow();
  const known = { settings, destination: to ?? null };
  const evaluation = await evaluateCart(sql, actor, input, context.language, now, known);
  const quote = await withPayment(sql, actor, evaluation, input, context.language);
  if (quote.problems.some(({ code }) => shortages.has(code))) noteShort(input);
  refuseWhatChanged(input, quote);
  const method = evaluation.quote.total > 0 ? chooseMethod(input, quote) : undefined;
  if (!to?.email) throw new AppError("contact_missing", 422);
  const id = randomUUID();
  const request = { id, requestHash, ...context };
  // In this order for everybody: what takes promotions, what takes pieces, what draws a number.
  const statements = insertOrder(
    sql,
    actor,
    input,
    evaluation,
    { ...to, email: to.email },
    request,
  );
  if (method) {
    const attempt = quickAttempt(sql, id, method, quote.payment_fee);
    if (attempt) statements.push(attempt);
    else {
      await Promise.all(statements.splice(0));
      await prepareAttempt(sql, id, method, quote.payment_fee);
    }
  }
  statements.push(holdStock(sql, id, evaluation.quote.lines));
  const kind = method?.method.kind;
  if (kind !== undefined && kind !== "instructions" && kind !== "offline") {
    // Nobody is told before the money has come, so nothing has to be known before the commit.
    await withCommit(sql, statements);
    return id;
  }
  await Promise.all([...statements, numberOrder(sql)]);
  if (kind === undefined) await placePaid(sql, id);
  else if (kind === "offline") await placeForCash(sql, id);
  // Who pays on the next screen needs no mail about it; see `remindUnpaid`.
  else await queueOrderMail(sql, id, "awaiting_payment");
  return id;
}

interface Earlier {
  /** Orders of the customer that wait for payment. */
  readonly unpaid: number;
  readonly earlier: { readonly id: string; readonly request_hash: string } | null;
}

/** The lock makes a second request with the same key wait for the first, and then find its order. */
async function findEarlier(sql: Sql, actor: Person, key: string): Promise<Earlier> {
  const [, [found]] = await Promise.all([
    sql`select pg_advisory_xact_lock(hashtextextended(${`${actor.id}:${key}`}, 0))`,
    sql<Earlier[]>`
      select (
        select count(*)::int from orders where customer_id = ${actor.id} and status = 'awaiting_payment'
      ) as unpaid, (
        select json_build_object('id', id, 'request_hash', request_hash) from orders
        where customer_id = ${actor.id} and idempotency_key = ${key}
      ) as earlier`,
  ]);
  return found ?? { unpaid: 0, earlier: null };
}

function chooseMethod(input: PlaceOrderInput, quote: CheckoutQuote): ChosenMethod {
  const method = findMethod(input.payment_method);
  const offer = quote.payment_methods.find(({ id }) => id === input.payment_method);
  if (method && offer?.problem === null) return method;
  if (offer?.problem?.code === "not_now") throw new Refused({ code: "payment_method_away" });
  throw new Refused({ code: "payment_method_not_available" });
}

const shortages: ReadonlySet<string> = new Set(["out_of_stock", "not_enough_stock"]);

function isUnbuyable(quote: CheckoutQuote): boolean {
  return quote.problems.some(({ promo_code }) => promo_code === undefined);
}

/** A code that does nothing is no obstacle: the buyer has seen the total without it, and only that one is charged. */
function refuseWhatChanged(input: PlaceOrderInput, quote: CheckoutQuote): void {
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
  if (quote.terms_version !== input.accepted_terms_version) {
    throw new Refused({ code: "terms_changed", terms_version: quote.terms_version });
  }
}

/** Problems of a code that somebody else, or another tab of the buyer, has brought about meanwhile. */
const usedUp: ReadonlySet<string> = new Set([
  "promo_limit_reached",
  "promo_budget_spent",
  "promo_already_used",
]);

/** The order as `place-order` answers it. */
export async function readPlacedOrder(orderId: string): Promise<PlacedOrder> {
  const [row] = await asShop()<(PlacedOrder["order"] & { payment: PlacedOrder["payment"] })[]>`
    select o.id, o.number, o.status, o.payment_status, o.total, o.public_token,
      (
        select json_build_object('id', p.id, 'provider', p.provider, 'kind', p.kind, 'client', p.client,
          'expires_at', p.expires_at)
        from payments p where p.order_id = o.id order by p.created_at desc limit 1
      ) as payment
    from orders o where o.id = ${orderId}`;
  if (!row) throw new AppError("order_lost", 500);
  const { payment, ...order } = row;
  return { order, payment };
}

/** The same request in the same words, whatever the order of its fields. */
function canonical(input: PlaceOrderInput): string {
  const { captcha_token: _, ...asked } = input;
  return JSON.stringify(Object.entries(asked).sort(([a], [b]) => (a < b ? -1 : 1)));
}
