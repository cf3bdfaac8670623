import { networkContext } from "#app/context.ts";
import { languageOf } from "#app/language.ts";
import { readForm } from "#app/read-form.server.ts";
import { countSearch, popularSearches } from "#shop/catalogue/popular-searches.server.ts";
import type { Route } from "./+types/popular-searches";

/** Popular searches for the empty search box. */
export async function loader({ request }: Route.LoaderArgs) {
  const words = await popularSearches(languageOf(new URL(request.url).pathname));
  return Response.json(words, { headers: { "cache-control": "public, max-age=600" } });
}

/** Counts a submitted search. */
export async function action({ request, context }: Route.ActionArgs) {
  const q = (await readForm(request)).get("q");
  const language = languageOf(new URL(request.url).pathname);
  if (typeof q === "string") await countSearch(q, language, context.get(networkContext));
  return new Response(null, { status: 204 });
}
