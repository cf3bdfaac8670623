import * as v from "valibot";
import { networkOf } from "#backend/auth/context.server.ts";
import {
  defineFunction,
  type FunctionAnswer,
  type FunctionCaller,
  type FunctionTable,
} from "#backend/functions/function-table.ts";
import { AppError } from "#base/errors.ts";
import { messageOf } from "#server/boot/messages.ts";
import { deleteAccount } from "#shop/customers/delete-account.server.ts";
import { findActor } from "#shop/customers/find-person.server.ts";
import type { Actor, Person } from "#shop/kernel/access.ts";
import { quoteInputSchema } from "#shop/orders/cart/cart.ts";
import { codesWait } from "#shop/orders/cart/guard-codes.server.ts";
import { placeOrderInputSchema } from "#shop/orders/checkout/checkout.ts";
import { placeOrder } from "#shop/orders/checkout/place-order.server.ts";
import { quoteCheckout } from "#shop/orders/checkout/quote-checkout.server.ts";
import { findOrder } from "#shop/orders/find-order.server.ts";
import { cancelOrder } from "#shop/orders/fulfilment/cancel-order.server.ts";
import { confirmReceived } from "#shop/orders/fulfilment/fulfil-order.server.ts";

/**
 * 429 with the details of the answer.
 * @param wait seconds
 */
function tooMany(code: string, wait: number, details: Readonly<Record<string, unknown>> = {}) {
  return new AppError(code, 429, { retryAfter: wait, details: { retry_after: wait, ...details } });
}

const orderSchema = v.strictObject({ order_id: v.pipe(v.string(), v.uuid()) });

/** The functions of `POST /functions/v1/{name}`: the same use cases as the screens. */
export const shopFunctions: FunctionTable = {
  "quote-cart": defineFunction({
    summary: "Prices a cart and says what is wrong with it. Stores nothing.",
    input: quoteInputSchema,
    needs: "anyone",
    mutating: false,
    async run(caller, input, { language, ip }) {
      const actor = await actorOf(caller);
      const quote = await quoteCheckout({ actor, network: networkOf(ip) }, input, language);
      const wait = codesWait(quote);
      if (wait > 0) throw tooMany("too_many_codes", wait, { quote });
      return { status: 200, body: quote };
    },
  }),
  "place-order": defineFunction({
    summary: "Turns a cart into an order and opens its payment. Needs an Idempotency-Key.",
    input: placeOrderInputSchema,
    needs: "user",
    mutating: true,
    async run(caller, input, { language, idempotencyKey, ip }) {
      if (!idempotencyKey) throw new AppError("idempotency_key_required", 400);
      const person = await personOf(caller);
      const network = networkOf(ip);
      const placed = await placeOrder(person, input, { idempotencyKey, language, network });
      if (placed.ok) return { status: 200, body: placed.value };
      const { code, ...details } = placed.problem;
      // A temporary failure is not stored as the answer to this idempotency key.
      if (code === "payment_method_unavailable") throw new AppError(code, 503);
      if ("wait_seconds" in placed.problem) throw tooMany(code, placed.problem.wait_seconds);
      const status = { payment_unavailable: 503, captcha_failed: 422 }[code as string] ?? 409;
      return problem(code, status, language, details);
    },
  }),
  "cancel-order": defineFunction({
    summary: "Cancels an own order that has not been packed; what was paid goes back.",
    input: orderSchema,
    needs: "user",
    mutating: true,
    async run(caller, { order_id }, { language }) {
      const person = await personOf(caller);
      const canceled = await cancelOrder(person, order_id, "customer");
      if (canceled.ok) return { status: 200, body: { order: await findOrder(person, order_id) } };
      if (canceled.problem === "payment_provider_unavailable")
        throw new AppError(canceled.problem, 503);
      const status = canceled.problem === "order_not_found" ? 404 : 409;
      return problem(canceled.problem, status, language);
    },
  }),
  "delete-account": defineFunction({
    summary:
      "Deletes the caller's own account for good. Needs a proof of who they are, at most ten minutes old.",
    input: v.strictObject({ confirm: v.literal(true) }),
    needs: "user",
    mutating: true,
    async run(caller, _input, { language }) {
      const deleted = await deleteAccount(await personOf(caller));
      if (deleted.ok) return { status: 200, body: { deleted: true } };
      const { code, ...details } = deleted.problem;
      return problem(code, code === "reauthentication_needed" ? 403 : 409, language, details);
    },
  }),
  "confirm-received": defineFunction({
    summary: "Confirms that everything of an own order has arrived.",
    input: orderSchema,
    needs: "user",
    mutating: true,
    async run(caller, { order_id }, { language }) {
      const person = await personOf(caller);
      const confirmed = await confirmReceived(person, order_id);
      if (confirmed.ok) return { status: 200, body: { order: await findOrder(person, order_id) } };
      const status = confirmed.problem === "order_not_found" ? 404 : 409;
      return problem(confirmed.problem, status, language);
    },
  }),
};

async function actorOf(caller: FunctionCaller): Promise<Actor> {
  return findActor(caller.claims);
}

async function personOf(caller: FunctionCaller): Promise<Person> {
  const actor = await actorOf(caller);
  if (actor.kind !== "person") throw new AppError("no_authorization", 401);
  return actor;
}

function problem(
  code: string,
  status: number,
  language: "id" | "en",
  details: Readonly<Record<string, unknown>> = {},
): FunctionAnswer {
  const hasDetails = Object.keys(details).length > 0;
  return {
    status,
    body: {
      error: { code, message: messageOf(code, language), ...(hasDetails ? { details } : {}) },
    },
  };
}
