import type { Language } from "#base/language.ts";
import { may, type Person } from "#shop/access.ts";
import { findMerchant } from "#shop/merchant/find-merchant.server.ts";
import { findOrder } from "../find-order.server.ts";
import { readLinePictures } from "../line-pictures.server.ts";
import { type OrderDetail, piecesToShip, type Shipment } from "../order.ts";
import { drawPaper } from "../papers/draw-paper.server.ts";
import type { BatchPart } from "../papers/paper-functions.ts";
import type { Paper } from "./find-papers.server.ts";
import { paperTexts } from "./paper-texts.ts";

/** Orders of one file: a page of the list, and some more. */
export const maxBatch = 50;

type Part = Pick<Shipment, "number" | "courier" | "service" | "tracking_number" | "lines">;

/**
 * Staff: the packing slip and the label of several orders as one PDF, order by order, each as it leaves next: prepared
 * shipments, else all pieces without one, else what was sent. Pickups have no label.
 * @returns undefined when none of them has anything to print
 */
export async function findBatch(
  actor: Person,
  orderIds: readonly string[],
  language: Language,
): Promise<Paper | undefined> {
  if (!may(actor, "orders.read")) return undefined;
  const merchant = await findMerchant();
  const title = paperTexts[language].slip;
  const batch: BatchPart[] = [];
  for (const id of [...new Set(orderIds)].slice(0, maxBatch)) {
    const order = await findOrder(actor, id, language);
    const parts = order ? partsOf(order) : [];
    if (!order || parts.length === 0) continue;
    const pictures = await readLinePictures(actor, id);
    for (const part of parts) {
      const { number, lines } = part;
      const label = order.is_pickup ? null : { order, shipment: part, merchant, language };
      batch.push({ slip: { order, merchant, language, number, lines, pictures }, label });
    }
  }
  if (batch.length === 0) return undefined;
  const bytes = await drawPaper("drawBatch", batch, { language, title, author: merchant.name });
  return { fileName: `${title}.pdf`, bytes };
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
