import { useDeliveryWords } from "#app/messages/shared/delivery.ts";
import type { Quote } from "#shop/cart/cart.ts";
import { formatRupiah } from "#shop/money.ts";

/** Up to how much a promotion lowers the price of delivery, where it does not pay all. */
export function DeliveryCap({ quote }: { quote: Quote }) {
  const words = useDeliveryWords();
  const cap = quote.shipping_discount_up_to;
  return cap === null ? null : (
    <p className="text-sm font-semibold text-paid">{words.upTo(formatRupiah(cap))}</p>
  );
}
