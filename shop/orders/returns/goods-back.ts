import type { Rupiah } from "#shop/kernel/money.ts";
import { goodsShare, type SupplementShare, supplementsShare } from "#shop/orders/refund-sum.ts";
import type { ReturnDetail } from "./return.ts";

/**
 * What the pieces of a return or claim cost, which goes back with them.
 * @param supplements what the order's lines cost more since
 * @param pieces those that were asked for, or those that arrived
 * @returns whole rupiah: all goods, and what of them was paid by supplements
 */
export function goodsBack(
  lines: ReturnDetail["lines"],
  supplements: readonly SupplementShare[],
  pieces: "asked" | "arrived",
): { readonly goods: Rupiah; readonly ofSupplements: Rupiah } {
  let goods = 0;
  let ofSupplements = 0;
  for (const line of lines) {
    const arrived = (line.resellable ?? 0) + (line.damaged ?? 0);
    const count = pieces === "asked" ? line.quantity : arrived;
    const more = supplementsShare(supplements, line.order_line_id, count);
    goods += goodsShare(line, count) + more;
    ofSupplements += more;
  }
  return { goods, ofSupplements };
}
