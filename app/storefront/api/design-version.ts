import { currentActor } from "#app/access.server.ts";
import { isUuid } from "#base/uuid.ts";
import { findVersion } from "#shop/designs/find-version.server.ts";
import type { Route } from "./+types/design-version";

/** The document of a version in the cart, for the designer. 404 for another person's. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const version = isUuid(params.id)
    ? await findVersion(currentActor(context), params.id)
    : undefined;
  const headers = { "cache-control": "private, no-store" };
  return version
    ? Response.json(version, { headers })
    : Response.json({ error: { code: "design_not_found" } }, { status: 404, headers });
}
