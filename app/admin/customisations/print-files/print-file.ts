import { data } from "react-router";
import { staffWith } from "#app/admin/staff.server.ts";
import { AppError } from "#base/errors.ts";
import { findPrintFile } from "#shop/production/customisations/print-files/print-file.server.ts";
import type { Route } from "./+types/print-file";

/** The file that the printer prints, once the buyer has approved it. 409 for a contour that cannot be cut, 503 under load. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const staff = staffWith(context, "customisations.read");
  const file = await findPrintFile(staff, params.id).catch((error: unknown) => {
    if (error instanceof AppError) throw data({ code: error.code }, { status: error.status });
    throw error;
  });
  if (!file) throw data(null, { status: 404 });
  return new Response(new Uint8Array(file.bytes), {
    headers: {
      "Content-Type": "application/pdf",
      "Content-Disposition": `attachment; filename="${file.fileName}"`,
      "Cache-Control": "no-store",
    },
  });
}
