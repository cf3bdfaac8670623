import { config } from "#base/config.server.ts";
import { type Language, localPath } from "#base/language.ts";
import type { Person } from "#shop/access.ts";
import { findMerchant } from "#shop/merchant/find-merchant.server.ts";
import { findOrder } from "../find-order.server.ts";
import { invoiceTexts } from "./invoice-texts.ts";

export interface Invoice {
  readonly fileName: string;
  /** PDF */
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/**
 * The invoice of an order that has been paid, in the language of whoever asks.
 * @returns undefined when there is no such order, when it is somebody else's, or while it is not paid
 */
export async function findInvoice(
  actor: Person,
  orderId: string,
  language: Language,
): Promise<Invoice | undefined> {
  const order = await findOrder(actor, orderId, language);
  if (!order?.has_invoice) return undefined;
  const address = config().publicUrl + localPath(language, `/dashboard/orders/${order.id}`);
  // Loaded by who asks for the first one: what draws a PDF is large, and most of the time nobody does.
  const { drawInvoice } = await import("./draw-invoice.server.ts");
  const bytes = await drawInvoice({ order, merchant: await findMerchant(), language, address });
  return { fileName: invoiceTexts[language].fileName(order.number), bytes };
}
