import { config } from "#base/config.server.ts";
import { type Language, localPath } from "#base/language.ts";
import { may, type Person } from "#shop/kernel/access.ts";
import { drawPaper } from "#shop/orders/draw-paper.server.ts";
import { findOrder } from "#shop/orders/find-order.server.ts";
import { namePayments } from "#shop/orders/name-payments.ts";
import { findMerchant } from "#shop/settings/merchant/find-merchant.server.ts";
import { findNpwp } from "#shop/settings/merchant/find-npwp.server.ts";
import { methodName } from "#shop/settings/payment-methods/methods.server.ts";
import type { Paper } from "./find-papers.server.ts";
import { paperTexts } from "./paper-texts.ts";

/**
 * Staff: the receipt of a paid order for a roll of thermal paper.
 * @returns undefined for an unknown order and an unpaid one
 */
export async function findReceipt(
  actor: Person,
  orderId: string,
  millimetres: 58 | 80,
  language: Language,
): Promise<Paper | undefined> {
  const order = may(actor, "orders.read") ? await findOrder(actor, orderId, language) : undefined;
  if (!order?.has_invoice) return undefined;
  const path = localPath(language, `/TermsAndConditions/${order.terms_version}`);
  const bytes = await drawPaper("drawReceipt", {
    order,
    merchant: await findMerchant(),
    npwp: order.tax_included ? await findNpwp() : "",
    language,
    method: namePayments(order, (id) => methodName(id, language)).join(", "),
    terms: config().publicUrl + path,
    millimetres,
  });
  return { fileName: paperTexts[language].receiptFile(order.number), bytes };
}
