import { usePaymentWords } from "#app/account/payment/messages/payment.ts";
import { useLocalPath } from "#app/language.ts";
import { useBuyingWords, wordsFor } from "#app/messages/shared/buying.ts";
import { Link } from "#app/ui/link.tsx";
import { Notice } from "#app/ui/notice.tsx";
import type { CheckoutQuote } from "#shop/orders/checkout/checkout.ts";
import type { CheckoutProblem } from "./checkout-action.server.ts";
import type { useCheckout } from "./use-checkout.ts";

interface OrderNoticesProps {
  checkout: Pick<ReturnType<typeof useCheckout>, "placed" | "problem" | "isUnsent">;
  /** Why a line of the cart cannot be ordered. */
  lineProblem: CheckoutQuote["problems"][number] | undefined;
  /** Name of the product on that line. */
  lineName: string | undefined;
}

/** The result of placing the order, above its button, with a link to the next step where there is one. */
export function OrderNotices({ checkout, lineProblem, lineName }: OrderNoticesProps) {
  const { placed, problem, isUnsent } = checkout;
  const { checkout: words } = useBuyingWords();
  const paying = usePaymentWords();
  const to = useLocalPath();
  const problemCode = problem?.code ?? lineProblem?.code;
  const otherwise = problem ? "unexpected" : "cart_problems";
  return (
    <>
      {placed ? (
        <Notice
          action={
            placed.payment ? (
              <NoticeLink to={to(`/dashboard/orders/${placed.order.id}`)}>
                {paying.change}
              </NoticeLink>
            ) : null
          }
        >
          {words.noted}
        </Notice>
      ) : null}
      {isUnsent ? <Notice tone="error">{words.unsent}</Notice> : null}
      {problemCode ? (
        <Notice tone="error" action={problem ? <WayOn problem={problem} /> : null}>
          {problem || !lineName ? null : <b>{lineName}: </b>}
          {wordsFor(words.problems, problemCode, otherwise)}
        </Notice>
      ) : null}
    </>
  );
}

function WayOn({ problem }: { problem: CheckoutProblem }) {
  const { orders } = useBuyingWords();
  const paying = usePaymentWords();
  const to = useLocalPath();
  switch (problem.code) {
    case "too_many_orders":
    case "too_many_unpaid":
    case "too_many_unpaid_pieces":
      return (
        <NoticeLink to={`${to("/dashboard/orders")}?stage=awaiting_payment`}>
          {orders.title}
        </NoticeLink>
      );
    case "payment_unavailable":
      return (
        <NoticeLink to={to(`/dashboard/orders/${problem.order_id}`)}>{paying.change}</NoticeLink>
      );
    default:
      return null;
  }
}

function NoticeLink({ to, children }: { to: string; children: string }) {
  return (
    <Link to={to} className="link flex min-h-11 items-center">
      {children}
    </Link>
  );
}
