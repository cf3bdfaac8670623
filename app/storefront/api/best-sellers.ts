import { languageOf } from "#app/language.ts";
import { homeProducts } from "#shop/catalogue/catalogue.server.ts";
import type { Route } from "./+types/best-sellers";

const shownCount = 4;

/** Cards of what sells best, for an empty cart. */
export async function loader({ request }: Route.LoaderArgs) {
  const { bestSellers } = await homeProducts(languageOf(new URL(request.url).pathname));
  return Response.json(bestSellers.slice(0, shownCount), {
    headers: { "cache-control": "public, max-age=60" },
  });
}
