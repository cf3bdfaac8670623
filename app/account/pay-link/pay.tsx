import { data } from "react-router";
import { payLinkWords, usePayLinkWords } from "#app/account/pay-link/messages/pay-link.ts";
import { usePaymentWords } from "#app/account/payment/messages/payment.ts";
import { networkContext } from "#app/context.ts";
import { languageOf, useLocalPath } from "#app/language.ts";
import { useBuyingWords } from "#app/messages/shared/buying.ts";
import { useDepositWords } from "#app/messages/shared/deposit.ts";
import { usePickupWords } from "#app/messages/shared/pickup.ts";
import { pageMeta } from "#app/page-meta.ts";
import { readForm } from "#app/read-form.server.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { DepositLines } from "#app/ui/domain/order/deposit-lines.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Link } from "#app/ui/link.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Receipt, ReceiptLine } from "#app/ui/receipt.tsx";
import { formatRupiah } from "#shop/kernel/money.ts";
import { feeKind } from "#shop/orders/fee-kind.ts";
import {
  findOrderToPay,
  type LinkedOrder,
} from "#shop/orders/payments/by-link/pay-by-link.server.ts";
import { PaySection } from "../payment/pay-section.tsx";
import type { Route } from "./+types/pay";
import { answerPayLink } from "./pay-link-action.server.ts";

export const meta: Route.MetaFunction = (source) => {
  const words = payLinkWords(languageOf(source.location.pathname));
  const number = source.loaderData?.order?.number;
  const title = number ? words.title(number) : words.unknown;
  return pageMeta(source, { title, hidden: true, uncanonical: true });
};

/** The address contains a secret: it must not be cached or sent to another site. */
export function headers() {
  return { "Cache-Control": "no-store", "Referrer-Policy": "no-referrer" };
}

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const network = context.get(networkContext);
  const order = await findOrderToPay(params.token, network, languageOf(url.pathname));
  if (order === "too_many_requests") {
    return data({ token: "", order: null, isLimited: true }, { status: 429 });
  }
  if (!order) return data({ token: "", order: null, isLimited: false }, { status: 404 });
  return data({ token: params.token, order, isLimited: false });
}

export async function action({ params, request, context }: Route.ActionArgs) {
  return answerPayLink(params.token, context.get(networkContext), await readForm(request));
}

/** The page of a pay link: pays an order without signing in. */
export default function PayPage({ loaderData }: Route.ComponentProps) {
  const { token, order, isLimited } = loaderData;
  const words = usePayLinkWords();
  const deposits = useDepositWords();
  const to = useLocalPath();
  if (!order) {
    return (
      <div className="page max-w-3xl py-10">
        {isLimited ? (
          <Notice tone="warning">{words.tooMany}</Notice>
        ) : (
          <EmptyState
            level="h1"
            title={words.unknown}
            action={<ButtonLink to={to("/")}>{words.home}</ButtonLink>}
          >
            {words.unknownText}
          </EmptyState>
        )}
      </div>
    );
  }
  const [before = "", after = ""] = words.terms("\n").split("\n");
  return (
    <article className="page grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-6 pt-8 md:pt-14">
      <h1 tabIndex={-1} className="text-2xl md:text-3xl">
        {words.title(order.number)}
      </h1>
      {order.payment ? (
        <>
          {order.deposit !== null && order.paid_total > 0 ? (
            <Notice tone="success">{deposits.thanks(formatRupiah(order.paid_total))}</Notice>
          ) : null}
          <PaySection order={order} page={order.payment} qr={to(`/Pay/${token}/qr.png`)} />
          <p>
            {before}
            <Link to={to(`/TermsAndConditions/${order.terms_version}`)} className="link">
              {words.termsLink}
            </Link>
            {after}
          </p>
        </>
      ) : (
        <Outcome order={order} />
      )}
      <Goods order={order} />
    </article>
  );
}

function Outcome({ order }: { order: LinkedOrder }) {
  const words = usePayLinkWords();
  const paying = usePaymentWords();
  const pickup = usePickupWords();
  const cash = () => {
    if (order.stage === "done") return words.arrived;
    return (order.is_pickup ? pickup : paying).cash(formatRupiah(order.total));
  };
  return (
    <Notice tone={order.stage === "canceled" ? "warning" : "success"}>
      {order.is_expired
        ? words.expired
        : order.stage === "canceled"
          ? words.canceled
          : order.is_cash_due
            ? cash()
            : words.paid}
    </Notice>
  );
}

function Goods({ order }: { order: LinkedOrder }) {
  const words = usePayLinkWords();
  const { checkout } = useBuyingWords();
  return (
    <Receipt heading={words.goods} number={`No. ${order.number}`} torn>
      <dl>
        {order.lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines of an order never change
          <ReceiptLine key={index} label={`${line.quantity} × ${nameOf(line)}`}>
            {formatRupiah(line.total)}
          </ReceiptLine>
        ))}
        <ReceiptLine label={words.shipping}>{formatRupiah(order.shipping)}</ReceiptLine>
        {order.payment_fee === 0 ? null : (
          <ReceiptLine label={checkout[feeKind(order)]}>
            {formatRupiah(order.payment_fee)}
          </ReceiptLine>
        )}
        <ReceiptLine label={words.total} strong>
          {formatRupiah(order.total)}
        </ReceiptLine>
        <DepositLines {...order} />
      </dl>
    </Receipt>
  );
}

function nameOf({ name, options }: LinkedOrder["lines"][number]): string {
  return options ? `${name}, ${options}` : name;
}
