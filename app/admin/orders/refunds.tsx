import type { FetcherWithComponents } from "react-router";
import { RefundByHand } from "#app/admin/kit/refund-by-hand.tsx";
import { useLanguage, useLocalPath } from "#app/language.ts";
import { useShopZone } from "#app/merchant.ts";
import { formatMoment } from "#app/messages/shared/dates.ts";
import { useOrderWords } from "#app/messages/shared/orders.ts";
import { Button } from "#app/ui/button.tsx";
import { RefundOrigin } from "#app/ui/domain/order/refund-origin.tsx";
import type { IconName } from "#app/ui/icon.tsx";
import { type Copy, Pill } from "#app/ui/pill.tsx";
import { TextInput } from "#app/ui/text-input.tsx";
import { formatRupiah } from "#shop/kernel/money.ts";
import type { OrderDetail, OrderRefund } from "#shop/orders/order.ts";
import type { StaffAnswer } from "./order-action.server.ts";

const looks: Readonly<Record<OrderRefund["status"], readonly [Copy, IconName]>> = {
  requested: ["yellow", "clock"],
  pending: ["yellow", "clock"],
  succeeded: ["green", "circle-check"],
  failed: ["stamp", "circle-alert"],
};

interface RefundsProps {
  order: OrderDetail;
  fetcher: FetcherWithComponents<StaffAnswer>;
  /** Whether the reader may decide how money is refunded. */
  mayRefund: boolean;
}

/** Refunds and the staff actions that they need. */
export function Refunds({ order, fetcher, mayRefund }: RefundsProps) {
  const { refunds: words } = useOrderWords();
  if (order.refunds.length === 0) return null;
  return (
    <section className="grid gap-3 border border-rule p-4">
      <h2 className="text-lg">{words.title}</h2>
      <ul className="grid gap-4">
        {order.refunds.map((refund) => (
          <li key={refund.id} className="grid gap-2">
            <RefundRow
              refund={refund}
              hasEmail={order.email !== ""}
              fetcher={fetcher}
              mayRefund={mayRefund}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

function RefundRow({
  refund,
  hasEmail,
  fetcher,
  mayRefund,
}: { refund: OrderRefund; hasEmail: boolean } & Pick<RefundsProps, "fetcher" | "mayRefund">) {
  const { refunds: words } = useOrderWords();
  const language = useLanguage();
  const zone = useShopZone();
  const to = useLocalPath();
  const [copy, icon] = looks[refund.status];
  const isTransfer = refund.channel === "bank_transfer";
  const isOpen = refund.status === "requested" || refund.status === "pending";
  const status =
    isTransfer && isOpen
      ? refund.account
        ? words.waitsForTransfer
        : hasEmail
          ? words.waitsForAccount
          : words.statuses.requested
      : words.statuses[refund.status];
  return (
    <>
      <p className="flex flex-wrap items-center justify-between gap-2">
        <b className="money">{formatRupiah(refund.amount)}</b>
        <Pill copy={copy} icon={icon}>
          {status}
        </Pill>
      </p>
      <p className="text-muted">
        {words.reasons[refund.reason as keyof typeof words.reasons] ?? words.reasons.other} ·{" "}
        {words.channels[refund.channel]} · {formatMoment(refund.created_at, language, zone)}
      </p>
      <RefundOrigin refund={refund} pageOf={(id) => to(`/admin/Orders/${id}`)} />
      {isTransfer && refund.account ? (
        <p className="figures border-l-2 border-rule pl-3 wrap-anywhere">
          {refund.account.bank} {refund.account.account_number}
          <span className="block">{refund.account.holder}</span>
        </p>
      ) : null}
      {refund.status === "failed" ? (
        <fetcher.Form method="post" className="no-print flex flex-wrap gap-2">
          <input type="hidden" name="part" value={refund.id} />
          <Button type="submit" name="intent" value="refund-retry" look="quiet" icon="rotate-ccw">
            {words.retry}
          </Button>
          {mayRefund ? (
            <Button type="submit" name="intent" value="refund-transfer" look="quiet">
              {words.transferInstead}
            </Button>
          ) : null}
        </fetcher.Form>
      ) : null}
      {isTransfer && isOpen && !refund.account && mayRefund ? (
        <RefundByHand
          part={{ name: "part", id: refund.id }}
          amount={refund.amount}
          fetcher={fetcher}
        />
      ) : null}
      {isTransfer && isOpen && refund.account && mayRefund ? (
        <fetcher.Form method="post" className="no-print flex flex-wrap gap-2">
          <input type="hidden" name="part" value={refund.id} />
          <TextInput
            name="reference"
            required
            minLength={3}
            maxLength={60}
            aria-label={words.reference}
            placeholder={words.reference}
            autoComplete="off"
            className="figures"
          />
          <Button type="submit" name="intent" value="refund-transferred">
            {words.transferred}
          </Button>
        </fetcher.Form>
      ) : null}
    </>
  );
}
