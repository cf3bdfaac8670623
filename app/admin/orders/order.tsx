import { useEffect, useState } from "react";
import { data } from "react-router";
import { useProvenFetcher } from "#app/admin/kit/form/use-proven-fetcher.tsx";
import { adminWords, useAdminWords } from "#app/admin/messages/admin.ts";
import { approvalProblem, useRefundApprovalWords } from "#app/admin/messages/refund-approval.ts";
import { useLiveTopic } from "#app/browser/session/use-live-topic.ts";
import { languageOf, useLanguage, useLocalPath } from "#app/language.ts";
import { useShopZone } from "#app/merchant.ts";
import { formatMoment } from "#app/messages/shared/dates.ts";
import { useOrderWords } from "#app/messages/shared/orders.ts";
import { usePickupWords } from "#app/messages/shared/pickup.ts";
import { pageMeta } from "#app/page-meta.ts";
import { readForm } from "#app/read-form.server.ts";
import { Dialog } from "#app/ui/dialog.tsx";
import { OrderRemarks } from "#app/ui/domain/order/order-remarks.tsx";
import { OrderSupplements } from "#app/ui/domain/order/order-supplements.tsx";
import { ReplacedNotice } from "#app/ui/domain/order/replaced-notice.tsx";
import { Link } from "#app/ui/link.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { findBuyerOfOrder } from "#shop/customers/buyers/find-buyer.server.ts";
import { readSignInKeys } from "#shop/customers/sign-in-methods.server.ts";
import { may } from "#shop/kernel/access.ts";
import { orderWriters } from "#shop/orders/add-note.server.ts";
import { findOrder } from "#shop/orders/find-order.server.ts";
import { courierSteps } from "#shop/orders/fulfilment/courier-steps.server.ts";
import { findUndoableStep } from "#shop/orders/fulfilment/undo-step.server.ts";
import { listOrderMails } from "#shop/orders/mails/list-order-mails.server.ts";
import { listUndelivered, undeliveredActs } from "#shop/orders/mails/undelivered-mails.server.ts";
import { findPayLink } from "#shop/orders/make-pay-link.server.ts";
import { namePayments } from "#shop/orders/name-payments.ts";
import { piecesToShip } from "#shop/orders/order.ts";
import { refundChannels } from "#shop/orders/payments/request-refund.server.ts";
import {
  listRefundRequests,
  readRefundTerms,
} from "#shop/orders/payments/review/list-refund-requests.server.ts";
import { findSupplementShares } from "#shop/orders/refunds/find-supplement-shares.server.ts";
import { methodName } from "#shop/settings/payment-methods/methods.server.ts";
import { WaitingRequests } from "../refund-approvals/waiting-requests.tsx";
import { staffWith } from "../staff.server.ts";
import type { Route } from "./+types/order";
import { CancelForm } from "./cancel-form.tsx";
import { StaffOrder } from "./drafts/staff-order.tsx";
import { NextAction } from "./next-action.tsx";
import { answerStaff, type StaffAnswer } from "./order-action.server.ts";
import { OrderActions } from "./order-actions.tsx";
import { OrderFacts } from "./order-facts.tsx";
import { OrderItems } from "./order-items.tsx";
import { OrderNotes } from "./order-notes.tsx";
import { OrderPayment } from "./order-payment.tsx";
import { RefundForm } from "./refund-form.tsx";
import { Refunds } from "./refunds.tsx";
import { SendForm } from "./send-form.tsx";
import { ShipForm } from "./ship-form.tsx";
import { Shipments } from "./shipments.tsx";
import { FulfilmentPill, PaymentPill } from "./status-pills.tsx";
import { isAboutNumber, type OrderProblem } from "./tracking-field.tsx";
import { UndeliveredNotice } from "./undelivered-notice.tsx";
import { UndoStep } from "./undo-step.tsx";

