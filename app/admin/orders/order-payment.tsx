import type { FetcherWithComponents } from "react-router";
import { useOrderPaymentWords } from "#app/admin/orders/messages/order-payment.ts";
import type { StaffAnswer } from "#app/admin/orders/order-action.server.ts";
import { useLanguage, useLocalPath } from "#app/language.ts";
import { useShopZone } from "#app/merchant.ts";
import { formatMoment } from "#app/messages/shared/dates.ts";
import { useSupplementWords } from "#app/messages/shared/supplement.ts";
import { Link } from "#app/ui/link.tsx";
import { ReceiptLine } from "#app/ui/receipt.tsx";
import { formatRupiah } from "#shop/kernel/money.ts";
import type { OrderDetail } from "#shop/orders/order.ts";
import type { PaymentMethod } from "#shop/settings/payment-methods/payment-method.ts";
import { ReceiveMoney } from "./receive-money.tsx";

/** Money that a person has to confirm, by how it comes, and where that is done. */
const byHand: Readonly<Record<string, "transfers" | "cash">> = {
  "transfer:bank": "transfers",
  "cod:cash": "cash",
};

interface OrderPaymentProps {
  order: OrderDetail;
  /** How it is paid; null where nothing had to be. */
  method: (Pick<PaymentMethod, "id"> & { readonly names: readonly string[] }) | null;
  /** Whether the reader may record money. */
  mayReceive: boolean;
  fetcher: FetcherWithComponents<StaffAnswer>;
}

/** An order's payment method, its result and open staff tasks. */
export function OrderPayment({ order, method, mayReceive, fetcher }: OrderPaymentProps) {
  const words = useOrderPaymentWords();
  const supplement = useSupplementWords();
  const more = order.supplement_money;
  const language = useLanguage();
  const zone = useShopZone();
  const to = useLocalPath();
  const isOpen =
    order.stage !== "canceled" &&
    (order.payment_status === "none" || order.payment_status === "partially_paid");
  const open = order.deposit !== null ? order.due : isOpen ? order.total - order.paid_total : 0;
  const isLate = order.stage === "canceled" && order.paid_total + order.refunded_total === 0;
  const view =
    isLate && method?.id === "transfer:bank"
      ? "late"
      : method && open > 0
        ? byHand[method.id]
        : undefined;
  return (
    <section className="border border-rule p-4">
      <h2 className="mb-2 text-lg">{words.title}</h2>
      {method ? (
        method.names.map((name) => <p key={name}>{name}</p>)
      ) : (
        <p>{open > 0 ? words.unchosen : words.none}</p>
      )}
      <dl>
        {order.paid_total + order.refunded_total > 0 ? (
          <ReceiptLine label={words.received}>
            {formatRupiah(order.paid_total + order.refunded_total)}
          </ReceiptLine>
        ) : null}
        {order.refunded_total > 0 ? (
          <ReceiptLine label={words.returned}>{formatRupiah(order.refunded_total)}</ReceiptLine>
        ) : null}
        {more.received > 0 ? (
          <ReceiptLine label={supplement.received}>{formatRupiah(more.received)}</ReceiptLine>
        ) : null}
        {more.returned > 0 ? (
          <ReceiptLine label={supplement.returned}>{formatRupiah(more.returned)}</ReceiptLine>
        ) : null}
        {open > 0 ? <ReceiptLine label={words.open}>{formatRupiah(open)}</ReceiptLine> : null}
      </dl>
      {order.stage === "awaiting_payment" && order.expires_at ? (
        <p className="mt-1 text-muted">
          {words.until(formatMoment(order.expires_at, language, zone))}
        </p>
      ) : null}
      {mayReceive && order.due > 0 ? <ReceiveMoney order={order} fetcher={fetcher} /> : null}
      {view ? (
        <Link to={`${to("/admin/Payments")}?view=${view}`} className="link mt-2 inline-block py-1">
          {words.confirm[view]}
        </Link>
      ) : null}
    </section>
  );
}
