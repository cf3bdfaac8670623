import { choiceKinds, searchChoices } from "#shop/promotions/editor/search-choices.server.ts";
import { staffWith } from "../staff.server.ts";
import type { Route } from "./+types/search-choices";

const maxQueryLength = 100;

/** What the search boxes of the builder find. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const staff = staffWith(context, "promos.read");
  const kind = choiceKinds.find((one) => one === url.searchParams.get("kind")) ?? "products";
  const q = (url.searchParams.get("q") ?? "").slice(0, maxQueryLength);
  return Response.json(await searchChoices(staff, kind, q), {
    headers: { "cache-control": "no-store" },
  });
}