export const meta: Route.MetaFunction = (source) => {
  const words = adminWords(languageOf(source.location.pathname));
  const number = (source.loaderData as { order?: { number: string } } | undefined)?.order?.number;
  return pageMeta(source, { title: `${words.list.title} ${number ?? ""}`, hidden: true });
};

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const actor = staffWith(context, "orders.read");
  const order = await findOrder(actor, params.id, languageOf(url.pathname));
  if (!order) throw data(null, { status: 404 });
  const [terms, requests, keys, supplements, undelivered, payLink, undoable, mails, buyerId] =
    await Promise.all([
      readRefundTerms(actor),
      listRefundRequests(actor, order.id),
      readSignInKeys(actor),
      findSupplementShares(actor, order.id),
      listUndelivered(actor, order.id),
      findPayLink(actor, order),
      findUndoableStep(actor, order.id),
      listOrderMails(actor, order.id),
      findBuyerOfOrder(actor, order.id),
    ]);
  const method = order.payment
    ? {
        id: order.payment.method,
        names: namePayments(order, (id) => methodName(id, languageOf(url.pathname))),
      }
    : null;
  const unreached = { mails: undelivered, acts: undeliveredActs(actor) };
  const rights = {
    fulfil: may(actor, "orders.fulfil"),
    cancel: may(actor, "orders.cancel"),
    payments: may(actor, "payments.read"),
    receive: may(actor, "payments.edit"),
    draft: may(actor, "orders.draft"),
    note: orderWriters.some((permission) => may(actor, permission)),
  };
  const courier = courierSteps();
  const channels = refundChannels(order.payment?.method ?? "");
  return {
    order,
    method,
    terms,
    channels,
    requests,
    keys,
    supplements,
    unreached,
    courier,
    rights,
    payLink,
    undoable,
    mails,
    buyerId,
  };
}

export async function action({ params, request, context }: Route.ActionArgs) {
  return answerStaff(staffWith(context, "orders.read"), params.id, await readForm(request));
}

