import { searchProductHits } from "#shop/catalogue/sales/read-sales.server.ts";
import { staffWith } from "../staff.server.ts";
import type { Route } from "./+types/search-products";

const maxQueryLength = 100;

/** What the search box for products finds. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const staff = staffWith(context, "products.read");
  const q = (url.searchParams.get("q") ?? "").slice(0, maxQueryLength);
  return Response.json(await searchProductHits(staff, q), {
    headers: { "cache-control": "no-store" },
  });
}
