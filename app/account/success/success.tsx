import { useEffect } from "react";
import { useRevalidator } from "react-router";
import { currentActor } from "#app/access.server.ts";
import { outcomeWords, useOutcomeWords } from "#app/account/success/messages/outcome.ts";
import { useCart } from "#app/browser/cart/cart-store.ts";
import { languageOf, useLanguage, useLocalPath } from "#app/language.ts";
import { useShopZone } from "#app/merchant.ts";
import { useBuyingWords } from "#app/messages/shared/buying.ts";
import { formatDays } from "#app/messages/shared/dates.ts";
import { usePickupWords } from "#app/messages/shared/pickup.ts";
import { pageMeta } from "#app/page-meta.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { PickupPlace } from "#app/ui/domain/order/pickup-place.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Receipt } from "#app/ui/receipt.tsx";
import { Stamp } from "#app/ui/stamp.tsx";
import { readSignInKeys } from "#shop/customers/sign-in-methods.server.ts";
import type { Person } from "#shop/kernel/access.ts";
import { formatDateTime } from "#shop/kernel/dates.ts";
import { formatRupiah } from "#shop/kernel/money.ts";
import { findOrder } from "#shop/orders/find-order.server.ts";
import type { OrderDetail } from "#shop/orders/order.ts";
import { findPayment } from "#shop/orders/payments/attempts/find-payment.server.ts";
import { promisedDays } from "#shop/orders/promised-days.ts";
import { isGuest } from "../guest.ts";
import { OrderLines } from "../orders/order-lines.tsx";
import type { Route } from "./+types/success";
import { KeepReceipt } from "./keep-receipt.tsx";
import { type Lacking, LaterSignIn } from "./later-sign-in.tsx";
import { type OpenPayment, outcomeOf } from "./outcome.ts";

export const meta: Route.MetaFunction = (source) => {
  const words = outcomeWords(languageOf(source.location.pathname));
  return pageMeta(source, { title: words.page, hidden: true });
};

/** Read-only: payments are settled elsewhere, so this page can be reloaded safely. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const actor = currentActor(context);
  if (actor.kind !== "person") return { order: null, payment: null, lacking: null };
  const order = await findOrder(actor, url.searchParams.get("order") ?? "");
  const found = order?.can_pay
    ? await findPayment(actor, order.id, languageOf(url.pathname))
    : undefined;
  return { order: order ?? null, payment: found?.payment ?? null, lacking: await lackingOf(actor) };
}

async function lackingOf(actor: Person): Promise<Lacking | null> {
  if (isGuest(actor)) return "account";
  const { has_password, identities } = await readSignInKeys(actor);
  const isElsewhere = identities.some(({ provider }) => !/^(email|phone)$/.test(provider));
  return has_password || isElsewhere ? null : "password";
}

/** Milliseconds between two looks while the bank has not answered. */
const lookAgain = 3_000;

export default function SuccessPage({ loaderData }: Route.ComponentProps) {
  const words = useOutcomeWords();
  const { order, payment, lacking } = loaderData;
  const to = useLocalPath();
  if (!order) {
    return (
      <div className="page max-w-3xl py-8">
        <EmptyState
          level="h1"
          title={words.page}
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
  return <OrderOutcome order={order} payment={payment} lacking={lacking} />;
}

function OrderOutcome({
  order,
  payment,
  lacking,
}: {
  order: OrderDetail;
  payment: OpenPayment | null;
  lacking: Lacking | null;
}) {
  const words = useOutcomeWords();
  const { orders } = useBuyingWords();
  const pickup = usePickupWords();
  const language = useLanguage();
  const zone = useShopZone();
  const to = useLocalPath();
  const clear = useCart((cart) => cart.clear);
  const revalidator = useRevalidator();
  const outcome = outcomeOf(order, payment);
  const isUnpaid = order.stage === "awaiting_payment";
  const isPaid = order.payment_status === "paid" && order.stage !== "canceled";
  const isAhead = outcome === "paid" || outcome === "cash" || outcome === "nothing";

  useEffect(() => clear(), [clear]);
  useEffect(() => {
    if (!isUnpaid) return;
    const timer = setInterval(() => void revalidator.revalidate(), lookAgain);
    return () => clearInterval(timer);
  }, [isUnpaid, revalidator]);

  const { title, text } = (order.is_pickup ? { ...words, ...words.pickup } : words)[outcome];
  const days = promisedDays(order, language, formatDays);
  const until = payment?.expires_at ?? order.expires_at;
  const steps = (order.is_pickup ? pickup.nextSteps : words.steps)(
    days,
    order.after_design !== null,
  );

  return (
    <div className="page grid items-start gap-x-16 gap-y-6 py-6 md:py-10 lg:grid-cols-[min(30rem,50%)_minmax(0,1fr)] lg:grid-rows-[auto_1fr]">
      <h1 tabIndex={-1} className="text-2xl md:text-3xl lg:col-start-2">
        {title}
      </h1>
      <div className="grid gap-4 lg:col-start-1 lg:row-span-2 lg:row-start-1">
        <Receipt
          heading={orders.items}
          number={`No. ${order.number}`}
          copy={isUnpaid ? "yellow" : "white"}
          torn
        >
          <div className="relative">
            <OrderLines order={order} />
            {isPaid ? (
              // A line about PPN below the total stays readable.
              <Stamp
                className={`stamp-landed ${order.tax_included > 0 ? "[--above:2.125rem]" : ""}`}
              >
                {orders.paid}
              </Stamp>
            ) : null}
          </div>
        </Receipt>
        {isUnpaid ? null : <KeepReceipt order={order} />}
      </div>
      <div className="grid gap-5 lg:col-start-2">
        <p role="status" className="max-w-[60ch] text-lg wrap-anywhere">
          {text({
            email: order.email,
            amount: formatRupiah(payment?.amount ?? order.total),
            until: until ? formatDateTime(until, language, zone) : "",
            days,
            money: order.paid_total > 0 ? "here" : order.refunded_total > 0 ? "returned" : "none",
          })}
        </p>
        {isAhead ? (
          <section>
            <h2 className="mb-2 text-xl">{words.next}</h2>
            <ol className="grid gap-2">
              {steps.map((step, index) => (
                <li key={step} className="flex gap-3">
                  <span className="figures text-muted">{index + 1}</span>
                  {step}
                </li>
              ))}
            </ol>
          </section>
        ) : null}
        {order.is_pickup && (isAhead || order.stage === "shipped") ? (
          <div className="border-l-2 border-rule pl-4">
            <PickupPlace named={order.courier} />
          </div>
        ) : null}
        <div className="no-print flex flex-wrap gap-3">
          <ButtonLink to={to(`/dashboard/orders/${order.id}`)}>
            {outcome === "to_pay" ? words.how : outcome === "declined" ? words.pay : words.view}
          </ButtonLink>
          <ButtonLink to={to("/Shop")} look="quiet">
            {words.shop}
          </ButtonLink>
        </div>
        {lacking ? <LaterSignIn lacking={lacking} /> : null}
      </div>
    </div>
  );
}
