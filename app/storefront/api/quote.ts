import * as v from "valibot";
import { currentActor } from "#app/access.server.ts";
import { networkContext } from "#app/context.ts";
import { languageOf } from "#app/language.ts";
import { touchCart } from "#shop/mailing/cart-reminders/touch-cart.server.ts";
import { quoteInputSchema } from "#shop/orders/cart/cart.ts";
import { codesWait } from "#shop/orders/cart/guard-codes.server.ts";
import { quoteCart } from "#shop/orders/cart/quote-cart.server.ts";
import type { Route } from "./+types/quote";

/**
 * The price of the device's cart for the current actor: promotions for first orders, groups and limits per customer
 * depend on it. The page itself is anonymous; its script sends this request.
 * @returns 429 with the price without codes for those who tried too many wrong ones
 */
export async function action({ request, context }: Route.ActionArgs) {
  const body: unknown = await request.json().catch(() => null);
  const input = v.safeParse(quoteInputSchema, body, { abortEarly: true });
  if (!input.success || input.output.address_id) {
    return Response.json({ error: { code: "invalid_input" } }, { status: 400 });
  }
  const { pathname } = new URL(request.url);
  const actor = currentActor(context);
  const language = languageOf(pathname);
  const asker = { actor, network: context.get(networkContext) };
  const [quote] = await Promise.all([quoteCart(asker, input.output, language), touchCart(actor)]);
  const wait = codesWait(quote);
  return wait > 0
    ? Response.json(quote, { status: 429, headers: { "Retry-After": String(wait) } })
    : Response.json(quote);
}
