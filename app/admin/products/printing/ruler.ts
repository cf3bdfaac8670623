import { data } from "react-router";
import { languageOf } from "#app/language.ts";
import { drawRuler } from "#shop/production/customisations/print-files/ruler-page.server.ts";
import { staffWith } from "../../staff.server.ts";
import type { Route } from "./+types/ruler";

/** The areas of a specification in true size, with a line of 100 mm to measure. */
export async function loader({ params, url, context }: Route.LoaderArgs) {
  const staff = staffWith(context, "products.read");
  const spec = url.searchParams.get("spec") ?? "";
  const file = await drawRuler(staff, params.id, spec, languageOf(url.pathname));
  if (!file) throw data(null, { status: 404 });
  return new Response(file.bytes, {
    headers: {
      "Content-Type": "application/pdf",
      "Content-Disposition": `inline; filename="${file.fileName}"`,
      "Cache-Control": "no-store",
    },
  });
}
