import { config } from "#base/config.server.ts";
import { type Language, localPath } from "#base/language.ts";
import type { Person } from "#shop/kernel/access.ts";
import { drawPaper } from "#shop/orders/draw-paper.server.ts";
import { findOrder } from "#shop/orders/find-order.server.ts";
import { readLinePictures } from "#shop/orders/line-pictures.server.ts";
import { findMerchant } from "#shop/settings/merchant/find-merchant.server.ts";
import { findNpwp } from "#shop/settings/merchant/find-npwp.server.ts";
import { invoicePayment, type NameMethod } from "./invoice-payment.ts";
import { invoiceTexts } from "./invoice-texts.ts";

export interface Invoice {
  readonly fileName: string;
  /** PDF */
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/**
 * The invoice of a paid order, in the given language.
 * @returns undefined for an unknown order, another customer's order, or an unpaid one
 */
export async function findInvoice(
  actor: Person,
  orderId: string,
  language: Language,
  nameMethod: NameMethod,
): Promise<Invoice | undefined> {
  const order = await findOrder(actor, orderId, language);
  if (!order?.has_invoice) return undefined;
  const address = config().publicUrl + localPath(language, `/dashboard/orders/${order.id}`);
  const bytes = await drawPaper("drawInvoice", {
    order,
    merchant: await findMerchant(),
    language,
    address,
    payment: invoicePayment(order, language, nameMethod),
    npwp: order.tax_included ? await findNpwp() : "",
    pictures: await readLinePictures(actor, order.id),
  });
  return { fileName: invoiceTexts[language].fileName(order.number), bytes };
}
