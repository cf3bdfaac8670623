import { useLanguage } from "#app/language.ts";
import { useShopZone } from "#app/merchant.ts";
import { useBuyingWords } from "#app/messages/shared/buying.ts";
import { formatMoment } from "#app/messages/shared/dates.ts";
import { usePickupWords } from "#app/messages/shared/pickup.ts";
import { useWords } from "#app/messages/shared/ui.ts";
import { Icon } from "#app/ui/icon.tsx";
import type { OrderDetail, OrderEvent, OrderStage } from "#shop/orders/order.ts";

/** Which event reaches which of the five steps. */
const reaches: readonly OrderEvent["kind"][] = ["placed", "paid", "packed", "shipped", "delivered"];

/** The step of each stage. A step may lack an event with its time: no event marks the start of production. */
const stepOf: Readonly<Record<OrderStage, number>> = {
  awaiting_payment: 0,
  processing: 2,
  shipped: 3,
  done: 4,
  canceled: 0,
};

/**
 * Dibuat → Dibayar → Diproses → Dikirim → Selesai, with the time of each; without Dibayar where payment is not first.
 */
export function OrderProgress({ order }: { order: OrderDetail }) {
  const { orders: words } = useBuyingWords();
  const pickup = usePickupWords();
  const { stages } = useWords();
  const language = useLanguage();
  const zone = useShopZone();
  const times = reaches.map((kind) => order.events.findLast((event) => event.kind === kind)?.at);
  const last = Math.max(times.findLastIndex(Boolean), stepOf[order.stage]);
  // Cash on delivery is paid last and free orders are not paid: neither has a payment step.
  const isPaidFirst = order.payment?.kind !== "offline" && order.total > 0;
  // A stage has one word, on the pill and on the step.
  const sent = order.is_pickup ? pickup.ready : stages.shipped;
  const steps = [...words.steps, stages.processing, sent, stages.done];
  return (
    <ol className="grid gap-0 sm:auto-cols-fr sm:grid-flow-col sm:gap-4">
      {steps.map((step, index) => {
        if (!isPaidFirst && reaches[index] === "paid") return null;
        const at = times[index];
        const isReached = index <= last;
        return (
          <li
            key={step}
            aria-current={index === last ? "step" : undefined}
            className={`flex flex-wrap items-baseline gap-x-3 border-l-2 py-2 pl-4 sm:grid sm:content-start sm:gap-y-3 sm:border-t-2 sm:border-l-0 sm:pt-3 sm:pl-0 ${isReached ? "border-current" : "border-current/25"}`}
          >
            <span className="flex items-center gap-2 font-semibold">
              {isReached ? <Icon name="check" className="size-4" /> : null}
              <span className={isReached ? "" : "opacity-70"}>{step}</span>
            </span>
            {at ? (
              <span className="text-sm opacity-80">{formatMoment(at, language, zone)}</span>
            ) : null}
          </li>
        );
      })}
    </ol>
  );
}
