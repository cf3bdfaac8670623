import { data } from "react-router";
import { languageOf } from "#app/language.ts";
import { findBatch } from "#shop/orders/print-documents/find-batch.server.ts";
import { staffWith } from "../staff.server.ts";
import type { Route } from "./+types/print-batch";

/** Slips and labels of `?order={id}&order={id}` as one PDF. Shown inline, for printing. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const actor = staffWith(context, "orders.read");
  const paper = await findBatch(actor, url.searchParams.getAll("order"), languageOf(url.pathname));
  if (!paper) throw data(null, { status: 404 });
  return new Response(paper.bytes, {
    headers: {
      "Content-Type": "application/pdf",
      "Content-Disposition": `inline; filename="${paper.fileName}"`,
      "Cache-Control": "no-store",
    },
  });
}
