import { profiledProcesses } from "#shop/designs/colour-profiles/icc-profile.ts";
import { findLookTable } from "#shop/designs/colour-profiles/look-table.server.ts";
import type { Route } from "./+types/printed-looks";

const headers = { "cache-control": "public, max-age=300" };

/**
 * How the printer of a process prints a table of colours (docs/why/designs.md). 204: it has no profile; 404: no such process; 503: too
 * many pictures are drawn.
 */
export async function loader({ params }: Route.LoaderArgs) {
  const process = profiledProcesses.find((name) => name === params.process);
  if (!process) return Response.json({ error: { code: "not_found" } }, { status: 404 });
  const table = await findLookTable(process);
  if (!table.ok) return Response.json({ error: { code: table.problem } }, { status: 503 });
  if (!table.value) return new Response(null, { status: 204, headers });
  return new Response(table.value, {
    headers: { ...headers, "content-type": "application/octet-stream" },
  });
}
