import { svgResponse } from "#app/svg-response.server.ts";
import { findTemplatePicture } from "#shop/designs/print-setup/template-picture.server.ts";
import type { Route } from "./+types/template-picture";

/**
 * What a template prints with its sample words. `?v=` is its version, so that browsers and caches between keep it; an address
 * of another version has the present picture, which nobody keeps.
 */
export async function loader({ params, url }: Route.LoaderArgs) {
  const found = await findTemplatePicture(params.id);
  const isCurrent = found !== undefined && url.searchParams.get("v") === String(found.version);
  return svgResponse(found?.svg, isCurrent ? "public" : "passing");
}
