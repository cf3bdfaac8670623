import { data } from "react-router";
import { languageOf } from "#app/language.ts";
import { type BatchKind, findBatch } from "#shop/orders/print-documents/find-batch.server.ts";
import { staffWith } from "../staff.server.ts";
import type { Route } from "./+types/print-batch";

const kinds: Readonly<Record<string, BatchKind>> = {
  "slips.pdf": "slips",
  "labels.pdf": "labels",
  "labels-a4.pdf": "labels-a4",
};

/** Slips or labels of `?order={id}&order={id}` as one PDF. Shown inline, for printing. */
export async function loader({ params, url, context }: Route.LoaderArgs) {
  const actor = staffWith(context, "orders.read");
  const kind = Object.hasOwn(kinds, params.papers) ? kinds[params.papers] : undefined;
  const orders = url.searchParams.getAll("order");
  const paper = kind && (await findBatch(actor, orders, kind, languageOf(url.pathname)));
  if (!paper) throw data(null, { status: 404 });
  return new Response(paper.bytes, {
    headers: {
      "Content-Type": "application/pdf",
      "Content-Disposition": `inline; filename="${paper.fileName}"`,
      "Cache-Control": "no-store",
    },
  });
}
