import { data, Form } from "react-router";
import { approvalWords, useApprovalWords } from "#app/admin/approvals/messages/approvals.ts";
import { Neighbours } from "#app/admin/kit/list/keyset-list.tsx";
import { languageOf } from "#app/language.ts";
import { pageMeta } from "#app/page-meta.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Link } from "#app/ui/link.tsx";
import { Select } from "#app/ui/select.tsx";
import { may } from "#shop/kernel/access.ts";
import { listRefundRequests } from "#shop/orders/payments/review/list-refund-requests.server.ts";
import { approvalKinds, approvalPermissions } from "#shop/staff/approvals/approval.ts";
import { approvalViews } from "#shop/staff/approvals/approval-row.ts";
import { listApprovals } from "#shop/staff/approvals/list-approvals.server.ts";
import { staffOf } from "../staff.server.ts";
import type { Route } from "./+types/approvals";
import { ApprovalCard } from "./approval-card.tsx";
import { RefundCard } from "./refund-card.tsx";

export const meta: Route.MetaFunction = (source) =>
  pageMeta(source, {
    title: approvalWords(languageOf(source.location.pathname)).title,
    hidden: true,
  });

export async function loader({ url, context }: Route.LoaderArgs) {
  const staff = staffOf(context);
  if (!approvalPermissions.some((key) => may(staff, key)))
    throw data({ code: "no_permission" }, 403);
  const asked = url.searchParams;
  const view = approvalViews.find((name) => name === asked.get("view")) ?? "waiting";
  const kind = kinds.find((name) => name === asked.get("kind")) ?? null;
  const after = asked.get("after");
  const [list, refunds] = await Promise.all([
    kind === "refund" ? nothing : listApprovals(staff, { view, kind, after }),
    view === "decided" || after || (kind && kind !== "refund") || !may(staff, "payments.read")
      ? []
      : listRefundRequests(staff),
  ]);
  return {
    view,
    kind,
    ...list,
    refunds: refunds.filter((one) => view === "waiting" || one.is_mine),
  };
}

/** Refunds have requests of their own, which are decided on the page of payments. */
const kinds = ["refund", ...approvalKinds] as const;
const nothing = { approvals: [], after: null };

/** Acts of colleagues above their limits, and what became of the reader's own. */
export default function AdminApprovals({ loaderData }: Route.ComponentProps) {
  const { view, kind, approvals, after, refunds } = loaderData;
  const words = useApprovalWords();
  const kept = { ...(view === "waiting" ? {} : { view }), ...(kind ? { kind } : {}) };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <header className="flex flex-wrap items-end justify-between gap-4">
        <div className="grid max-w-[65ch] gap-1">
          <h1 tabIndex={-1} className="text-2xl">
            {words.title}
          </h1>
          <p className="text-muted">{words.lead}</p>
        </div>
        <Form className="flex w-full gap-2 sm:w-auto">
          {view === "waiting" ? null : <input type="hidden" name="view" value={view} />}
          <Select
            key={kind}
            name="kind"
            aria-label={words.kind}
            defaultValue={kind ?? ""}
            className="grow"
          >
            <option value="">{words.allKinds}</option>
            {kinds.map((name) => (
              <option key={name} value={name}>
                {name === "refund" ? words.refund : words.kinds[name]}
              </option>
            ))}
          </Select>
          <Button type="submit" look="quiet">
            {words.show}
          </Button>
        </Form>
      </header>
      <nav aria-label={words.title} className="-mx-4 overflow-x-auto px-4">
        <ul className="flex min-w-max border-b border-rule">
          {approvalViews.map((name) => (
            <li key={name}>
              <Link
                to={`?${new URLSearchParams({ view: name, ...(kind ? { kind } : {}) })}`}
                aria-current={name === view ? "page" : undefined}
                className="flex min-h-11 items-center border-b-2 border-transparent px-3 whitespace-nowrap hover:text-carbon aria-[current]:border-carbon aria-[current]:font-semibold"
              >
                {words.views[name]}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      {approvals.length + refunds.length > 0 ? (
        <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,22rem),1fr))] gap-3">
          {refunds.map((request) => (
            <RefundCard key={request.id} request={request} />
          ))}
          {approvals.map((approval) => (
            <ApprovalCard key={approval.id} approval={approval} />
          ))}
        </ul>
      ) : kind ? (
        <EmptyState
          title={words.emptyFiltered}
          action={
            <ButtonLink to={`?${new URLSearchParams({ view })}`} look="quiet">
              {words.clear}
            </ButtonLink>
          }
        />
      ) : (
        <EmptyState title={words.empty[view]}>{words.emptyText[view]}</EmptyState>
      )}
      <Neighbours
        words={words}
        after={after}
        before={null}
        address={(position) => `?${new URLSearchParams({ ...kept, ...position })}`}
      />
    </div>
  );
}
