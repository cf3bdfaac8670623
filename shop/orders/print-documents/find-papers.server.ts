import type { Language } from "#base/language.ts";
import { may, type Person } from "#shop/kernel/access.ts";
import { drawPaper } from "#shop/orders/draw-paper.server.ts";
import { findOrder } from "#shop/orders/find-order.server.ts";
import { readLinePictures } from "#shop/orders/line-pictures.server.ts";
import { piecesToShip } from "#shop/orders/order.ts";
import { findMerchant } from "#shop/settings/merchant/find-merchant.server.ts";
import { paperTexts } from "./paper-texts.ts";

export interface Paper {
  readonly fileName: string;
  /** PDF */
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/**
 * Staff: the packing slip of a shipment, or of all pieces without one.
 * @param shipmentId null for the pieces without a shipment
 * @returns undefined when there is nothing to pack, or no such order or shipment
 */
export async function findPackingSlip(
  actor: Person,
  orderId: string,
  shipmentId: string | null,
  language: Language,
): Promise<Paper | undefined> {
  const order = may(actor, "orders.read") ? await findOrder(actor, orderId, language) : undefined;
  const shipment = order?.shipments.find(({ id }) => id === shipmentId);
  if (!order || (shipmentId !== null && !shipment)) return undefined;
  const lines =
    shipment?.lines ??
    order.lines.flatMap((line) => {
      const quantity = piecesToShip(line);
      return quantity > 0 ? [{ order_line_id: line.id, quantity }] : [];
    });
  if (lines.length === 0) return undefined;
  const number = shipment?.number ?? order.number;
  const merchant = await findMerchant();
  const pictures = await readLinePictures(actor, orderId);
  const title = `${paperTexts[language].slip} ${number}`;
  const slip = { order, merchant, language, number, lines, pictures };
  const bytes = await drawPaper("drawSlips", [slip], { language, title, author: merchant.name });
  return { fileName: paperTexts[language].slipFile(number), bytes };
}

/**
 * Staff: the label of a shipment.
 * @returns undefined for an unknown order or shipment, a cancelled one, and pickup
 */
export async function findLabel(
  actor: Person,
  orderId: string,
  shipmentId: string | null,
  language: Language,
): Promise<Paper | undefined> {
  const order = may(actor, "orders.read") ? await findOrder(actor, orderId, language) : undefined;
  const shipment = order?.shipments.find(({ id }) => id === shipmentId);
  if (!order || !shipment || shipment.status === "canceled" || order.is_pickup) {
    return undefined;
  }
  const merchant = await findMerchant();
  const head = {
    language,
    title: `${paperTexts[language].label} ${shipment.number}`,
    author: merchant.name,
  };
  const label = { order, shipment, merchant, language };
  const bytes = await drawPaper("drawLabels", [label], "A6", head);
  return { fileName: paperTexts[language].labelFile(shipment.number), bytes };
}

/**
 * Staff: the card of a gift.
 * @returns undefined for an unknown order, and one without a message
 */
export async function findGiftCard(
  actor: Person,
  orderId: string,
  language: Language,
): Promise<Paper | undefined> {
  const order = may(actor, "orders.read") ? await findOrder(actor, orderId, language) : undefined;
  const gift = order?.remarks.gift;
  if (!order || !gift?.message) return undefined;
  const { name } = await findMerchant();
  const head = { language, title: paperTexts[language].card, author: name };
  const bytes = await drawPaper(
    "drawGiftCard",
    { gift, recipient: order.recipient, language },
    head,
  );
  return { fileName: paperTexts[language].cardFile(order.number), bytes };
}
