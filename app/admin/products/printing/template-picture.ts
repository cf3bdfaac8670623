import { requireStaff } from "#app/access.server.ts";
import { drawTemplatePicture } from "#shop/designs/printing/template-picture.server.ts";
import { staffWith } from "../../staff.server.ts";
import type { Route } from "./+types/template-picture";

export const middleware: Route.MiddlewareFunction[] = [requireStaff];

/** What a template prints with its sample words. Its address has its version, so a browser keeps it. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const staff = staffWith(context, "products.read");
  const svg = await drawTemplatePicture(staff, params.id, params.template);
  if (svg === undefined) return new Response(null, { status: 404 });
  return new Response(svg, {
    headers: {
      "content-type": "image/svg+xml",
      "cache-control": "private, max-age=31536000, immutable",
      "content-security-policy": "default-src 'none'; img-src data:; sandbox",
    },
  });
}
