import type { Language } from "#base/language.ts";
import { may, type Person } from "#shop/kernel/access.ts";
import { drawPaper } from "#shop/orders/draw-paper.server.ts";
import { findOrder } from "#shop/orders/find-order.server.ts";
import { readLinePictures } from "#shop/orders/line-pictures.server.ts";
import { type OrderDetail, piecesToShip, type Shipment } from "#shop/orders/order.ts";
import { findMerchant } from "#shop/settings/merchant/find-merchant.server.ts";
import type { Paper } from "./find-papers.server.ts";
import { paperTexts } from "./paper-texts.ts";

/** Orders of one file: a page of the list, and some more. */
export const maxBatch = 50;

/** Packing slips, labels for a label printer (A6), or four labels on each A4 page. */
export type BatchKind = "slips" | "labels" | "labels-a4";

type Part = Pick<Shipment, "number" | "courier" | "service" | "tracking_number" | "lines">;

/**
 * Staff: the packing slips or the labels of several orders as one PDF, order by order, each as it leaves next: prepared
 * shipments, else all pieces without one, else what was sent. Pickups have no label.
 * @returns undefined when none of them has anything to print
 */
export async function findBatch(
  actor: Person,
  orderIds: readonly string[],
  kind: BatchKind,
  language: Language,
): Promise<Paper | undefined> {
  if (!may(actor, "orders.read")) return undefined;
  const merchant = await findMerchant();
  const parts: { readonly order: OrderDetail; readonly part: Part }[] = [];
  for (const id of [...new Set(orderIds)].slice(0, maxBatch)) {
    const order = await findOrder(actor, id, language);
    if (!order || (order.is_pickup && kind !== "slips")) continue;
    for (const part of partsOf(order)) parts.push({ order, part });
  }
  if (parts.length === 0) return undefined;
  const title = paperTexts[language][kind === "slips" ? "slips" : "labels"];
  const head = { language, title, author: merchant.name };
  const fileName = `${title}.pdf`;
  if (kind !== "slips") {
    const labels = parts.map(({ order, part }) => ({ order, shipment: part, merchant, language }));
    const sheet = kind === "labels" ? "A6" : "A4";
    return { fileName, bytes: await drawPaper("drawLabels", labels, sheet, head) };
  }
  const slips = [];
  for (const { order, part } of parts) {
    const pictures = await readLinePictures(actor, order.id);
    const { number, lines } = part;
    slips.push({ order, merchant, language, number, lines, pictures });
  }
  return { fileName, bytes: await drawPaper("drawSlips", slips, head) };
}

function partsOf(order: OrderDetail): readonly Part[] {
  const prepared = order.shipments.filter(({ status }) => status === "pending");
  if (prepared.length > 0) return prepared;
  const lines = order.lines.flatMap((line) => {
    const quantity = piecesToShip(line);
    return quantity > 0 ? [{ order_line_id: line.id, quantity }] : [];
  });
  if (order.status === "placed" && lines.length > 0) {
    // The number that its shipment will have.
    const number = `${order.number}-F${order.shipments.length + 1}`;
    return [
      { number, courier: order.courier, service: order.service, tracking_number: null, lines },
    ];
  }
  return order.shipments.filter(({ status }) => status !== "canceled");
}
