import { useFetcher } from "react-router";
import { languageOf } from "#app/language.ts";
import { wordsFor } from "#app/messages/buying.ts";
import { paymentWorkWords, usePaymentWorkWords } from "#app/messages/payment-work.ts";
import { pageMeta } from "#app/page-meta.ts";
import { readForm } from "#app/read-form.server.ts";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Link } from "#app/ui/link.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { useCurrentInSight } from "#app/ui/use-current-in-sight.ts";
import { listPaymentWork } from "#shop/payments/list-payment-work.server.ts";
import { paymentViews, readPaymentView } from "#shop/payments/payment-work.ts";
import { staffOf } from "../staff.server.ts";
import type { Route } from "./+types/payments";
import { answerPayments, type PaymentAnswer } from "./payment-action.server.ts";
import { WorkCard } from "./work-card.tsx";

export const meta: Route.MetaFunction = (source) => {
  const words = paymentWorkWords[languageOf(source.location.pathname)];
  return pageMeta(source, { title: words.title, hidden: true });
};

export function loader({ url, context }: Route.LoaderArgs) {
  return listPaymentWork(staffOf(context), readPaymentView(url.searchParams.get("view")));
}

export async function action({ request, context }: Route.ActionArgs) {
  return answerPayments(staffOf(context), await readForm(request));
}

/** What of payments waits for a person. */
export default function AdminPayments({
  loaderData: { view, counts, work },
}: Route.ComponentProps) {
  const words = usePaymentWorkWords();
  const tabs = useCurrentInSight<HTMLElement>();
  // One for the page: what became of a press is told also when its card is gone, because a colleague was first.
  const ask = useFetcher<PaymentAnswer>();
  const answer = ask.state === "idle" ? ask.data : undefined;
  return (
    <div className="grid gap-5">
      <header>
        <h1 tabIndex={-1} className="text-2xl">
          {words.title}
        </h1>
        <p className="text-muted">{words.intro}</p>
      </header>
      <nav ref={tabs} aria-label={words.title} className="-mx-4 overflow-x-auto px-4">
        <ul className="flex min-w-max border-b border-rule">
          {paymentViews.map((name) => (
            <li key={name}>
              <Link
                to={`?view=${name}`}
                aria-current={name === view ? "page" : undefined}
                className="flex min-h-10 items-center gap-2 border-b-2 border-transparent px-3 whitespace-nowrap hover:text-carbon aria-[current]:border-carbon aria-[current]:font-semibold"
              >
                {words.views[name]}
                <span className="figures text-xs text-muted">{counts[name]}</span>
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div aria-live="polite" className="empty:hidden">
        {answer?.problem ? (
          <Notice tone="error">{wordsFor(words.problems, answer.problem, "invalid_input")}</Notice>
        ) : null}
        {answer?.done ? <Notice tone="success">{words.done}</Notice> : null}
      </div>
      {work.length === 0 ? (
        <EmptyState title={words.empty[view]} />
      ) : (
        <ul className="grid gap-3">
          {work.map((item) => (
            <WorkCard key={item.id} item={item} view={view} ask={ask} />
          ))}
        </ul>
      )}
    </div>
  );
}
