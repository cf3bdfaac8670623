import { useEffect, useRef, useState } from "react";
import { redirect, type ShouldRevalidateFunctionArgs, useNavigate } from "react-router";
import { usePaymentWords } from "#app/account/payment/messages/payment.ts";
import { RecaptchaTerms } from "#app/browser/captcha/recaptcha-terms.tsx";
import { useDirtyForm } from "#app/browser/dirty-forms.ts";
import { networkContext, signInMethodsContext } from "#app/context.ts";
import { languageOf, useLocalPath } from "#app/language.ts";
import { buyingWords, useBuyingWords } from "#app/messages/shared/buying.ts";
import { useWords } from "#app/messages/shared/ui.ts";
import { pageMeta } from "#app/page-meta.ts";
import { badRequest, readForm } from "#app/read-form.server.ts";
import { Button } from "#app/ui/button.tsx";
import { PromoCodes } from "#app/ui/domain/promo/promo-codes.tsx";
import { Link } from "#app/ui/link.tsx";
import { Notice } from "#app/ui/notice.tsx";
import type { Card } from "#base/card-check.ts";
import { localPath } from "#base/language.ts";
import { readAccountNews } from "#shop/consent/subscribe/subscribe-account.server.ts";
import { listAddresses } from "#shop/customers/addresses/addresses.server.ts";
import { lacksContact, readProfile } from "#shop/customers/profile.server.ts";
import { formatRupiah } from "#shop/kernel/money.ts";
import { listMyOrders } from "#shop/orders/read-orders.server.ts";
import { listPaymentMethods } from "#shop/settings/payment-methods/methods.server.ts";
import { AddressForm } from "../address/address-form.tsx";
import { isGuest } from "../guest.ts";
import { CardFields, ChallengeDialog, emptyCard } from "../payment/card-payment.tsx";
import { goAndPay } from "../payment/go-and-pay.ts";
import { PaymentChoice } from "../payment/payment-choice.tsx";
import { personOf } from "../person.server.ts";
import type { Route } from "./+types/checkout";
import { answerCheckout } from "./checkout-action.server.ts";
import { AddressChoice, Section } from "./choices.tsx";
import { DeliveryChoice } from "./delivery-choice.tsx";
import { answerFirstAddress } from "./first-address-action.server.ts";
import { NewsBox } from "./news-box.tsx";
import { NothingToOrder } from "./nothing-to-order.tsx";
import { OrderNotices } from "./order-notices.tsx";
import { OrderSummary, SumAbove } from "./order-summary.tsx";
import { RemarksChoice } from "./remarks-choice.tsx";
import { useCheckout } from "./use-checkout.ts";
import { useFinishedPayment } from "./use-finished-payment.ts";

export const meta: Route.MetaFunction = (source) => {
  const words = buyingWords(languageOf(source.location.pathname)).checkout;
  return pageMeta(source, { title: words.title, hidden: true });
};

export async function loader({ url, context }: Route.LoaderArgs) {
  const language = languageOf(url.pathname);
  const actor = personOf(context);
  const [addresses, lacksEmail] = await Promise.all([listAddresses(actor), lacksContact(actor)]);
  // The form of the first address asks for it.
  if (lacksEmail && addresses.length > 0) {
    const query = new URLSearchParams({ next: localPath(language, "/Checkout") });
    throw redirect(`${localPath(language, "/SetDetails")}?${query}`);
  }
  const [owner, waiting, news] = await Promise.all([
    readProfile(actor),
    listMyOrders(actor, { stage: "awaiting_payment", q: "", page: 1 }),
    readAccountNews(actor),
  ]);
  const methods = listPaymentMethods(language).map((method) => ({ ...method, ...unpriced }));
  const { captcha } = context.get(signInMethodsContext);
  const unpaid = waiting.orders[0] ?? null;
  return {
    addresses,
    lacksEmail,
    owner,
    methods,
    unpaid,
    captcha,
    hasNews: news.isSubscribed,
    isGuest: isGuest(actor),
  };
}

/** Until the first quote knows better. */
const unpriced = { fee: 0, problem: null };

