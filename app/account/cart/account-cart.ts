import * as v from "valibot";
import { badRequest } from "#app/read-form.server.ts";
import { syncCart } from "#shop/mailing/cart-reminders/saved-cart.server.ts";
import { syncSchema } from "#shop/mailing/cart-reminders/saved-cart.ts";
import { personOf } from "../person.server.ts";
import type { Route } from "./+types/account-cart";

/** JSON endpoint that syncs a device's cart with the account's. */
export async function action({ request, context }: Route.ActionArgs) {
  const actor = personOf(context);
  const body: unknown = await request.json().catch(() => {
    throw badRequest();
  });
  const sync = v.safeParse(syncSchema, body);
  if (!sync.success) throw badRequest();
  return Response.json((await syncCart(actor, sync.output)) ?? null);
}
