import { data } from "react-router";
import { requireStaff } from "#app/access.server.ts";
import { findPrintFile } from "#shop/customisations/print-file.server.ts";
import { staffWith } from "../staff.server.ts";
import type { Route } from "./+types/print-file";

export const middleware: Route.MiddlewareFunction[] = [requireStaff];

/** The file that the printer prints, once the buyer has approved it. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const file = await findPrintFile(staffWith(context, "customisations.read"), params.id);
  if (!file) throw data(null, { status: 404 });
  return new Response(new Uint8Array(file.bytes), {
    headers: {
      "Content-Type": "application/pdf",
      "Content-Disposition": `attachment; filename="${file.fileName}"`,
      "Cache-Control": "no-store",
    },
  });
}
