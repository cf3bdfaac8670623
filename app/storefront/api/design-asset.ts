import { currentActor } from "#app/access.server.ts";
import { findAssetPreview } from "#shop/designs/uploads/find-asset.server.ts";
import type { Route } from "./+types/design-asset";

/** The preview of a picture for a design. A hash names one content for ever, so a browser keeps it. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const preview = /^[0-9a-f]{64}$/.test(params.sha256)
    ? await findAssetPreview(currentActor(context), params.sha256)
    : undefined;
  if (preview === undefined) return new Response(null, { status: 404 });
  return new Response(new Uint8Array(preview), {
    headers: {
      "content-type": "image/webp",
      "cache-control": "private, max-age=31536000, immutable",
      "content-security-policy": "default-src 'none'; sandbox",
      "x-content-type-options": "nosniff",
    },
  });
}
