import type { Language } from "#base/language.ts";
import { isStaff, type Person } from "#shop/access.ts";
import { findMerchant } from "#shop/merchant/find-merchant.server.ts";
import { findOrder } from "../find-order.server.ts";
import { piecesToShip } from "../order.ts";
import { paperTexts } from "./paper-texts.ts";

export interface Paper {
  readonly fileName: string;
  /** PDF */
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/**
 * Staff: what goes into a parcel, or into those that are still to be packed.
 * @param parcelId missing for everything without a parcel
 * @returns undefined when there is nothing to pack, or no such order or parcel
 */
export async function findPackingSlip(
  actor: Person,
  orderId: string,
  parcelId: string | null,
  language: Language,
): Promise<Paper | undefined> {
  const order = isStaff(actor) ? await findOrder(actor, orderId, language) : undefined;
  const parcel = order?.shipments.find(({ id }) => id === parcelId);
  if (!order || (parcelId !== null && !parcel)) return undefined;
  const lines =
    parcel?.lines ??
    order.lines.flatMap((line) => {
      const quantity = piecesToShip(line);
      return quantity > 0 ? [{ order_line_id: line.id, quantity }] : [];
    });
  if (lines.length === 0) return undefined;
  const number = parcel?.number ?? order.number;
  // Loaded by who asks for the first one, as invoices are.
  const { drawSlip } = await import("./draw-slip.server.ts");
  const merchant = await findMerchant();
  const bytes = await drawSlip({ order, merchant, language, number, lines });
  return { fileName: paperTexts[language].slipFile(number), bytes };
}

/**
 * Staff: the label of a parcel.
 * @returns undefined when there is no such order or parcel, it was cancelled, or its buyer fetches it
 */
export async function findLabel(
  actor: Person,
  orderId: string,
  parcelId: string | null,
  language: Language,
): Promise<Paper | undefined> {
  const order = isStaff(actor) ? await findOrder(actor, orderId, language) : undefined;
  const parcel = order?.shipments.find(({ id }) => id === parcelId);
  if (!order || !parcel || parcel.status === "canceled" || order.is_pickup) {
    return undefined;
  }
  const { drawLabel } = await import("./draw-label.server.ts");
  const bytes = await drawLabel({ order, parcel, merchant: await findMerchant(), language });
  return { fileName: paperTexts[language].labelFile(parcel.number), bytes };
}
