import { currentActor } from "#app/access.server.ts";
import { isUuid } from "#base/uuid.ts";
import { findInks } from "#shop/production/customisations/print-files/find-inks.server.ts";
import type { Route } from "./+types/line-inks";

const statuses = { not_found: 404, picture_gone: 409, busy: 503 } as const;

/**
 * White ink and cut lines of a proof: `?proof=`. Readers of the order may see them. 404 for others' and unknown ones, 409 where
 * an uploaded picture of the design is gone, 503 while too many pictures are drawn.
 */
export async function loader({ params, url, context }: Route.LoaderArgs) {
  const proof = Number(url.searchParams.get("proof"));
  const refuse = (code: keyof typeof statuses) =>
    Response.json({ error: { code } }, { status: statuses[code] });
  if (!isUuid(params.id) || !Number.isInteger(proof) || proof < 1 || proof > 10_000)
    return refuse("not_found");
  const areas = await findInks(currentActor(context), params.id, proof);
  if (!areas.ok) return refuse(areas.problem);
  return Response.json(
    { areas: areas.value },
    { headers: { "Cache-Control": "private, max-age=300" } },
  );
}
