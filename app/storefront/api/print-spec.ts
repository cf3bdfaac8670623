import { isUuid } from "#base/uuid.ts";
import { findPastSpec } from "#shop/designs/find-past-spec.server.ts";
import type { Route } from "./+types/print-spec";

/** A print specification, for a design that was made for a former revision. It never changes, so a browser keeps it. */
export async function loader({ params }: Route.LoaderArgs) {
  const spec = isUuid(params.id) ? await findPastSpec(params.id) : undefined;
  return spec
    ? Response.json({ spec }, { headers: { "cache-control": "private, max-age=86400, immutable" } })
    : Response.json({ error: { code: "not_found" } }, { status: 404 });
}
