import type { Quote } from "./cart.ts";
import type { PricedCart } from "./price-cart.ts";

/** The amount that the goods lack for the destination's lowest free-delivery threshold. */
export function freeShipping(priced: PricedCart): Quote["free_shipping"] {
  const offers = priced.shipping_options.flatMap(({ rate, price }) =>
    rate.free_from === null || rate.is_pickup
      ? []
      : [{ from: rate.free_from, up_to: rate.max_subsidy, price }],
  );
  const [lowest] = offers.toSorted((a, b) => a.from - b.from || a.price - b.price);
  if (!lowest) return null;
  const { from, up_to, price } = lowest;
  const goods = priced.subtotal - priced.setup_fee - priced.discount;
  const missing = Math.max(0, from - goods);
  return { from, missing, up_to: missing === 0 && price === 0 ? null : up_to };
}
