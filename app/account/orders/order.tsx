import { useState } from "react";
import { useFetcher } from "react-router";
import { answerOrder, type OrderAnswer } from "#app/account/order-action.server.ts";
import { usePaymentWords } from "#app/account/payment/messages/payment.ts";
import { useLiveTopic } from "#app/browser/session/use-live-topic.ts";
import { languageOf, useLocalPath } from "#app/language.ts";
import { buyingWords, useBuyingWords, wordsFor } from "#app/messages/shared/buying.ts";
import { useOrderWords } from "#app/messages/shared/orders.ts";
import { usePickupWords } from "#app/messages/shared/pickup.ts";
import { useReturnWords } from "#app/messages/shared/returns.ts";
import { pageMeta } from "#app/page-meta.ts";
import { readForm } from "#app/read-form.server.ts";
import { Breadcrumbs } from "#app/ui/breadcrumbs.tsx";
import { OrderRemarks } from "#app/ui/domain/order/order-remarks.tsx";
import { OrderStage } from "#app/ui/domain/order/order-stage.tsx";
import { OrderSupplements } from "#app/ui/domain/order/order-supplements.tsx";
import { ReplacedNotice } from "#app/ui/domain/order/replaced-notice.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Receipt } from "#app/ui/receipt.tsx";
import { Stamp } from "#app/ui/stamp.tsx";
import { timeNow } from "#base/clock.ts";
import { formatRupiah } from "#shop/kernel/money.ts";
import { findOrder } from "#shop/orders/find-order.server.ts";
import { findCheckpoints } from "#shop/orders/fulfilment/checkpoints.server.ts";
import { isCashAhead } from "#shop/orders/order.ts";
import { findPayment } from "#shop/orders/payments/attempts/find-payment.server.ts";
import { listReturnable, listReturnsOf } from "#shop/orders/returns/read-returns.server.ts";
import { findOpenSupplements } from "#shop/production/revisions/find-supplements.server.ts";
import { SupplementNotice } from "../customisations/supplement-notice.tsx";
import { orderNotFound } from "../order-not-found.server.ts";
import { PaySection } from "../payment/pay-section.tsx";
import { personOf } from "../person.server.ts";
import type { Route } from "./+types/order";
import { Destination } from "./destination.tsx";
import { isJustPaid } from "./just-paid.ts";
import { OrderActions } from "./order-actions.tsx";
import { OrderLines } from "./order-lines.tsx";

import { OwnReturns } from "./own-returns.tsx";
import { PaidNotice } from "./paid-notice.tsx";
import { PrintedSender } from "./printed-sender.tsx";
import { ProofNotice } from "./proof-notice.tsx";
import { Refunds } from "./refunds.tsx";
import { ShipmentCard } from "./shipment.tsx";
import { StatusSheet } from "./status-sheet.tsx";

export const meta: Route.MetaFunction = (source) => {
  const words = buyingWords(languageOf(source.location.pathname)).orders;
  const number = (source.loaderData as { order?: { number: string } } | undefined)?.order?.number;
  return pageMeta(source, { title: words.detail(number ?? ""), hidden: true });
};

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const actor = personOf(context);
  const first = await findOrder(actor, params.id);
  if (!first) throw orderNotFound(actor, url);
  const page = first.can_pay
    ? await findPayment(actor, first.id, languageOf(url.pathname))
    : undefined;
  // The payment was settled between the two reads: the order no longer takes one.
  const isSettled = page?.payment?.status === "settled";
  const order = (isSettled ? await findOrder(actor, first.id) : undefined) ?? first;
  const payment = order.can_pay ? page : undefined;
  const [returns, returnable, checkpoints, supplements] = await Promise.all([
    listReturnsOf(actor, order.id),
    listReturnable(actor, order.id),
    findCheckpoints(order.shipments),
    findOpenSupplements(actor, order.id),
  ]);
  const canReturn = returnable.some(({ pieces }) => pieces.return > 0 || pieces.claim > 0);
  return {
    order,
    returns,
    canReturn,
    checkpoints,
    supplements,
    payment: payment ?? null,
    justPaid: isJustPaid(order, timeNow()),
  };
}

export async function action({ params, request, context }: Route.ActionArgs) {
  return answerOrder(personOf(context), params.id, await readForm(request));
}

