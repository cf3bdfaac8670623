import { networkContext } from "#app/context.ts";
import { imageResponse, widthOf } from "#app/design-image-response.server.ts";
import { findSharedImage } from "#shop/production/customisations/sharing/find-shared-image.server.ts";
import type { Route } from "./+types/shared-design-mockup";

/** Short, because the owner may revoke the link. */
const cacheSeconds = 300;

/** A side of a shared design on its goods: `?side=&width=`. */
export async function loader({ params, url, context }: Route.LoaderArgs) {
  const { searchParams } = url;
  const width = widthOf(searchParams.get("width"));
  const side = searchParams.get("side") ?? "";
  const image = await findSharedImage(params.token, side, width, context.get(networkContext));
  if (image === "too_many_requests") return new Response(null, { status: 429 });
  return imageResponse(image, cacheSeconds);
}
