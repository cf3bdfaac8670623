import { searchAreas } from "#shop/kernel/regions/areas.server.ts";
import { staffWith } from "../../staff.server.ts";
import type { Route } from "./+types/areas";

const maxQueryLength = 80;

/** What the search box for kabupaten, cities and kecamatan finds. */
export async function loader({ url, context }: Route.LoaderArgs) {
  staffWith(context, "mail.read");
  const q = (url.searchParams.get("q") ?? "").slice(0, maxQueryLength);
  return Response.json(await searchAreas(q), { headers: { "cache-control": "no-store" } });
}
