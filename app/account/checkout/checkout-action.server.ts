import { data } from "react-router";
import * as v from "valibot";
import { signUpWords } from "#app/messages/shared/sign-up.ts";
import { badRequest } from "#app/read-form.server.ts";
import type { Language } from "#base/language.ts";
import { log } from "#base/log.server.ts";
import { subscribeAccount } from "#shop/consent/subscribe/subscribe-account.server.ts";
import type { Person } from "#shop/kernel/access.ts";
import { touchCart } from "#shop/mailing/cart-reminders/touch-cart.server.ts";
import { quoteInputSchema } from "#shop/orders/cart/cart.ts";
import { codesWait } from "#shop/orders/cart/guard-codes.server.ts";
import {
  type CheckoutQuote,
  type PlacedOrder,
  type PlaceOrderProblem,
  placeOrderInputSchema,
} from "#shop/orders/checkout/checkout.ts";
import { placeOrder } from "#shop/orders/checkout/place-order.server.ts";
import { quoteCheckout } from "#shop/orders/checkout/quote-checkout.server.ts";
import { settleOrder } from "#shop/orders/payments/settlement/settle-order.server.ts";

export type CheckoutAnswer =
  | { readonly kind: "quote"; readonly quote: CheckoutQuote }
  | { readonly kind: "placed"; readonly placed: PlacedOrder }
  | { readonly kind: "refused"; readonly problem: PlaceOrderProblem }
  | { readonly kind: "settled" }
  /** Set by the browser: the connection was lost, and it is unknown whether the order arrived. */
  | { readonly kind: "unsent" };

/** Why no order was placed, as reported by placing or by the browser. */
export type CheckoutProblem =
  | PlaceOrderProblem
  /** The captcha cannot be had now. */
  | { readonly code: "captcha_unavailable" };

const requestSchema = v.variant("intent", [
  v.strictObject({ intent: v.literal("quote"), cart: quoteInputSchema }),
  v.strictObject({
    intent: v.literal("place"),
    key: v.pipe(v.string(), v.uuid()),
    order: placeOrderInputSchema,
    /** The buyer ticked the box for news from the shop. */
    wants_news: v.optional(v.boolean(), false),
  }),
  v.strictObject({ intent: v.literal("settle"), order_id: v.pipe(v.string(), v.uuid()) }),
]);

/**
 * Answers the checkout's JSON requests; 429 for those who tried too many wrong codes.
 * @throws a 400 answer
 */
export async function answerCheckout(
  asker: { readonly actor: Person; readonly network: string; readonly userAgent: string },
  body: unknown,
  language: Language,
): Promise<CheckoutAnswer | ReturnType<typeof data<CheckoutAnswer>>> {
  const request = v.safeParse(requestSchema, body, { abortEarly: true });
  if (!request.success) throw badRequest();
  const asked = request.output;
  const { actor } = asker;
  switch (asked.intent) {
    case "quote": {
      const [quote] = await Promise.all([
        quoteCheckout(asker, asked.cart, language),
        touchCart(actor),
      ]);
      const wait = codesWait(quote);
      return wait > 0 ? later({ kind: "quote", quote }, wait) : { kind: "quote", quote };
    }
    case "place": {
      const placed = await placeOrder(actor, asked.order, {
        idempotencyKey: asked.key,
        language,
        network: asker.network,
      });
      if (placed.ok) {
        if (asked.wants_news) await subscribeBuyer(asker, language);
        return { kind: "placed", placed: placed.value };
      }
      const { problem } = placed;
      return "wait_seconds" in problem
        ? later({ kind: "refused", problem }, problem.wait_seconds)
        : { kind: "refused", problem };
    }
    case "settle":
      await settleOrder(actor, asked.order_id);
      return { kind: "settled" };
  }
}

/** After the order, so that nobody is mailed for one that was refused. The order stands whatever happens here. */
async function subscribeBuyer(
  { actor, network, userAgent }: { actor: Person; network: string; userAgent: string },
  language: Language,
): Promise<void> {
  try {
    await subscribeAccount(actor, "checkout", {
      language,
      wording: signUpWords(language).box,
      ip: network,
      user_agent: userAgent,
    });
  } catch (error) {
    log.error({ err: error }, "a buyer was not subscribed");
  }
}

/** A price or a refusal with the seconds until a retry. */
function later(answer: CheckoutAnswer, wait: number) {
  return data(answer, { status: 429, headers: { "Retry-After": String(wait) } });
}
