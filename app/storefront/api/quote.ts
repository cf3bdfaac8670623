import * as v from "valibot";
import { languageOf } from "#app/language.ts";
import { visitor } from "#shop/access.ts";
import { quoteInputSchema } from "#shop/cart/cart.ts";
import { quoteCart } from "#shop/cart/quote-cart.server.ts";
import type { Route } from "./+types/quote";

/** What the cart on the device costs now. Asked as a visitor: a public page knows nobody. */
export async function action({ request }: Route.ActionArgs) {
  const body: unknown = await request.json().catch(() => null);
  const input = v.safeParse(quoteInputSchema, body);
  if (!input.success || input.output.address_id) {
    return Response.json({ error: { code: "invalid_input" } }, { status: 400 });
  }
  const { pathname } = new URL(request.url);
  return Response.json(await quoteCart(visitor, input.output, languageOf(pathname)));
}
