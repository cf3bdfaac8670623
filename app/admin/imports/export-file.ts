import { data } from "react-router";
import { exportFile } from "#shop/imports/export.server.ts";
import { findKind } from "#shop/imports/kinds.server.ts";
import { staffWith } from "../staff.server.ts";
import type { Route } from "./+types/export-file";

/** Everything of a kind as a file, streamed. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const staff = staffWith(context, "imports.run");
  const kind = findKind(url.searchParams.get("kind") ?? "products");
  const delimiter = url.searchParams.get("delimiter") === "," ? "," : ";";
  const file = kind && exportFile(kind, staff, delimiter);
  if (!file) throw data(null, { status: 404 });
  return csvAnswer(file, `${kind.name}.csv`);
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
