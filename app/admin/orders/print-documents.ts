import { data } from "react-router";
import { languageOf } from "#app/language.ts";
import { findInvoice } from "#shop/orders/invoice/find-invoice.server.ts";
import {
  findGiftCard,
  findLabel,
  findPackingSlip,
} from "#shop/orders/print-documents/find-papers.server.ts";
import { findReceipt } from "#shop/orders/print-documents/find-receipt.server.ts";
import { methodName } from "#shop/settings/payment-methods/methods.server.ts";
import { staffWith } from "../staff.server.ts";
import type { Route } from "./+types/print-documents";

/**
 * An order's invoice, receipts and the card of a gift, and a shipment's packing slip or label, `?shipment={id}`. Shown inline,
 * for printing.
 */
export async function loader({ params, url, context }: Route.LoaderArgs) {
  const actor = staffWith(context, "orders.read");
  const language = languageOf(url.pathname);
  const shipment = url.searchParams.get("shipment");
  const find = {
    "invoice.pdf": () => findInvoice(actor, params.id, language, methodName),
    "slip.pdf": () => findPackingSlip(actor, params.id, shipment, language),
    "card.pdf": () => findGiftCard(actor, params.id, language),
    "label.pdf": () => findLabel(actor, params.id, shipment, language),
    "receipt-58.pdf": () => findReceipt(actor, params.id, 58, language),
    "receipt-80.pdf": () => findReceipt(actor, params.id, 80, language),
  };
  const name = params.paper as keyof typeof find;
  const paper = Object.hasOwn(find, name) ? await find[name]() : undefined;
  if (!paper) throw data(null, { status: 404 });
  return new Response(paper.bytes, {
    headers: {
      "Content-Type": "application/pdf",
      "Content-Disposition": `inline; filename="${paper.fileName}"`,
      "Cache-Control": "no-store",
    },
  });
}
