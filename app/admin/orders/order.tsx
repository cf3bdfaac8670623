import { useState } from "react";
import { data, useFetcher } from "react-router";
import { useLiveTopic } from "#app/browser/use-live-topic.ts";
import { languageOf, useLanguage, useLocalPath } from "#app/language.ts";
import { adminWords, useAdminWords } from "#app/messages/admin.ts";
import { formatMoment } from "#app/messages/dates.ts";
import { useOrderWords } from "#app/messages/orders.ts";
import { usePickupWords } from "#app/messages/pickup.ts";
import { pageMeta } from "#app/page-meta.ts";
import { readForm } from "#app/read-form.server.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Link } from "#app/ui/link.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { findOrder } from "#shop/orders/find-order.server.ts";
import { piecesToShip } from "#shop/orders/order.ts";
import { methodName } from "#shop/payments/methods.server.ts";
import { staffOf } from "../staff.server.ts";
import type { Route } from "./+types/order";
import { CancelForm } from "./cancel-form.tsx";
import { answerStaff, type StaffAnswer } from "./order-action.server.ts";
import { OrderFacts } from "./order-facts.tsx";
import { OrderItems } from "./order-items.tsx";
import { OrderPayment } from "./order-payment.tsx";
import { Parcels } from "./parcels.tsx";
import { RefundForm } from "./refund-form.tsx";
import { Refunds } from "./refunds.tsx";
import { ShipForm } from "./ship-form.tsx";
import { FulfilmentPill, PaymentPill } from "./status-pills.tsx";

export const meta: Route.MetaFunction = (source) => {
  const words = adminWords[languageOf(source.location.pathname)];
  const number = (source.loaderData as { order?: { number: string } } | undefined)?.order?.number;
  return pageMeta(source, { title: `${words.list.title} ${number ?? ""}`, hidden: true });
};

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const order = await findOrder(staffOf(context), params.id, languageOf(url.pathname));
  if (!order) throw data(null, { status: 404 });
  const method = order.payment
    ? {
        id: order.payment.method,
        name: methodName(order.payment.method, languageOf(url.pathname)),
      }
    : null;
  return { order, method };
}

export async function action({ params, request, context }: Route.ActionArgs) {
  return answerStaff(staffOf(context), params.id, await readForm(request));
}

export default function AdminOrder({ loaderData }: Route.ComponentProps) {
  const { order, method } = loaderData;
  const { order: words, back } = useAdminWords();
  const pickup = usePickupWords();
  const language = useLanguage();
  const to = useLocalPath();
  useLiveTopic(`order:${order.id}`, { isAutomatic: true });
  const fetcher = useFetcher<StaffAnswer>();
  const [open, setOpen] = useState<"ship" | "cancel" | "refund" | null>(null);
  const { problems, refunds, cancel, parcels } = useOrderWords();
  const isOpen = order.status === "placed";
  const isPacked = order.events.some(
    (event) => event.kind === "packed" || event.kind === "shipped",
  );
  const left = order.lines.some((line) => piecesToShip(line) > 0);
  const problem = fetcher.data?.problem;

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
        <FulfilmentPill status={order.fulfilment_status} isPickup={order.is_pickup} />
        <span className="text-muted">{formatMoment(order.created_at, language)}</span>
      </header>
      {problem ? (
        <Notice tone="error">
          {problems[problem as keyof typeof problems] ?? problems.invalid_input}
        </Notice>
      ) : null}
      {order.events.some((event) => event.kind === "needs_review") ? (
        <Notice tone="warning">{words.review}</Notice>
      ) : null}
      {order.can_cancel && order.events.some((event) => event.kind === "cancel_requested") ? (
        <Notice tone="warning">{cancel.requested}</Notice>
      ) : null}
      <fetcher.Form method="post" className="no-print flex flex-wrap gap-2">
        {isOpen && left ? (
          <>
            <Button
              onClick={() => setOpen("ship")}
              icon={order.is_pickup ? "package-check" : "truck"}
            >
              {order.is_pickup ? pickup.staff.ready : words.ship}
            </Button>
            {isPacked ? (
              <span className="inline-flex items-center gap-2 px-2 font-semibold text-paid">
                <Icon name="check" className="size-4" />
                {words.packed}
              </span>
            ) : (
              <Button
                look="quiet"
                type="submit"
                name="intent"
                value="pack"
                busy={fetcher.state !== "idle"}
              >
                {words.pack}
              </Button>
            )}
          </>
        ) : null}
        {order.status === "placed" && order.fulfilment_status === "fulfilled" ? (
          <Button look="quiet" type="submit" name="intent" value="delivered">
            {order.is_pickup ? pickup.staff.taken : words.delivered}
          </Button>
        ) : null}
        {order.refundable > 0 ? (
          <Button look="quiet" icon="undo-2" onClick={() => setOpen("refund")}>
            {refunds.give}
          </Button>
        ) : null}
        {isOpen && left ? (
          <a
            className="link inline-flex min-h-11 items-center px-2"
            href={to(`/admin/Orders/${order.id}/print/slip.pdf`)}
            target="_blank"
            rel="noreferrer"
          >
            {parcels.slips}
          </a>
        ) : null}
        <Button look="quiet" onClick={() => print()}>
          {words.print}
        </Button>
        {order.can_cancel ? (
          <Button look="danger" onClick={() => setOpen("cancel")}>
            {words.cancel}
          </Button>
        ) : null}
      </fetcher.Form>
      <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_22rem] print:block print:space-y-4">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6 print:block print:space-y-4">
          <OrderItems order={order} />
          <Parcels order={order} fetcher={fetcher} />
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5 print:block print:space-y-4">
          <Refunds order={order} fetcher={fetcher} />
          <OrderPayment order={order} method={method} />
          <OrderFacts order={order} />
        </div>
      </div>
      <Dialog
        open={open === "ship"}
        onClose={() => setOpen(null)}
        title={order.is_pickup ? pickup.staff.readyTitle : words.shipTitle}
      >
        <ShipForm order={order} fetcher={fetcher} onSent={() => setOpen(null)} />
      </Dialog>
      <Dialog
        open={open === "cancel"}
        onClose={() => setOpen(null)}
        title={words.cancelAsk(order.number)}
      >
        <CancelForm order={order} fetcher={fetcher} onClose={() => setOpen(null)} />
      </Dialog>
      <Dialog open={open === "refund"} onClose={() => setOpen(null)} title={refunds.give}>
        <RefundForm order={order} fetcher={fetcher} onSent={() => setOpen(null)} />
      </Dialog>
    </div>
  );
}
