import { currentActor } from "#app/access.server.ts";
import { svgResponse } from "#app/svg-response.server.ts";
import { isUuid } from "#base/uuid.ts";
import { findDesignPicture } from "#shop/designs/draw/find-picture.server.ts";
import type { Route } from "./+types/design-picture";

/** What is printed on a line of the cart; `?variant=` shows a roster's first piece of it. A version never changes, so a browser keeps its picture. */
export async function loader({ params, url, context }: Route.LoaderArgs) {
  const variant = url.searchParams.get("variant");
  const isKnown = isUuid(params.id) && (variant === null || isUuid(variant));
  const svg = isKnown
    ? await findDesignPicture(currentActor(context), params.id, variant)
    : undefined;
  return svgResponse(svg);
}
