import { currentActor } from "#app/access.server.ts";
import { isUuid } from "#base/uuid.ts";
import { TooMuchImageWork } from "#integrations/images/limit-image-work.ts";
import { findInks } from "#shop/customisations/find-inks.server.ts";
import { PictureMismatch } from "#shop/designs/picture-files.server.ts";
import type { Route } from "./+types/line-inks";

/**
 * White ink and cut lines of a proof: `?proof=`. Readers of the order may see them. 404 for others' and unknown ones, 409 where
 * an uploaded picture of the design is gone, 503 while too many pictures are drawn.
 */
export async function loader({ params, url, context }: Route.LoaderArgs) {
  const proof = Number(url.searchParams.get("proof"));
  const refuse = (code: string, status: number) => Response.json({ error: { code } }, { status });
  if (!isUuid(params.id) || !Number.isInteger(proof) || proof < 1 || proof > 10_000)
    return refuse("not_found", 404);
  try {
    const areas = await findInks(currentActor(context), params.id, proof);
    if (!areas) return refuse("not_found", 404);
    return Response.json({ areas }, { headers: { "Cache-Control": "private, max-age=300" } });
  } catch (error) {
    if (error instanceof TooMuchImageWork) return refuse("busy", 503);
    if (error instanceof PictureMismatch) return refuse("picture_gone", 409);
    throw error;
  }
}
