import { currentActor } from "#app/access.server.ts";
import { isUuid } from "#base/uuid.ts";
import { findPrintedColours } from "#shop/production/customisations/print-files/find-printed-colours.server.ts";
import type { Route } from "./+types/line-printed";

const statuses = { not_found: 404, picture_gone: 409, busy: 503 } as const;

/**
 * How a proof looks once the printer's profile has printed it: `?proof=`. Readers of the order may see it. 404 for others' and
 * unknown ones, 409 where an uploaded picture of the design is gone, 503 while too many pictures are drawn.
 */
export async function loader({ params, url, context }: Route.LoaderArgs) {
  const proof = Number(url.searchParams.get("proof"));
  const refuse = (code: keyof typeof statuses) =>
    Response.json({ error: { code } }, { status: statuses[code] });
  if (!isUuid(params.id) || !Number.isInteger(proof) || proof < 1 || proof > 10_000)
    return refuse("not_found");
  const areas = await findPrintedColours(currentActor(context), params.id, proof);
  if (!areas.ok) return refuse(areas.problem);
  return Response.json(
    { areas: areas.value },
    { headers: { "Cache-Control": "private, max-age=300" } },
  );
}
