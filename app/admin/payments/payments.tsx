import { useProvenFetcher } from "#app/admin/kit/form/use-proven-fetcher.tsx";
import { approvalProblem, useRefundApprovalWords } from "#app/admin/messages/refund-approval.ts";
import { answerPayments, type PaymentAnswer } from "#app/admin/payment-action.server.ts";
import {
  paymentWorkWords,
  usePaymentWorkWords,
} from "#app/admin/payments/messages/payment-work.ts";
import { languageOf } from "#app/language.ts";
import { wordsFor } from "#app/messages/shared/buying.ts";
import { pageMeta } from "#app/page-meta.ts";
import { readForm } from "#app/read-form.server.ts";
import { CountTabs } from "#app/ui/count-tabs.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { readSignInKeys } from "#shop/customers/sign-in-methods.server.ts";
import { listPaymentWork } from "#shop/orders/payments/review/list-payment-work.server.ts";
import {
  listRefundRequests,
  readRefundTerms,
} from "#shop/orders/payments/review/list-refund-requests.server.ts";
import { paymentViews, readPaymentView } from "#shop/orders/payments/review/payment-work.ts";
import { RequestCard } from "../refund-approvals/request-card.tsx";
import { staffWith } from "../staff.server.ts";
import type { Route } from "./+types/payments";
import { WorkCard } from "./work-card.tsx";

export const meta: Route.MetaFunction = (source) => {
  const words = paymentWorkWords(languageOf(source.location.pathname));
  return pageMeta(source, { title: words.title, hidden: true });
};

export async function loader({ url, context }: Route.LoaderArgs) {
  const actor = staffWith(context, "payments.read");
  const [page, keys, terms] = await Promise.all([
    listPaymentWork(actor, readPaymentView(url.searchParams.get("view"))),
    readSignInKeys(actor),
    readRefundTerms(actor),
  ]);
  const requests = page.view === "approvals" ? await listRefundRequests(actor) : [];
  return { ...page, requests, keys, terms };
}

export async function action({ request, context }: Route.ActionArgs) {
  return answerPayments(staffWith(context, "payments.read"), await readForm(request));
}

/** Payments that need a person's decision. */
export default function AdminPayments({
  loaderData: { view, counts, work, requests, keys, terms },
}: Route.ComponentProps) {
  const words = usePaymentWorkWords();
  const approval = useRefundApprovalWords();
  // One fetcher for the page: the result is also shown when a colleague was first and the card is gone.
  const { fetcher: ask, proof, answer: last } = useProvenFetcher<PaymentAnswer>(keys);
  const answer = ask.state === "idle" ? last : undefined;
  return (
    <div className="grid gap-5">
      <header>
        <h1 tabIndex={-1} className="text-2xl">
          {words.title}
        </h1>
        <p className="text-muted">{words.intro}</p>
      </header>
      <CountTabs
        label={words.title}
        tabs={paymentViews.map((name) => ({
          name,
          label: words.views[name],
          count: counts[name],
          to: `?view=${name}`,
          chosen: name === view,
        }))}
      />
      <div aria-live="polite" className="empty:hidden">
        {answer?.problem ? (
          <Notice tone="error">
            {approvalProblem(approval, answer.problem) ??
              wordsFor(words.problems, answer.problem, "invalid_input")}
          </Notice>
        ) : null}
        {answer?.asked ? <Notice>{approval.asked}</Notice> : null}
        {answer?.done ? (
          <Notice tone="success">{answer.decided ? approval[answer.decided] : words.done}</Notice>
        ) : null}
      </div>
      {requests.length > 0 ? (
        <ul className="grid gap-3">
          {requests.map((request) => (
            <RequestCard key={request.id} request={request} ask={ask} />
          ))}
        </ul>
      ) : work.length === 0 ? (
        <EmptyState title={words.empty[view]} />
      ) : (
        <ul className="grid gap-3">
          {work.map((item) => (
            <WorkCard
              key={item.id}
              item={item}
              view={view}
              ask={ask}
              mayRefund={terms.may_approve}
            />
          ))}
        </ul>
      )}
      {proof}
    </div>
  );
}
