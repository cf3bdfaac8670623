import { currentActor } from "#app/access.server.ts";
import { imageResponse, widthOf } from "#app/design-image-response.server.ts";
import { isUuid } from "#base/uuid.ts";
import { findSavedDesignImage } from "#shop/production/customisations/drafts/find-saved-design-image.server.ts";
import type { Route } from "./+types/saved-design-mockup";

/** One day: the URL changes with the design but not with the colour of the goods. */
const cacheSeconds = 86_400;

/** A side of an own saved or ordered design on its goods: `?side=&width=`. */
export async function loader({ params, url, context }: Route.LoaderArgs) {
  const { searchParams } = url;
  const actor = currentActor(context);
  if (!isUuid(params.id) || actor.kind !== "person") return new Response(null, { status: 404 });
  const width = widthOf(searchParams.get("width"));
  return imageResponse(
    await findSavedDesignImage(actor, params.id, searchParams.get("side") ?? "", width),
    cacheSeconds,
  );
}
