import { Readable } from "node:stream";
import { data } from "react-router";
import { staffWith } from "#app/admin/staff.server.ts";
import { AppError } from "#base/errors.ts";
import { findPrintImages } from "#shop/production/customisations/print-files/print-images.server.ts";
import { zip } from "#shop/production/customisations/print-files/zip.ts";
import type { Route } from "./+types/print-images";

/** What the printer prints as PNG with alpha, in one ZIP archive that is sent while they are drawn. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const staff = staffWith(context, "customisations.read");
  const images = await findPrintImages(staff, params.id).catch((error: unknown) => {
    if (error instanceof AppError) throw data({ code: error.code }, { status: error.status });
    throw error;
  });
  if (!images) throw data(null, { status: 404 });
  const pieces = Readable.from(zip(images.files), { objectMode: false });
  return new Response(Readable.toWeb(pieces) as ReadableStream<Uint8Array<ArrayBuffer>>, {
    headers: {
      "Content-Type": "application/zip",
      "Content-Disposition": `attachment; filename="${images.fileName}"`,
      "Cache-Control": "no-store",
    },
  });
}
