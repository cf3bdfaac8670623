import type { Rupiah } from "#shop/kernel/money.ts";
import type { OrderDetail } from "#shop/orders/order.ts";
import type { ReturnDetail, ReturnReason } from "./return.ts";

/** Faults of the shop or on the way: the terms promise the money back with the delivery. */
const faults: ReadonlySet<ReturnReason> = new Set(["damaged", "misprinted", "wrong_item"]);

/**
 * The delivery cost that the shop's terms promise with the money of a claim (docs/why/orders.md): the share of the claimed
 * pieces by number, and all that is left where nothing else of the order stays paid. Goods unlike the print that was
 * approved are a fault too.
 */
export function promisedShipping(
  request: Pick<ReturnDetail, "kind" | "reason" | "refundable_shipping"> & {
    readonly lines: readonly { readonly order_line_id: string; readonly quantity: number }[];
  },
  order: {
    readonly shipping: Rupiah;
    readonly lines: readonly Pick<
      OrderDetail["lines"][number],
      "id" | "quantity" | "refunded" | "personalised"
    >[];
  },
): Rupiah {
  if (request.kind !== "claim") return 0;
  const asked = new Set(request.lines.map(({ order_line_id }) => order_line_id));
  const isUnlikeProof =
    request.reason === "not_as_described" &&
    order.lines.some(({ id, personalised }) => personalised && asked.has(id));
  if (!faults.has(request.reason) && !isUnlikeProof) return 0;
  const claimed = request.lines.reduce((sum, { quantity }) => sum + quantity, 0);
  const ordered = order.lines.reduce((sum, { quantity }) => sum + quantity, 0);
  const paid = order.lines.reduce((sum, { quantity, refunded }) => sum + quantity - refunded, 0);
  if (claimed >= paid) return request.refundable_shipping;
  return Math.min(request.refundable_shipping, Math.round((order.shipping * claimed) / ordered));
}
