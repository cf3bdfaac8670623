import { currentActor } from "#app/access.server.ts";
import { imageResponse, widthOf } from "#app/design-image-response.server.ts";
import { isUuid } from "#base/uuid.ts";
import { findLineImage } from "#shop/production/customisations/find-line-image.server.ts";
import type { Route } from "./+types/line-mockup";

/** A proof never changes, but a person may lose the right to see it. */
const cacheSeconds = 86_400;

/** A proof of an ordered line on its goods: `?proof=&width=`. Readers of the order may see it. */
export async function loader({ params, url, context }: Route.LoaderArgs) {
  const { searchParams } = url;
  const proof = Number(searchParams.get("proof"));
  if (!isUuid(params.id) || !Number.isInteger(proof) || proof < 1 || proof > 10_000)
    return new Response(null, { status: 404 });
  const width = widthOf(searchParams.get("width"));
  return imageResponse(
    await findLineImage(currentActor(context), params.id, proof, width),
    cacheSeconds,
  );
}
