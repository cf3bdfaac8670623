import { useLanguage } from "#app/language.ts";
import { useShopZone } from "#app/merchant.ts";
import { useBuyingWords } from "#app/messages/shared/buying.ts";
import { formatMoment } from "#app/messages/shared/dates.ts";
import { useGoodsWords } from "#app/messages/shared/goods.ts";
import type { OrderEvent } from "#shop/orders/order.ts";

/** Events, newest first. Not printed: the steps above show their times. */
export function OrderHistory({
  events,
  isPickup,
}: {
  events: readonly OrderEvent[];
  isPickup: boolean;
}) {
  const { orders: words } = useBuyingWords();
  const goods = useGoodsWords(isPickup);
  const language = useLanguage();
  const zone = useShopZone();
  return (
    <section className="no-print border border-rule bg-card p-5">
      <h2 className="mb-3 text-lg">{words.timeline}</h2>
      <ol className="grid gap-3">
        {[...events].reverse().map((event) => (
          <li key={`${event.kind}-${event.at}`} className="border-l-2 border-rule pl-3">
            <span className="font-semibold">{goods.events[event.kind]}</span>
            <span className="block text-sm text-muted">
              {formatMoment(event.at, language, zone)} · {words.by[event.by]}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
