import { languageOf } from "#app/language.ts";
import { suggestProducts } from "#shop/catalogue/catalogue.server.ts";
import type { Route } from "./+types/suggestions";

const maxQueryLength = 100;

/** Suggestions of the search box. */
export async function loader({ request }: Route.LoaderArgs) {
  const { pathname, searchParams } = new URL(request.url);
  const q = (searchParams.get("q") ?? "").slice(0, maxQueryLength);
  return Response.json(await suggestProducts(q, languageOf(pathname)), {
    headers: { "cache-control": "public, max-age=60" },
  });
}
