import { lazy, Suspense, useEffect, useState } from "react";
import { useFetcher, useRevalidator } from "react-router";
import type { OrderAnswer } from "#app/account/order-action.server.ts";
import { usePaymentWords } from "#app/account/payment/messages/payment.ts";
import { useLanguage } from "#app/language.ts";
import { useShopZone } from "#app/merchant.ts";
import { useBuyingWords, wordsFor } from "#app/messages/shared/buying.ts";
import { useDepositWords } from "#app/messages/shared/deposit.ts";
import { Button } from "#app/ui/button.tsx";
import { CopyButton } from "#app/ui/domain/copy-button.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { formatDateTime } from "#shop/kernel/dates.ts";
import { formatRupiah, type Rupiah } from "#shop/kernel/money.ts";
import type { OrderDetail } from "#shop/orders/order.ts";
import type { PaymentPage, PaymentView } from "#shop/orders/payments/attempts/payment-page.ts";
import { CardPay } from "./card-pay.tsx";
import { ChangeMethod } from "./change-method.tsx";
import { Countdown } from "./countdown.tsx";
import { DevicePay } from "./device-pay.tsx";
import { BankTransfer, QrCode, VirtualAccount, WalletPay } from "./instructions.tsx";

// Companies' forms are for those who pay by them.
const ScriptPay = lazy(() => import("./script-pay.tsx"));

/** The fields of an order that its payment needs. */
export type PayableOrder = Pick<
  OrderDetail,
  "id" | "number" | "total" | "deposit" | "due" | "expires_at" | "is_scarce"
>;

interface PaySectionProps {
  order: PayableOrder;
  page: PaymentPage;
  /** The address of the QR code on a page without sign-in. Payment proofs cannot be uploaded there. */
  qr?: string;
}

/** Amount, method and deadline; updates by itself once the payment has arrived. */
export function PaySection({ order, page, qr }: PaySectionProps) {
  const words = usePaymentWords();
  const language = useLanguage();
  const zone = useShopZone();
  const { orders } = useBuyingWords();
  const revalidator = useRevalidator();
  const settling = useFetcher<OrderAnswer>();
  const changing = useFetcher<OrderAnswer>();
  const { payment } = page;
  const isOpen = payment?.client !== null && payment !== null;
  // A card and a device's wallet answer on the spot, beside their own button.
  const isPaidHere = payment?.method.kind === "card" || payment?.method.kind === "wallet";
  /** The amount is typed at a bank by the payer; everywhere else it is there already. */
  const isTyped = isOpen && payment.method.kind === "instructions" && !payment.client.qr;
  /** An order with a payment proof does not expire before staff review it, so no deadline is shown. */
  const isProven = isOpen && payment.proof_at !== null;
  const isTransfer = payment?.method.id === "transfer:bank";
  // No deadline is shown for a bank transfer of the balance.
  const hasOwnDeadline = isOpen && (order.expires_at !== null || !isTransfer);
  const until = hasOwnDeadline ? payment.expires_at : order.expires_at;
  const [isChanging, setIsChanging] = useState(!isOpen);
  const settle = () => void settling.submit({ intent: "settle" }, { method: "post" });
  const choose = (method: string) =>
    void changing.submit({ intent: "pay", method }, { method: "post" });
  const problem = changing.state === "idle" ? changing.data?.problem : undefined;
  useSettlingOnReturn(payment?.method.kind === "redirect" && isOpen ? payment.id : null);

  // Another attempt is there now, or none that can be paid.
  const opened = isOpen ? payment.id : null;
  useEffect(() => setIsChanging(opened === null), [opened]);

  return (
    <section
      aria-labelledby="pay-heading"
      className="sheet sheet-top [--sheet:var(--yellow)] text-yellow-ink"
    >
      <div className="grid gap-3 p-4 sm:gap-5 sm:px-5 sm:py-6">
        {/* What is copied or scanned comes within the first screen of a phone. */}
        <header className="grid gap-x-6 gap-y-1 sm:grid-cols-[minmax(0,1fr)_auto]">
          <div className="flex flex-wrap items-baseline justify-between gap-x-4 sm:contents">
            <h2 id="pay-heading" className="text-lg">
              {payment && isOpen ? payment.method.name : words.waiting}
            </h2>
            {until && !isProven ? (
              <p className="sm:text-right">
                <Countdown until={until} onOver={() => void revalidator.revalidate()} />
              </p>
            ) : null}
          </div>
          <p className="flex flex-wrap items-center gap-x-3">
            <span className="sr-only">{words.amount} </span>
            <Amount amount={payment?.amount ?? order.due} isCoded={(payment?.fee ?? 0) < 0} />
            {isTyped ? (
              <CopyButton
                text={String(payment.amount)}
                label={words.copyAmount}
                copied={words.copied}
              />
            ) : null}
          </p>
          {until && !isProven ? (
            <p className="grid content-center text-sm sm:text-right">
              {words.before(formatDateTime(until, language, zone))}
              {order.is_scarce ? <span>{orders.scarce}</span> : null}
            </p>
          ) : null}
        </header>
        <PartNote order={order} amount={payment?.amount} />
        {payment?.status === "declined" && !isPaidHere ? (
          <Notice tone="error">{words.declined}</Notice>
        ) : null}
        {problem ? (
          <Notice tone="error">{wordsFor(orders.failed, problem, "unexpected")}</Notice>
        ) : null}
        {isOpen && !isChanging ? (
          <>
            <Paying
              key={payment.id}
              order={order}
              payment={payment}
              qr={qr}
              settle={settle}
              isSettling={settling.state !== "idle"}
            />
            <div className="flex flex-wrap items-center gap-3">
              {isPaidHere ? null : (
                <Button look="quiet" busy={settling.state !== "idle"} onClick={settle}>
                  {settling.state === "idle" ? words.check : words.checking}
                </Button>
              )}
              <Button look="quiet" onClick={() => setIsChanging(true)}>
                {words.change}
              </Button>
            </div>
            {settling.state === "idle" && settling.data && !isPaidHere ? (
              <Notice>{words.unpaid}</Notice>
            ) : null}
            {qr ? null : (
              <p className="no-print text-sm">
                {payment.method.kind === "instructions" ? words.live : words.liveUnmailed}
              </p>
            )}
          </>
        ) : (
          <ChangeMethod
            offers={page.offers}
            current={isOpen ? payment.method.id : null}
            busy={changing.state !== "idle"}
            onChoose={choose}
            onKeep={isOpen ? () => setIsChanging(false) : undefined}
          />
        )}
      </div>
    </section>
  );
}

