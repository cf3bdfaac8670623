import { data } from "react-router";
import { languageOf } from "#app/language.ts";
import { findLabel, findPackingSlip } from "#shop/orders/print-documents/find-papers.server.ts";
import { staffWith } from "../staff.server.ts";
import type { Route } from "./+types/print-documents";

const documents = { "slip.pdf": findPackingSlip, "label.pdf": findLabel };

/** A shipment's packing slip or label, `?shipment={id}`. Shown inline, for printing. */
export async function loader({ params, url, context }: Route.LoaderArgs) {
  const find = Object.hasOwn(documents, params.paper)
    ? documents[params.paper as keyof typeof documents]
    : undefined;
  const language = languageOf(url.pathname);
  const shipment = url.searchParams.get("shipment");
  const paper = await find?.(staffWith(context, "orders.read"), params.id, shipment, language);
  if (!paper) throw data(null, { status: 404 });
  return new Response(paper.bytes, {
    headers: {
      "Content-Type": "application/pdf",
      "Content-Disposition": `inline; filename="${paper.fileName}"`,
      "Cache-Control": "no-store",
    },
  });
}
