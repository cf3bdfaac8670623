import { dateNow } from "#base/clock.ts";
import type { Language } from "#base/language.ts";
import { zip } from "#base/zip.ts";
import type { Sql } from "#db/client.server.ts";
import type { CartInput } from "#shop/orders/cart/cart.ts";
import { evaluateCart } from "#shop/orders/cart/quote-cart.server.ts";
import type { StaffSale } from "#shop/orders/cart/staff-sale.ts";
import type { Recipient } from "#shop/orders/checkout/recipient.ts";
import { loadSettings } from "#shop/settings/load-settings.server.ts";
import type { ShownChange } from "#shop/staff/approvals/approval.ts";
import type { DraftContent } from "./draft.ts";
import { buyerAsActor } from "./draft-order.server.ts";

/** The difference between the shop's prices and the agreed price of a draft. */
export interface StaffCut {
  /** Whole percent, rounded up. */
  readonly percent: number;
  readonly changes: readonly ShownChange[];
}

const none: StaffCut = { percent: 0, changes: [] };

/**
 * Compares a draft with the same draft at the shop's prices: typed prices, the staff discount and the delivery price. A
 * higher typed price does not offset a lower one. Promotions are not counted. Runs within a transaction.
 */
export async function measureStaffCut(
  sql: Sql,
  content: DraftContent,
  cart: CartInput & { readonly staff: StaffSale },
  recipient: Recipient,
  language: Language,
): Promise<StaffCut> {
  const { staff } = cart;
  const isAgreed =
    staff.discount !== null ||
    staff.shipping !== null ||
    staff.prices.some((price) => price !== null);
  if (!isAgreed) return none;
  const known = { settings: await loadSettings(sql), destination: recipient };
  const price = (sale: StaffSale) =>
    evaluateCart(sql, buyerAsActor(content), { ...cart, staff: sale }, language, dateNow(), known);
  const agreed = await price(staff);
  const prices = staff.prices.map(() => null);
  const usual = await price({ ...staff, prices, discount: null, shipping: null });
  const lines = (evaluation: typeof usual) =>
    evaluation.lines.filter(({ quoted }) => !quoted.is_gift);
  // A line cannot be bought; the order is refused for that reason.
  if (lines(usual).length !== lines(agreed).length) return none;
  const changes: ShownChange[] = [];
  let [whole, lowered] = [0, 0];
  for (const [{ quoted: before }, { quoted: after, priced }] of zip(lines(usual), lines(agreed))) {
    whole += before.unit_price * before.quantity;
    lowered += Math.max(0, before.unit_price - after.unit_price) * before.quantity;
    lowered += priced.staff_discount;
    const of = `${before.quantity} × ${before.is_custom ? before.name : before.sku}`;
    if (before.unit_price !== after.unit_price)
      changes.push({ of, field: "price", before: before.unit_price, after: after.unit_price });
    if (priced.staff_discount > 0)
      changes.push({ of, field: "discount", before: null, after: priced.staff_discount });
  }
  const [delivery, agreedDelivery] = [usual, agreed].map(
    ({ quote }) => (quote.shipping ?? 0) + quote.shipping_discount,
  );
  if (delivery !== undefined && agreedDelivery !== undefined && delivery !== agreedDelivery) {
    const of = cart.shipping_method_id
      ? usual.quote.shipping_options.find(({ id }) => id === cart.shipping_method_id)?.name
      : "";
    changes.push({ of: of ?? "", field: "delivery", before: delivery, after: agreedDelivery });
    lowered += Math.max(0, delivery - agreedDelivery);
  }
  whole += delivery ?? 0;
  return {
    percent: whole === 0 ? 0 : Math.min(100, Math.ceil((lowered * 100) / whole)),
    changes,
  };
}
