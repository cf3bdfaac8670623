import { currentActor } from "#app/access.server.ts";
import { imageResponse, widthOf } from "#app/design-image-response.server.ts";
import { isUuid } from "#base/uuid.ts";
import { findVersionImage } from "#shop/designs/mockups/find-mockup.server.ts";
import type { Route } from "./+types/version-mockup";

/** The goods of the variant may get another colour; the design never changes. */
const cacheSeconds = 86_400;

/** What is printed on a line of the cart, on its goods: `?variant=&width=`. */
export async function loader({ params, url, context }: Route.LoaderArgs) {
  const { searchParams } = url;
  const variant = searchParams.get("variant") ?? "";
  if (!isUuid(params.id) || !isUuid(variant)) return new Response(null, { status: 404 });
  const width = widthOf(searchParams.get("width"));
  return imageResponse(
    await findVersionImage(currentActor(context), params.id, variant, width),
    cacheSeconds,
  );
}
