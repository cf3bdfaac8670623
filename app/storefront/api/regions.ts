import { searchRegions } from "#shop/regions/regions.server.ts";
import type { Route } from "./+types/regions";

const maxQueryLength = 80;

export async function loader({ request }: Route.LoaderArgs) {
  const q = (new URL(request.url).searchParams.get("q") ?? "").slice(0, maxQueryLength);
  return Response.json(await searchRegions(q), {
    headers: { "cache-control": "public, max-age=3600" },
  });
}
