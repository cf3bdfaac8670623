import { useDeliveryWords } from "#app/messages/shared/delivery.ts";
import { formatRupiah } from "#shop/kernel/money.ts";
import type { Quote } from "#shop/orders/cart/cart.ts";

/** The cap of a delivery promotion, if it does not pay the full price. */
export function DeliveryCap({ quote }: { quote: Quote }) {
  const words = useDeliveryWords();
  const cap = quote.shipping_discount_up_to;
  return cap === null ? null : (
    <p className="text-sm font-semibold text-paid">{words.upTo(formatRupiah(cap))}</p>
  );
}
