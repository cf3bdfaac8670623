import { currentActor } from "#app/access.server.ts";
import { findMainRegion } from "#shop/customers/addresses/addresses.server.ts";
import type { Route } from "./+types/main-region";

/** Where the signed-in person has things sent; null for visitors and for people without an address. */
export async function loader({ context }: Route.LoaderArgs) {
  const actor = currentActor(context);
  const region = actor.kind === "person" ? await findMainRegion(actor) : null;
  return Response.json(region, { headers: { "cache-control": "private, no-store" } });
}
