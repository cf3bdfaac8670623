import { searchRegions } from "#shop/kernel/regions/regions.server.ts";
import type { Route } from "./+types/regions";

export async function loader({ request }: Route.LoaderArgs) {
  const q = new URL(request.url).searchParams.get("q") ?? "";
  return Response.json(await searchRegions(q), {
    headers: { "cache-control": "public, max-age=3600" },
  });
}