/** Quotes, orders and payments change no address; without this each of them would read the page's data again. */
export function shouldRevalidate({
  formEncType,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) {
  return formEncType === "application/json" ? false : defaultShouldRevalidate;
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const actor = personOf(context);
  const isJson = request.headers.get("content-type")?.startsWith("application/json");
  if (!isJson) return answerFirstAddress(actor, await readForm(request));
  const body = await request.json().catch(() => {
    throw badRequest();
  });
  return answerCheckout(
    {
      actor,
      network: context.get(networkContext),
      userAgent: request.headers.get("user-agent") ?? "",
    },
    body,
    languageOf(url.pathname),
  );
}

/**
 * A broken connection leaves the page and its input in place. The request can be sent again: an order has its key,
 * and the shop checks the payment by itself.
 */
export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const isJson = request.headers.get("content-type")?.startsWith("application/json");
  try {
    return await serverAction();
  } catch (error) {
    // `fetch` throws a TypeError without a response. The address form is sent as a form and handles that itself.
    if (!isJson || !(error instanceof TypeError)) throw error;
    console.error("The checkout could not reach the shop", error);
    return { kind: "unsent" } as const;
  }
}

export default function CheckoutPage({ loaderData }: Route.ComponentProps) {
  const { addresses, lacksEmail, owner, methods, unpaid, captcha, hasNews } = loaderData;
  const { checkout: words } = useBuyingWords();
  const { retry } = useWords();
  const { nothing } = usePaymentWords();
  const to = useLocalPath();
  const navigate = useNavigate();
  const [isReady, setIsReady] = useState(false);
  useEffect(() => setIsReady(true), []);
  const likely = (addresses.find((address) => address.is_default) ?? addresses[0])?.id ?? null;
  const checkout = useCheckout(
    { addressId: likely, methodId: null, paymentMethod: methods[0]?.id ?? "" },
    { addresses: addresses.map(({ id }) => id), methods: methods.map(({ id }) => id) },
    captcha,
  );
  const { choices, choose, quote, placed } = checkout;
  // The first address is written on this very page.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once there is one
  useEffect(() => {
    if (choices.addressId === null && likely) choose({ addressId: likely });
  }, [likely]);
  const [wantsNews, setWantsNews] = useState(false);
  const [card, setCard] = useState<Card>(emptyCard);
  const payment = useFinishedPayment(placed?.order.id ?? null);
  // No reload by itself while a card is typed or a payment runs.
  useDirtyForm(card.number !== "" && !payment.isFinished);

  // Once the order is placed, send the card to the provider automatically.
  const sent = useRef<string | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each order
  useEffect(() => {
    if (!placed || sent.current === placed.order.id) return;
    sent.current = placed.order.id;
    const { payment: opened } = placed;
    if (opened?.kind === "card" && opened.client && opened.provider === "builtin") {
      void payment.pay(opened.client, card);
    } else if (opened && opened.kind !== "offline") {
      goAndPay(opened, to(`/dashboard/orders/${placed.order.id}`), navigate);
    } else payment.finish();
  }, [placed]);

  if (isReady && checkout.lines.length === 0 && !placed) {
    return <NothingToOrder unpaid={unpaid} />;
  }

  const isBusy = checkout.isPlacing || payment.busy;
  const lineProblem = quote?.problems.find((found) => found.promo_code === undefined);
  const refused = checkout.lines[lineProblem?.line ?? -1];
  const lineName = quote?.lines.find(({ variant_id }) => variant_id === refused?.variant_id)?.name;
  const press = () => {
    if (placed?.payment?.client && isCard) void payment.pay(placed.payment.client, card);
    // Check the card before placing the order: an order cannot be changed any more.
    else if (!isCard || payment.check(card)) void checkout.place(wantsNews);
  };
  const offer = (quote?.payment_methods ?? methods).find(({ id }) => id === choices.paymentMethod);
  const isHurried =
    offer?.kind !== "offline" && (offer?.id !== "transfer:bank" || quote?.scarce_transfers);
  const isFree = quote?.total === 0;
  const isCard = !isFree && choices.paymentMethod === "builtin:card";
  const canPress =
    quote !== null &&
    quote.shipping !== null &&
    !lineProblem &&
    !checkout.isQuoting &&
    !checkout.isUnquoted &&
    (isFree || (offer !== undefined && offer.problem === null));

  return (
    <div className="page py-8">
      <h1 tabIndex={-1} className="mb-6 text-2xl md:text-3xl">
        {words.title}
      </h1>
      {checkout.isUnquoted ? (
        <div className="mb-6">
          <Notice
            tone="error"
            action={
              <Button look="quiet" onClick={checkout.askAgain}>
                {retry}
              </Button>
            }
          >
            {words.unquoted}
          </Notice>
        </div>
      ) : null}
      {quote && quote.lines.length > 0 ? <SumAbove quote={quote} /> : null}
      <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="grid gap-6">
          <Section number={1} title={words.address}>
            {addresses.length === 0 ? (
              <AddressForm
                owner={owner}
                asksEmail={lacksEmail}
                onSaved={(addressId) => choose({ addressId })}
              />
            ) : (
              <AddressChoice
                addresses={addresses}
                isGuest={loaderData.isGuest}
                chosen={choices.addressId}
                disabled={placed !== null}
                onChoose={(addressId) => choose({ addressId })}
              />
            )}
          </Section>
          <Section number={2} title={words.delivery}>
            <DeliveryChoice
              quote={quote}
              agreed={checkout.agreed}
              asking={
                choices.addressId === null ? "idle" : checkout.isUnquoted ? "failed" : "asked"
              }
              chosen={choices.methodId}
              disabled={placed !== null}
              onChoose={(methodId) => choose({ methodId })}
            />
          </Section>
          <Section number={3} title={words.payment}>
            {isFree ? (
              <p>{nothing}</p>
            ) : (
              <PaymentChoice
                offers={quote?.payment_methods ?? methods}
                chosen={choices.paymentMethod}
                disabled={placed !== null}
                onChoose={(paymentMethod) => choose({ paymentMethod })}
                form={
                  isCard ? (
                    <div className="border-l-2 border-carbon py-2 pl-4">
                      <CardFields card={card} onChange={setCard} problem={payment.problem} />
                    </div>
                  ) : null
                }
              />
            )}
          </Section>
          <RemarksChoice
            key={String(checkout.isRestored)}
            remarks={checkout.remarks}
            disabled={placed !== null}
            onChange={checkout.remark}
          />
        </div>
        <OrderSummary
          quote={quote}
          isQuoting={checkout.isQuoting}
          waiting={checkout.isUnquoted ? words.totalLater : words.loading}
        >
          <div className="grid gap-3" aria-live="polite">
            {quote?.scarce_payment_minutes && !placed && !isFree && isHurried ? (
              <Notice tone="warning">{words.scarce(quote.scarce_payment_minutes)}</Notice>
            ) : null}
            {placed ? null : (
              <PromoCodes
                quote={quote}
                isCurrent={!checkout.isQuoting}
                methods={quote?.payment_methods}
              />
            )}
            <OrderNotices checkout={checkout} lineProblem={lineProblem} lineName={lineName} />
            {hasNews || placed ? null : <NewsBox isTicked={wantsNews} onTick={setWantsNews} />}
            <Button
              wide
              busy={isBusy}
              disabled={!canPress && !placed}
              data-sends=""
              onClick={press}
            >
              {quote
                ? isFree || offer?.kind === "offline" || quote.lines.length === 0
                  ? words.place
                  : words.pay(formatRupiah(quote.total))
                : checkout.isUnquoted
                  ? words.totalLater
                  : words.loading}
            </Button>
            <p className="text-sm text-muted">
              {words.terms}{" "}
              <Link to={to("/TermsAndConditions")} className="link">
                {words.termsLink}
              </Link>
              .
            </p>
            {captcha?.siteKey ? <RecaptchaTerms /> : null}
            {placed ? null : (
              <Link to={to("/Cart")} className="link text-sm">
                {words.edit}
              </Link>
            )}
          </div>
        </OrderSummary>
      </div>
      <ChallengeDialog open={payment.isChallenged} onAnswer={payment.answer} />
    </div>
  );
}
