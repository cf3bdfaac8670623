import * as v from "valibot";
import { badRequest } from "#app/read-form.server.ts";
import type { Language } from "#base/language.ts";
import type { Person } from "#shop/access.ts";
import { quoteInputSchema } from "#shop/cart/cart.ts";
import {
  type CheckoutQuote,
  type PlacedOrder,
  type PlaceOrderProblem,
  placeOrderInputSchema,
} from "#shop/checkout/checkout.ts";
import { placeOrder } from "#shop/checkout/place-order.server.ts";
import { quoteCheckout } from "#shop/checkout/quote-checkout.server.ts";
import { settleOrder } from "#shop/payments/settle-order.server.ts";

export type CheckoutAnswer =
  | { readonly kind: "quote"; readonly quote: CheckoutQuote }
  | { readonly kind: "placed"; readonly placed: PlacedOrder }
  | { readonly kind: "refused"; readonly problem: PlaceOrderProblem }
  | { readonly kind: "settled" };

const requestSchema = v.variant("intent", [
  v.strictObject({ intent: v.literal("quote"), cart: quoteInputSchema }),
  v.strictObject({
    intent: v.literal("place"),
    key: v.pipe(v.string(), v.uuid()),
    order: placeOrderInputSchema,
  }),
  v.strictObject({ intent: v.literal("settle"), order_id: v.pipe(v.string(), v.uuid()) }),
]);

/** What the checkout asks of the server, as JSON. @throws a 400 answer */
export async function answerCheckout(
  actor: Person,
  body: unknown,
  language: Language,
): Promise<CheckoutAnswer> {
  const request = v.safeParse(requestSchema, body);
  if (!request.success) throw badRequest();
  const asked = request.output;
  switch (asked.intent) {
    case "quote":
      return { kind: "quote", quote: await quoteCheckout(actor, asked.cart, language) };
    case "place": {
      const placed = await placeOrder(actor, asked.order, { idempotencyKey: asked.key, language });
      return placed.ok
        ? { kind: "placed", placed: placed.value }
        : { kind: "refused", problem: placed.problem };
    }
    case "settle":
      await settleOrder(actor, asked.order_id);
      return { kind: "settled" };
  }
}