/** Explains a payment of a deposit or a balance. @param amount the open attempt's, whole rupiah */
function PartNote({ order, amount }: { order: PayableOrder; amount: Rupiah | undefined }) {
  const { asked: words } = useDepositWords();
  if (order.deposit === null) return null;
  // Only an order that is not placed yet expires.
  const isDeposit = order.expires_at !== null;
  const code = isDeposit && amount !== undefined ? amount - order.due : 0;
  return (
    <p className="text-sm">
      {isDeposit ? words.deposit(formatRupiah(order.total)) : words.balance}
      {code > 0 ? ` ${words.coded(String(code).padStart(3, "0"))}` : null}
    </p>
  );
}

/**
 * Settles a payment when the payer returns from the provider's page, because they may return before the provider's
 * notification arrives.
 * @param paymentId null: no open payment has a page at its provider
 */
function useSettlingOnReturn(paymentId: string | null): void {
  const { submit } = useFetcher<OrderAnswer>();
  useEffect(() => {
    if (!paymentId) return;
    const settle = () => {
      if (document.visibilityState === "visible")
        void submit({ intent: "settle" }, { method: "post" });
    };
    settle();
    document.addEventListener("visibilitychange", settle);
    return () => document.removeEventListener("visibilitychange", settle);
  }, [paymentId, submit]);
}

/** Highlights the digits that identify a transfer. */
function Amount({ amount, isCoded }: { amount: Rupiah; isCoded: boolean }) {
  const text = formatRupiah(amount);
  return (
    <b className="money text-2xl wrap-anywhere">
      {isCoded ? (
        <>
          {text.slice(0, -3)}
          <span className="underline decoration-2 underline-offset-4">{text.slice(-3)}</span>
        </>
      ) : (
        text
      )}
    </b>
  );
}

interface PayingProps {
  order: PayableOrder;
  payment: PaymentView;
  qr: string | undefined;
  settle: () => void;
  isSettling: boolean;
}

function Paying({ order, payment, qr, settle, isSettling }: PayingProps) {
  const words = usePaymentWords();
  const client = payment.client ?? {};
  if (payment.script) {
    return (
      <Suspense fallback={<p>{words.provider.loading}</p>}>
        <ScriptPay payment={payment} script={payment.script} onDone={settle} />
      </Suspense>
    );
  }
  switch (payment.method.kind) {
    case "card":
      return (
        <CardPay client={client} amount={payment.amount} onPaid={settle} isSettling={isSettling} />
      );
    case "wallet":
      return (
        <DevicePay
          client={client}
          amount={payment.amount}
          onPaid={settle}
          isSettling={isSettling}
        />
      );
    case "redirect":
      return <WalletPay client={client} />;
    default:
      if (client.number) return <VirtualAccount client={client} />;
      if (client.qr) return <QrCode order={order} payment={payment} qr={qr} />;
      return <BankTransfer payment={payment} mayProve={qr === undefined} />;
  }
}
