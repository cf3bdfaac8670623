import * as v from "valibot";
import { badRequest } from "#app/read-form.server.ts";
import { deleteCart, saveCart, takeCart } from "#shop/abandoned-carts/saved-cart.server.ts";
import { handedCartSchema } from "#shop/abandoned-carts/saved-cart.ts";
import { personOf } from "../person.server.ts";
import type { Route } from "./+types/move-cart";

const uuid = v.pipe(v.string(), v.uuid());
const requestSchema = v.variant("intent", [
  v.strictObject({ intent: v.literal("take"), device: uuid }),
  v.strictObject({ intent: v.literal("forget"), version: uuid }),
  v.strictObject({ intent: v.literal("keep"), ...handedCartSchema.entries }),
]);

/** Where a device and the account hand a cart to each other, as JSON. */
export async function action({ request, context }: Route.ActionArgs) {
  const actor = personOf(context);
  const body: unknown = await request.json().catch(() => {
    throw badRequest();
  });
  const checked = v.safeParse(requestSchema, body);
  if (!checked.success) throw badRequest();
  const asked = checked.output;
  switch (asked.intent) {
    case "take":
      return Response.json({ cart: await takeCart(actor, asked.device) });
    case "forget":
      await deleteCart(actor, asked.version);
      return Response.json({});
    case "keep": {
      const { intent: _, ...cart } = asked;
      await saveCart(actor, cart);
      return Response.json({});
    }
  }
}
