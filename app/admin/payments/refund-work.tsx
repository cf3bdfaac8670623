import type { FetcherWithComponents } from "react-router";
import { RefundByHand } from "#app/admin/kit/refund-by-hand.tsx";
import type { PaymentAnswer } from "#app/admin/payment-action.server.ts";
import { usePaymentWorkWords } from "#app/admin/payments/messages/payment-work.ts";
import { useOrderWords } from "#app/messages/shared/orders.ts";
import { Button } from "#app/ui/button.tsx";
import { Pill } from "#app/ui/pill.tsx";
import { TextInput } from "#app/ui/text-input.tsx";
import { formatRupiah } from "#shop/kernel/money.ts";
import type { PaymentWork } from "#shop/orders/payments/review/payment-work.ts";

interface RefundWorkProps {
  id: string;
  refund: NonNullable<PaymentWork["refund"]>;
  ask: FetcherWithComponents<PaymentAnswer>;
  /** Whether the reader may decide how money is refunded. */
  mayRefund: boolean;
}

/** Money that a person sends back: why, where to, and the bank's number once it is on its way. */
export function RefundWork({ id, refund, ask, mayRefund }: RefundWorkProps) {
  const { refunds: words } = useOrderWords();
  const work = usePaymentWorkWords();
  const { account } = refund;
  const isFailed = refund.status === "failed";
  const isBusy = ask.state !== "idle" && ask.formData?.get("refund_id") === id;
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <b className="money text-base">{formatRupiah(refund.amount)}</b>
        <Pill
          copy={isFailed ? "stamp" : account ? "yellow" : "white"}
          icon={isFailed ? "circle-alert" : "clock"}
        >
          {isFailed
            ? words.statuses.failed
            : account
              ? words.waitsForTransfer
              : refund.has_email
                ? words.waitsForAccount
                : words.statuses.requested}
        </Pill>
        <span className="text-muted">
          {refund.is_late
            ? work.kinds.stock_missing
            : (words.reasons[refund.reason as keyof typeof words.reasons] ?? words.reasons.other)}
        </span>
      </p>
      {account ? (
        <p className="figures border-l-2 border-rule pl-3 wrap-anywhere">
          {account.bank} {account.account_number}
          <span className="block">{account.holder}</span>
        </p>
      ) : isFailed ? null : (
        <p className="max-w-[72ch] text-muted">
          {refund.has_email ? work.asksAccount : work.noEmailToAsk}
        </p>
      )}
      {isFailed ? (
        <ask.Form method="post" className="flex flex-wrap gap-2">
          <input type="hidden" name="refund_id" value={id} />
          <Button type="submit" name="intent" value="refund-retry" icon="rotate-ccw" busy={isBusy}>
            {words.retry}
          </Button>
          {mayRefund ? (
            <Button type="submit" name="intent" value="refund-transfer" look="quiet" busy={isBusy}>
              {words.transferInstead}
            </Button>
          ) : null}
        </ask.Form>
      ) : mayRefund && !account ? (
        <RefundByHand
          part={{ name: "refund_id", id }}
          amount={refund.amount}
          fetcher={ask}
          isBusy={isBusy}
        />
      ) : account && mayRefund ? (
        <ask.Form method="post" className="flex flex-wrap gap-2">
          <input type="hidden" name="refund_id" value={id} />
          <TextInput
            name="reference"
            required
            minLength={3}
            maxLength={60}
            aria-label={`${words.reference} ${formatRupiah(refund.amount)}`}
            placeholder={words.reference}
            autoComplete="off"
            className="figures max-w-72"
          />
          <Button type="submit" name="intent" value="refund-transferred" busy={isBusy}>
            {words.transferred}
          </Button>
        </ask.Form>
      ) : null}
    </>
  );
}
