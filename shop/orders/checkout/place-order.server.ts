import { createHash } from "node:crypto";
import { dateNow } from "#base/clock.ts";
import { AppError } from "#base/errors.ts";
import type { Language } from "#base/language.ts";
import { limitConcurrency } from "#base/limit-concurrency.ts";
import { noteDuration } from "#base/pace.ts";
import { fail, ok, type Result } from "#base/result.ts";
import { asShop, inTransaction, violatedConstraint } from "#db/client.server.ts";
import type { Person } from "#shop/kernel/access.ts";
import { cached, withoutProducts } from "#shop/kernel/cache.server.ts";
import type { QuoteInput } from "#shop/orders/cart/cart.ts";
import { withoutCodes } from "#shop/orders/cart/guard-codes.server.ts";
import { evaluateCart } from "#shop/orders/cart/quote-cart.server.ts";
import { startAttempt } from "#shop/orders/payments/attempts/start-payment.server.ts";
import { secondsToWaitForCodes } from "#shop/promotions/code-guesses.server.ts";
import { countRefusals } from "#shop/promotions/count-refusals.server.ts";
import { placingOrders } from "#shop/staff/tasks/give-way.server.ts";
import { passesCaptcha } from "./check-captcha.server.ts";
import type { PlacedOrder, PlaceOrderInput, PlaceOrderProblem } from "./checkout.ts";
import { countOrder } from "./limit-orders.server.ts";
import { evaluateCheckout } from "./quote-checkout.server.ts";
import { isSoldOut, markSoldOut } from "./sold-out.server.ts";
import {
  type PlaceOrderContext,
  Refused,
  refuseWhatChanged,
  writeOrder,
} from "./write-order.server.ts";

/**
 * Turns a cart into an order, in three phases (business rule 2):
 * 1. one transaction prices the cart again, compares the total with the customer's, holds pieces and promotion uses and
 * writes the order with copies of all facts;
 * 2. the payment is opened at its provider, outside any transaction;
 * 3. `settlePayment` finishes once the provider reports the payment. With nothing to pay, phase 1 finishes.
 * @throws AppError `idempotency_key_reused` 422 when the key belongs to another request
 */
export async function placeOrder(
  actor: Person,
  input: PlaceOrderInput,
  context: PlaceOrderContext,
): Promise<Result<PlacedOrder, PlaceOrderProblem>> {
  const requestHash = createHash("sha256").update(canonical(input)).digest("hex");
  const { idempotencyKey, language, network } = context;
  if (!(await passesCaptcha(actor, input, context))) return fail({ code: "captcha_failed" });
  const wait = await secondsToWaitForCodes({ actor, network }, input.promo_codes ?? []);
  if (wait > 0) {
    const quote = await withoutCodes(cartOf(input), wait, (cart) =>
      evaluateCheckout(actor, cart, language),
    );
    return fail({ code: "too_many_codes", wait_seconds: wait, quote });
  }
  const counted =
    network === undefined ? undefined : await countOrder(actor, idempotencyKey, network);
  if (counted && counted.wait > 0) {
    return fail({ code: "too_many_orders", wait_seconds: counted.wait });
  }
  let orderId: string;
  try {
    await askCourierFirst(actor, input, language);
    const begun = performance.now();
    const countedEmail = counted?.email;
    orderId = await placeInTurn(actor, input, { ...context, countedEmail }, requestHash);
    noteDuration(placingOrders, performance.now() - begun);
  } catch (error) {
    await counted?.uncount();
    if (error instanceof Refused) {
      const quote = "quote" in error.problem ? error.problem.quote : undefined;
      if (quote) countRefusals({ actor, network }, quote.problems);
      return fail(error.problem);
    }
    if (violatedConstraint(error) === "too_many_unpaid_pieces") {
      return fail({ code: "too_many_unpaid_pieces" });
    }
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

/** Fetches live courier rates before the transaction, so that the transaction makes no outbound call. */
async function askCourierFirst(
  actor: Person,
  input: PlaceOrderInput,
  language: Language,
): Promise<void> {
  const live = await liveMethods();
  if (!live.includes(input.shipping_method_id)) return;
  await evaluateCart(asShop(), actor, input, language, dateNow());
}

const liveMethods = cached(
  "live methods",
  async (): Promise<string[]> => {
    const rows = await asShop()<{ id: string }[]>`
    select id from shipping_methods where source = 'live'`;
    return rows.map(({ id }) => id);
  },
  withoutProducts,
);

/**
 * Orders that this process places concurrently. Each holds a connection, also while it waits for a lock on stock in
 * demand; the other connections serve payments and reads (docs/why/orders.md).
 */
const placing = limitConcurrency(6);
/** Maximum tries for a cart whose pieces or promotions change between check and write. */
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
      return inTransaction((sql) => writeOrder(sql, actor, input, context, requestHash)).catch(
        (error: unknown) => {
          const problem = overtakenIn(error, input);
          if (!problem) throw error;
          if (problem.code === "out_of_stock") markSoldOut(input);
          overtaken = problem;
          return undefined;
        },
      );
    });
    if (placed !== undefined) return placed;
    // Price the cart outside the transaction and the concurrency limit: no lock is held meanwhile.
    refuseWhatChanged(input, await evaluateCheckout(actor, input, context.language));
  }
  throw new Refused(overtaken);
}

function outOfStock({ lines }: PlaceOrderInput): PlaceOrderProblem {
  return { code: "out_of_stock", variant_ids: lines.map((line) => line.variant_id) };
}

/**
 * The problem when another buyer took pieces or a promotion use after the check; undefined for any other error. The
 * caller prices the cart again, also for an exhausted code: its taker may have taken the pieces too.
 */
function overtakenIn(error: unknown, input: PlaceOrderInput): PlaceOrderProblem | undefined {
  if (error instanceof Refused && error.problem.code === "promo_exhausted") return error.problem;
  switch (violatedConstraint(error)) {
    case "out_of_stock":
      return outOfStock(input);
    // The merchant lowered the maximum pieces between check and write; the next check names the line.
    case "too_many_pieces":
      return { code: "too_many_unpaid_pieces" };
    case "promo_exhausted":
    case "promo_already_used":
    case "promo_budget_spent":
      return { code: "promo_exhausted", promo_code: input.promo_codes?.join(", ") ?? "" };
    default:
      return undefined;
  }
}

/** The order as `place-order` returns it. */
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

function cartOf(order: PlaceOrderInput): QuoteInput {
  const {
    expected_total: _,
    accepted_terms_version: __,
    captcha_token: ___,
    mail_click: ____,
    ...cart
  } = order;
  return cart;
}

/** The request as canonical JSON: independent of the order of its fields, without what may differ between two tries. */
function canonical(input: PlaceOrderInput): string {
  const { captcha_token: _, mail_click: __, ...asked } = input;
  return JSON.stringify(Object.entries(asked).sort(([a], [b]) => (a < b ? -1 : 1)));
}
