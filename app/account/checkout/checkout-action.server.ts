import { data } from "react-router";
import * as v from "valibot";
import { badRequest } from "#app/read-form.server.ts";
import type { Language } from "#base/language.ts";
import { snapshotCart } from "#shop/abandoned-carts/snapshot-cart.server.ts";
import type { Person } from "#shop/access.ts";
import { type QuoteInput, quoteInputSchema } from "#shop/cart/cart.ts";
import { quoteUnlessGuessing } from "#shop/cart/quote-unless-guessing.server.ts";
import {
  type CheckoutQuote,
  type PlacedOrder,
  type PlaceOrderInput,
  type PlaceOrderProblem,
  placeOrderInputSchema,
} from "#shop/checkout/checkout.ts";
import { placeOrder } from "#shop/checkout/place-order.server.ts";
import { quoteCheckout } from "#shop/checkout/quote-checkout.server.ts";
import { settleOrder } from "#shop/payments/settlement/settle-order.server.ts";
import { secondsToWaitForCodes } from "#shop/promotions/code-guesses.server.ts";

export type CheckoutAnswer =
  | { readonly kind: "quote"; readonly quote: CheckoutQuote }
  | { readonly kind: "placed"; readonly placed: PlacedOrder }
  | { readonly kind: "refused"; readonly problem: CheckoutProblem }
  | { readonly kind: "settled" }
  /** Said by the browser itself: the connection was lost, and nobody knows what has arrived. */
  | { readonly kind: "unsent" };

/** Why nothing was placed: what placing says, or too many wrong codes before. */
export type CheckoutProblem =
  | PlaceOrderProblem
  | { readonly code: "too_many_codes"; readonly quote: CheckoutQuote };

const requestSchema = v.variant("intent", [
  v.strictObject({ intent: v.literal("quote"), cart: quoteInputSchema }),
  v.strictObject({
    intent: v.literal("place"),
    key: v.pipe(v.string(), v.uuid()),
    order: placeOrderInputSchema,
  }),
  v.strictObject({ intent: v.literal("settle"), order_id: v.pipe(v.string(), v.uuid()) }),
]);

/**
 * What the checkout asks of the server, as JSON; 429 for those who tried too many wrong codes.
 * @throws a 400 answer
 */
export async function answerCheckout(
  guesser: { readonly actor: Person; readonly network: string },
  body: unknown,
  language: Language,
): Promise<CheckoutAnswer | ReturnType<typeof data<CheckoutAnswer>>> {
  const request = v.safeParse(requestSchema, body);
  if (!request.success) throw badRequest();
  const asked = request.output;
  const { actor } = guesser;
  const priced = (cart: QuoteInput) =>
    quoteUnlessGuessing(guesser, cart, (input) => quoteCheckout(actor, input, language));
  switch (asked.intent) {
    case "quote": {
      const [{ quote, wait }] = await Promise.all([
        priced(asked.cart),
        snapshotCart(actor, asked.cart),
      ]);
      return wait > 0 ? later({ kind: "quote", quote }, wait) : { kind: "quote", quote };
    }
    case "place": {
      const codes = asked.order.promo_codes ?? [];
      if ((await secondsToWaitForCodes(guesser, codes)) > 0) {
        const { quote, wait } = await priced(cartOf(asked.order));
        const problem: CheckoutProblem = { code: "too_many_codes", quote };
        return later({ kind: "refused", problem }, wait);
      }
      const placed = await placeOrder(actor, asked.order, {
        idempotencyKey: asked.key,
        language,
        network: guesser.network,
      });
      if (!placed.ok && placed.problem.code === "too_many_orders") {
        return later({ kind: "refused", problem: placed.problem }, placed.problem.wait_seconds);
      }
      return placed.ok
        ? { kind: "placed", placed: placed.value }
        : { kind: "refused", problem: placed.problem };
    }
    case "settle":
      await settleOrder(actor, asked.order_id);
      return { kind: "settled" };
  }
}

/** A price or a refusal that says when to try again. */
function later(answer: CheckoutAnswer, wait: number) {
  return data(answer, { status: 429, headers: { "Retry-After": String(wait) } });
}

function cartOf(order: PlaceOrderInput): QuoteInput {
  const { expected_total: _, accepted_terms_version: __, captcha_token: ___, ...cart } = order;
  return cart;
}
