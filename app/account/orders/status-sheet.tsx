import type { FetcherWithComponents } from "react-router";
import type { OrderAnswer } from "#app/account/order-action.server.ts";
import { useLanguage } from "#app/language.ts";
import { useBuyingWords } from "#app/messages/shared/buying.ts";
import { formatDays } from "#app/messages/shared/dates.ts";
import { usePickupWords } from "#app/messages/shared/pickup.ts";
import { useSupplementWords } from "#app/messages/shared/supplement.ts";
import { useWords } from "#app/messages/shared/ui.ts";
import { stageLooks } from "#app/ui/domain/order/order-stage.tsx";
import { ProductionDays } from "#app/ui/domain/production-days.tsx";
import { copySheets } from "#app/ui/receipt.tsx";
import type { OrderDetail } from "#shop/orders/order.ts";
import { promisedDays } from "#shop/orders/promised-days.ts";
import { ConfirmReceived } from "./confirm-received.tsx";
import { OrderTimeline } from "./order-timeline.tsx";
import { isProductionAhead } from "./production-ahead.ts";

/** Where an order stands, on the copy of its stage: when it comes, what to do, and all that has happened. */
export function StatusSheet({
  order,
  ask,
}: {
  order: OrderDetail;
  ask: FetcherWithComponents<OrderAnswer>;
}) {
  const { orders: words } = useBuyingWords();
  const { stages } = useWords();
  const supplement = useSupplementWords();
  const ofSupplement = {
    ...stages,
    processing: supplement.isPaid,
    done: supplement.isPaid,
    canceled: supplement.isOver,
  };
  const pickup = usePickupWords();
  const days = promisedDays(order, useLanguage(), formatDays);
  const { copy } = stageLooks[order.stage];
  const isOver = order.stage === "done" || order.stage === "canceled";
  const isReady = order.is_pickup && order.stage === "shipped";
  const promise = order.is_pickup ? pickup.expected(days) : words.arrives(days);
  const isCanceled = order.stage === "canceled";
  const heading = order.supplement_of
    ? ofSupplement[order.stage]
    : isReady
      ? pickup.ready
      : isOver
        ? stages[order.stage]
        : promise;
  return (
    <section className={`sheet grid gap-x-10 gap-y-5 p-5 sm:grid-cols-2 ${copySheets[copy]}`}>
      <div className="content-start">
        <h2 className="text-xl md:text-2xl">{heading}</h2>
        {isProductionAhead(order) ? <ProductionDays days={order.production_days} /> : null}
        {order.supplement_of && order.stage !== "awaiting_payment" ? (
          <p className="mt-2">{isCanceled ? supplement.isOverText : supplement.isPaidText}</p>
        ) : null}
        <ConfirmReceived order={order} ask={ask} />
      </div>
      <OrderTimeline order={order} />
    </section>
  );
}
