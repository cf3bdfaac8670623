import { data } from "react-router";
import { staffWith } from "#app/admin/staff.server.ts";
import { languageOf } from "#app/language.ts";
import { bundlePrints } from "#shop/production/customisations/print-files/print-bundle.server.ts";
import type { Route } from "./+types/print-bundle";

/** Print files and tickets of the ticked prints (`?id=` for each) as one ZIP archive, sent while it is made. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const staff = staffWith(context, "customisations.read");
  const files = bundlePrints(staff, url.searchParams.getAll("id"), languageOf(url.pathname));
  if (!files) throw data(null, { status: 404 });
  return new Response(files, {
    headers: {
      "Content-Type": "application/zip",
      "Content-Disposition": 'attachment; filename="print.zip"',
      "Cache-Control": "no-store",
    },
  });
}