export default function AdminOrder({ loaderData }: Route.ComponentProps) {
  const {
    order,
    method,
    terms,
    channels,
    requests,
    keys,
    supplements,
    unreached,
    courier,
    rights,
    payLink,
    undoable,
    mails,
    buyerId,
  } = loaderData;
  const refundable = order.refundable + supplements.held;
  const { order: words, back } = useAdminWords();
  const pickup = usePickupWords();
  const language = useLanguage();
  const zone = useShopZone();
  const to = useLocalPath();
  useLiveTopic(`order:${order.id}`, { isAutomatic: true });
  const { fetcher, proof, answer } = useProvenFetcher<StaffAnswer>(keys);
  const approval = useRefundApprovalWords();
  const [open, setOpen] = useState<"ship" | "cancel" | "refund" | null>(null);
  const [sending, setSending] = useState<string | null>(null);
  const toSend = order.shipments.find(({ id }) => id === sending);
  // The input stays until it has been executed or submitted for approval. Another dialog may be open by then.
  const finished = fetcher.state === "idle" ? (answer?.done ?? answer?.asked) : undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each answer
  useEffect(() => {
    if (finished) {
      const dialog = ["prepare", "ready"].includes(finished) ? "ship" : finished;
      setOpen((current) => (current === dialog ? null : current));
    }
  }, [answer, finished]);
  const { problems, refunds, cancel, shipments } = useOrderWords();
  const isOpen = order.status === "placed" && order.due === 0 && rights.fulfil;
  const left = order.lines.some((line) => piecesToShip(line) > 0);
  const problem = fetcher.state === "idle" ? (answer?.problem as OrderProblem) : undefined;
  const reply = problem ? (
    <Notice tone="error">
      {approvalProblem(approval, problem) ??
        problems[problem as keyof typeof problems] ??
        problems.invalid_input}
    </Notice>
  ) : null;

  const isCancellationRequested =
    order.can_cancel && order.events.some((event) => event.kind === "cancel_requested");

  return (
    <div className="grid gap-5 print:block print:space-y-4">
      <Link to={to("/admin/Orders")} className="link no-print justify-self-start">
        {back}
      </Link>
      <header className="flex flex-wrap items-center gap-3">
        <h1 tabIndex={-1} className="figures text-2xl">
          {order.number}
        </h1>
        <PaymentPill order={order} />
        <FulfilmentPill order={order} />
        <span className="text-muted">{formatMoment(order.created_at, language, zone)}</span>
      </header>
      <ReplacedNotice order={order} pageOf={(id) => to(`/admin/Orders/${id}`)} />
      <OrderSupplements order={order} pageOf={(id) => to(`/admin/Orders/${id}`)} />
      {open === null && sending === null ? reply : null}
      {answer?.asked && fetcher.state === "idle" ? <Notice>{approval.asked}</Notice> : null}
      <WaitingRequests requests={requests} />
      <UndeliveredNotice order={order} {...unreached} />
      {isCancellationRequested ? (
        <Notice tone="warning">{cancel.requested}</Notice>
      ) : order.needs_review ? (
        <Notice tone="warning">{words.review}</Notice>
      ) : null}
      <fetcher.Form method="post" className="no-print relative flex flex-wrap items-center gap-2">
        {rights.fulfil ? (
          <NextAction
            key={order.shipments.length}
            order={order}
            fetcher={fetcher}
            onShip={() => setOpen("ship")}
            onSend={setSending}
          />
        ) : null}
        <OrderActions
          order={order}
          rights={rights}
          mayShip={isOpen && left}
          refundable={refundable}
          onOpen={setOpen}
        />
      </fetcher.Form>
      {undoable ? <UndoStep order={order} step={undoable} fetcher={fetcher} /> : null}
      <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_22rem] print:block print:space-y-4">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6 print:block print:space-y-4">
          <OrderItems order={order} />
          <Shipments order={order} fetcher={fetcher} courier={courier} mayFulfil={rights.fulfil} />
          <OrderNotes order={order} mails={mails} fetcher={fetcher} mayNote={rights.note} />
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5 print:block print:space-y-4">
          <StaffOrder order={order} link={payLink} fetcher={fetcher} />
          <Refunds order={order} fetcher={fetcher} mayRefund={terms.may_approve} />
          {rights.payments ? (
            <OrderPayment
              order={order}
              method={method}
              mayReceive={rights.receive}
              fetcher={fetcher}
            />
          ) : null}
          <OrderFacts order={order} buyerId={buyerId} />
          {order.supplement_of ? null : (
            <OrderRemarks order={order} card={to(`/admin/Orders/${order.id}/print/card.pdf`)} />
          )}
        </div>
      </div>
      <Dialog
        open={open === "ship"}
        onClose={() => setOpen(null)}
        title={order.is_pickup ? pickup.staff.readyTitle : words.shipTitle}
      >
        <div className="grid gap-4">
          {isAboutNumber(problem) ? null : reply}
          <ShipForm order={order} fetcher={fetcher} problem={problem} />
        </div>
      </Dialog>
      <Dialog
        open={toSend?.status === "pending"}
        onClose={() => setSending(null)}
        title={shipments.sendTitle(toSend?.number ?? "")}
      >
        {toSend ? (
          <div className="grid gap-4">
            {isAboutNumber(problem) ? null : reply}
            <SendForm shipment={toSend} fetcher={fetcher} problem={problem} />
          </div>
        ) : null}
      </Dialog>
      <Dialog
        open={open === "cancel"}
        onClose={() => setOpen(null)}
        title={words.cancelAsk(order.number)}
      >
        <div className="grid gap-4">
          {reply}
          <CancelForm
            order={order}
            refundable={refundable}
            fetcher={fetcher}
            terms={terms}
            onClose={() => setOpen(null)}
          />
        </div>
      </Dialog>
      <Dialog open={open === "refund"} onClose={() => setOpen(null)} title={refunds.give}>
        <div className="grid gap-4">
          {reply}
          <RefundForm
            order={order}
            refundable={refundable}
            fetcher={fetcher}
            terms={terms}
            channels={channels}
            shares={supplements.lines}
          />
        </div>
      </Dialog>
      {proof}
    </div>
  );
}
