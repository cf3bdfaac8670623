import { svgResponse } from "#app/svg-response.server.ts";
import { findTemplatePicture } from "#shop/designs/printing/template-picture.server.ts";
import type { Route } from "./+types/template-picture";

/** What a template prints with its sample words. `?v=` is its version, so a browser keeps it. */
export async function loader({ params }: Route.LoaderArgs) {
  return svgResponse(await findTemplatePicture(params.id));
}
