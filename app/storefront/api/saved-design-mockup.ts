import { currentActor } from "#app/access.server.ts";
import { isUuid } from "#base/uuid.ts";
import { findCardImage } from "#shop/customisations/find-card-image.server.ts";
import type { Route } from "./+types/saved-design-mockup";
import { imageResponse, widthOf } from "./image-response.server.ts";

/** The address names when the design changed, but the goods may get another colour. */
const cacheSeconds = 86_400;

/** A side of an own saved or ordered design on its goods: `?side=&width=`. */
export async function loader({ params, url, context }: Route.LoaderArgs) {
  const { searchParams } = url;
  const actor = currentActor(context);
  if (!isUuid(params.id) || actor.kind !== "person") return new Response(null, { status: 404 });
  const width = widthOf(searchParams.get("width"));
  return imageResponse(
    await findCardImage(actor, params.id, searchParams.get("side") ?? "", width),
    cacheSeconds,
  );
}
