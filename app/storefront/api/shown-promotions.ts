import * as v from "valibot";
import { currentActor } from "#app/access.server.ts";
import { languageOf } from "#app/language.ts";
import { quoteInputSchema } from "#shop/orders/cart/cart.ts";
import { tryShownPromotions } from "#shop/orders/cart/shown-promotions.server.ts";
import type { Route } from "./+types/shown-promotions";

/** The promotions that the merchant shows, each with what this cart lacks for it. */
export async function action({ request, context }: Route.ActionArgs) {
  const body: unknown = await request.json().catch(() => null);
  const input = v.safeParse(quoteInputSchema, body, { abortEarly: true });
  if (!input.success || input.output.address_id) {
    return Response.json({ error: { code: "invalid_input" } }, { status: 400 });
  }
  const language = languageOf(new URL(request.url).pathname);
  return Response.json(await tryShownPromotions(currentActor(context), input.output, language));
}