export default function OrderPage({ loaderData }: Route.ComponentProps) {
  const { order, returns, canReturn, checkpoints, supplements, payment, justPaid } = loaderData;
  const { orders: words } = useBuyingWords();
  const { problems, cancel, refunds } = useOrderWords();
  const { problems: returnProblems } = useReturnWords();
  const paying = usePaymentWords();
  const pickup = usePickupWords();
  const to = useLocalPath();
  const { staleCount } = useLiveTopic(`order:${order.id}`, { isAutomatic: true });
  const fetcher = useFetcher<OrderAnswer>();
  const isCanceled = order.stage === "canceled";
  const [wasOpen] = useState(payment !== null);

  return (
    <div className="grid gap-4 md:gap-6 print:block print:space-y-4">
      <Breadcrumbs
        className="max-lg:hidden"
        crumbs={[{ name: words.title, to: to("/dashboard/orders") }, { name: order.number }]}
      />
      <PrintedSender />
      <header className="flex flex-wrap items-center justify-between gap-3">
        <h1 tabIndex={-1} className="text-xl md:text-3xl">
          {words.detail(order.number)}
        </h1>
        {/* On a phone what is to be paid says it, and comes first. */}
        <span className={payment ? "max-sm:sr-only" : ""}>
          <OrderStage
            stage={order.stage}
            isPickup={order.is_pickup}
            asksProof={order.proof_waits}
          />
        </span>
      </header>
      <p role="status" className="sr-only">
        {staleCount > 0 ? words.changed : ""}
      </p>
      {justPaid ? <PaidNotice order={order} wasOpen={wasOpen} /> : null}
      {order.proof_waits ? <ProofNotice order={order} /> : null}
      <ReplacedNotice order={order} pageOf={(id) => to(`/dashboard/orders/${id}`)} />
      <OrderSupplements order={order} pageOf={(id) => to(`/dashboard/orders/${id}`)} />
      {fetcher.data?.problem ? (
        <Notice tone="error">
          {wordsFor({ ...returnProblems, ...problems }, fetcher.data.problem, "unexpected")}
        </Notice>
      ) : null}
      {order.events.some(({ kind }) => kind === "cancel_requested") &&
      order.stage === "processing" ? (
        <Notice>{cancel.asked}</Notice>
      ) : null}
      {order.status === "expired" && order.refunds.length > 0 ? (
        <Notice>{refunds.late}</Notice>
      ) : null}
      {supplements.map((supplement) => (
        <SupplementNotice key={supplement.order_id} supplement={supplement} />
      ))}
      {payment ? <PaySection order={order} page={payment} /> : null}
      {isCashAhead(order) ? (
        <Notice>{(order.is_pickup ? pickup : paying).cash(formatRupiah(order.total))}</Notice>
      ) : null}
      <StatusSheet order={order} ask={fetcher} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[minmax(0,1fr)_min(20rem,40%)] print:block print:space-y-4">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6 print:block print:space-y-4">
          <Receipt heading={words.items} number={`No. ${order.number}`} torn>
            <OrderLines order={order} />
            {order.payment_status === "paid" && !isCanceled ? (
              <div className="mt-2 flex justify-end pr-2">
                <Stamp>{words.paid}</Stamp>
              </div>
            ) : null}
          </Receipt>
          <div id="returns" className="grid gap-6 empty:hidden">
            <OwnReturns returns={returns} ask={fetcher} />
          </div>
          <Refunds order={order} ask={fetcher} />
        </div>
        <div className="grid gap-6 print:block print:space-y-4">
          {order.shipments
            .filter((shipment) => shipment.status !== "canceled")
            .map((shipment) => (
              <ShipmentCard
                key={shipment.id}
                order={order}
                shipment={shipment}
                checkpoints={checkpoints[shipment.id] ?? []}
                ask={fetcher}
              />
            ))}
          {order.supplement_of === null ? (
            <section className="border border-rule bg-card p-5">
              <Destination order={order} />
            </section>
          ) : null}
          {order.supplement_of === null ? <OrderRemarks order={order} /> : null}
          <OrderActions order={order} canReturn={canReturn} ask={fetcher} />
        </div>
      </div>
    </div>
  );
}
