import sharp from "sharp";
import { renderSVG } from "uqr";
import { isUuid } from "#base/uuid.ts";
import { asShop } from "#db/client.server.ts";
import type { Person } from "#shop/kernel/access.ts";

/** Pixels per module: sharp enough to scan from a screen and from a saved picture. */
const moduleSize = 12;

/**
 * Draws the QR code of an own order's open payment, black on white with its quiet zone. It is drawn here so that no
 * external service learns of the payment.
 * @returns a PNG; undefined when the payment has no QR code
 */
export async function drawPaymentQr(
  actor: Person,
  orderId: string,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  if (!isUuid(orderId)) return undefined;
  const [row] = await asShop()<{ qr: string | null }[]>`
    select p.client ->> 'qr' as qr from payments p join orders o on o.id = p.order_id
    where o.id = ${orderId} and o.customer_id = ${actor.id} and p.status in ('pending', 'declined')
    order by p.created_at desc limit 1`;
  if (!row?.qr) return undefined;
  const svg = renderSVG(row.qr, { ecc: "M", border: 4, pixelSize: moduleSize });
  return new Uint8Array(await sharp(Buffer.from(svg)).png({ palette: true }).toBuffer());
}
