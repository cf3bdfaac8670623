import { useEffect } from "react";
import { useRevalidator } from "react-router";
import { whoAsks } from "#app/access.server.ts";
import { useCart } from "#app/browser/cart-store.ts";
import { languageOf, useLanguage, useLocalPath } from "#app/language.ts";
import { buyingWords, useBuyingWords } from "#app/messages/buying.ts";
import { formatDays } from "#app/messages/dates.ts";
import { usePaymentWords } from "#app/messages/payment.ts";
import { usePickupWords } from "#app/messages/pickup.ts";
import { pageMeta } from "#app/page-meta.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { PickupPlace } from "#app/ui/pickup-place.tsx";
import { Receipt } from "#app/ui/receipt.tsx";
import { Stamp } from "#app/ui/stamp.tsx";
import { formatRupiah } from "#shop/money.ts";
import { findOrder } from "#shop/orders/find-order.server.ts";
import { isCashDue, type OrderDetail } from "#shop/orders/order.ts";
import { OrderLines } from "../orders/order-lines.tsx";
import type { Route } from "./+types/success";

export const meta: Route.MetaFunction = (source) => {
  const words = buyingWords[languageOf(source.location.pathname)].success;
  return pageMeta(source, { title: words.unknownTitle, hidden: true });
};

/** Reads only: what became of a payment is decided elsewhere, so this page may be loaded again at will. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const actor = whoAsks(context);
  const id = url.searchParams.get("order") ?? "";
  const order = actor.kind === "person" ? await findOrder(actor, id) : undefined;
  return { order: order ?? null };
}

/** Milliseconds between two looks while the bank has not answered. */
const lookAgain = 3_000;

export default function SuccessPage({ loaderData }: Route.ComponentProps) {
  const { success: words } = useBuyingWords();
  const { order } = loaderData;
  const to = useLocalPath();
  if (!order) {
    return (
      <div className="page max-w-3xl py-8">
        <EmptyState
          level="h1"
          title={words.unknownTitle}
          action={
            <ButtonLink
              to={`${to("/Auth")}?${new URLSearchParams({ next: to("/dashboard/orders") })}`}
            >
              {words.signIn}
            </ButtonLink>
          }
        >
          {words.unknownText}
        </EmptyState>
      </div>
    );
  }
  return <Outcome order={order} />;
}

function Outcome({ order }: { order: OrderDetail }) {
  const { success: words, orders } = useBuyingWords();
  const paying = usePaymentWords();
  const pickup = usePickupWords();
  const language = useLanguage();
  const to = useLocalPath();
  const clear = useCart((cart) => cart.clear);
  const revalidator = useRevalidator();
  const isPaid = order.status === "placed" || order.status === "completed";
  const isDeclined = order.payment?.status === "declined";
  const isPending = order.status === "awaiting_payment" && !isDeclined;
  const isCanceled = order.status === "canceled";

  useEffect(() => clear(), [clear]);
  useEffect(() => {
    if (!isPending) return;
    const timer = setInterval(() => void revalidator.revalidate(), lookAgain);
    return () => clearInterval(timer);
  }, [isPending, revalidator]);

  const isForCash = isCashDue(order);
  const title = isForCash
    ? paying.cashTitle
    : isPaid
      ? words.paidTitle
      : isPending
        ? words.pendingTitle
        : isCanceled
          ? words.canceledTitle
          : words.failedTitle;
  const text = isForCash
    ? (order.is_pickup ? pickup : paying).cash(formatRupiah(order.total))
    : isPaid
      ? words.paidText(order.email)
      : isPending
        ? words.pendingText
        : order.status === "awaiting_payment"
          ? words.failedText
          : isCanceled
            ? words.canceledText
            : words.expiredText;
  const steps = (order.is_pickup ? pickup : words).nextSteps(
    formatDays(order.earliest, order.latest, language),
  );

  return (
    <div className="page grid max-w-5xl items-start gap-8 py-8 lg:grid-cols-2">
      <div className="grid gap-5">
        <h1 tabIndex={-1} className="text-2xl md:text-3xl">
          {title}
        </h1>
        <p role="status" className="text-lg">
          {text}
        </p>
        {isPaid ? (
          <section>
            <h2 className="mb-2 text-xl">{words.next}</h2>
            <ol className="grid gap-2">
              {steps.map((step, index) => (
                <li key={step} className="flex gap-3">
                  <span className="figures text-stamp">{index + 1}</span>
                  {step}
                </li>
              ))}
            </ol>
            {order.is_pickup ? (
              <div className="mt-4 border-l-2 border-rule pl-4">
                <PickupPlace named={order.courier} />
              </div>
            ) : null}
          </section>
        ) : null}
        <div className="flex flex-wrap gap-3">
          <ButtonLink to={to(`/dashboard/orders/${order.id}`)}>
            {isDeclined && order.can_pay ? words.pay : words.view}
          </ButtonLink>
          <ButtonLink to={to("/Shop")} look="quiet">
            {words.shop}
          </ButtonLink>
        </div>
      </div>
      <Receipt
        heading={orders.items}
        number={`No. ${order.number}`}
        copy={isPending ? "yellow" : "white"}
        torn
      >
        <OrderLines order={order} />
        {isPaid && !isForCash ? (
          <div className="mt-2 flex justify-end pr-2">
            <Stamp className="text-2xl">{orders.paid}</Stamp>
          </div>
        ) : null}
      </Receipt>
    </div>
  );
}
