import { useLanguage } from "#app/language.ts";
import { useShopZone } from "#app/merchant.ts";
import { useBuyingWords } from "#app/messages/shared/buying.ts";
import { formatMoment } from "#app/messages/shared/dates.ts";
import { useGoodsWords } from "#app/messages/shared/goods.ts";
import { usePickupWords } from "#app/messages/shared/pickup.ts";
import { useWords } from "#app/messages/shared/ui.ts";
import { useEventName } from "#app/ui/domain/order/event-name.ts";
import { Icon } from "#app/ui/icon.tsx";
import type { OrderDetail } from "#shop/orders/order.ts";
import { type TimelineStep, timelineOf } from "./timeline.ts";

/** Dibuat → Dibayar → Diproses → Dikirim → Selesai, with the time of each, and what else happened between them. */
export function OrderTimeline({ order }: { order: OrderDetail }) {
  const { orders: words } = useBuyingWords();
  return (
    <ol className="grid" aria-label={words.timeline}>
      {timelineOf(order).map((step) => (
        <Step key={step.kind} step={step} isPickup={order.is_pickup} />
      ))}
    </ol>
  );
}

function Step({ step, isPickup }: { step: TimelineStep; isPickup: boolean }) {
  const { orders: words } = useBuyingWords();
  const nameOf = useEventName(useGoodsWords(isPickup).events);
  const pickup = usePickupWords();
  const { stages } = useWords();
  const language = useLanguage();
  const zone = useShopZone();
  const { kind, at, isReached, isCurrent, events } = step;
  // A stage has one word, on the pill and on the step.
  const names = {
    placed: words.steps[0],
    paid: words.steps[1],
    packed: stages.processing,
    shipped: isPickup ? pickup.ready : stages.shipped,
    delivered: stages.done,
  };
  return (
    <li
      aria-current={isCurrent ? "step" : undefined}
      className={`grid gap-1 border-l-2 pb-3 pl-4 last:pb-0 ${isReached ? "border-current" : "border-current/25"}`}
    >
      <span className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span
          className={`flex items-center gap-2 font-semibold ${isReached ? "" : "opacity-70"} ${isCurrent ? "text-lg" : ""}`}
        >
          {isReached ? <Icon name="check" className="size-4" /> : <span className="w-4" />}
          {names[kind]}
        </span>
        {at ? <time className="text-sm">{formatMoment(at, language, zone)}</time> : null}
      </span>
      {events.map((event) => (
        <span
          key={`${event.kind}-${event.at}`}
          className="flex flex-wrap justify-between gap-x-3 pl-6 text-sm"
        >
          <span>
            {nameOf(event)} · {words.by[event.by]}
          </span>
          <time className="ml-auto">{formatMoment(event.at, language, zone)}</time>
        </span>
      ))}
    </li>
  );
}
