import { data } from "react-router";
import { exportProducts } from "#shop/imports/export-products.server.ts";
import { staffWith } from "../staff.server.ts";
import type { Route } from "./+types/export-file";

/** All products as a file, streamed. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const staff = staffWith(context, "products.read");
  const file = exportProducts(staff, url.searchParams.get("delimiter") === "," ? "," : ";");
  if (!file) throw data(null, { status: 404 });
  return csvAnswer(file, "produk.csv");
}

/** A file to be saved. */
export function csvAnswer(file: ReadableStream<Uint8Array>, name: string): Response {
  return new Response(file, {
    headers: {
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": `attachment; filename="${name}"`,
      "cache-control": "no-store",
    },
  });
}
