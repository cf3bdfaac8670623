import { svgResponse } from "#app/svg-response.server.ts";
import { drawTemplatePicture } from "#shop/designs/print-setup/template-picture.server.ts";
import { staffWith } from "../../staff.server.ts";
import type { Route } from "./+types/template-picture";

/** What a template prints with its sample words. Its address has its version, so a browser keeps it. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const staff = staffWith(context, "products.read");
  return svgResponse(await drawTemplatePicture(staff, params.id, params.template));
}
