import { languageOf } from "#app/language.ts";
import { findDraftBuyers, findDraftVariants } from "#shop/orders/drafts/draft-choices.server.ts";
import { staffWith } from "../../staff.server.ts";
import type { Route } from "./+types/choices";

/** Search results for the fields of a draft: buyers with `?of=buyers`, else variants. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const staff = staffWith(context, "orders.draft");
  const q = url.searchParams.get("q") ?? "";
  const found =
    url.searchParams.get("of") === "buyers"
      ? await findDraftBuyers(staff, q)
      : await findDraftVariants(staff, q, languageOf(url.pathname));
  return Response.json(found, { headers: { "cache-control": "no-store" } });
}
