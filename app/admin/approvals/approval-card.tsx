import { useApprovalWords } from "#app/admin/approvals/messages/approvals.ts";
import { useLocalPath } from "#app/language.ts";
import { Link } from "#app/ui/link.tsx";
import type { Approval } from "#shop/staff/approvals/approval-row.ts";
import { ApprovalMoments } from "./approval-moments.tsx";
import { useAmountText } from "./approval-texts.ts";
import { DecisionPill } from "./decision-pill.tsx";

/** A request in the list; the whole card leads to it. */
export function ApprovalCard({ approval }: { approval: Approval }) {
  const words = useApprovalWords();
  const to = useLocalPath();
  const amountText = useAmountText();
  return (
    <li className="relative grid content-start gap-1.5 border border-rule p-4 hover:bg-paper">
      <p className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1.5">
        <span className="printed">{words.kinds[approval.kind]}</span>
        <DecisionPill decision={approval.decision} />
      </p>
      <h2 className="text-base wrap-anywhere">
        <Link
          to={to(`/admin/Approvals/${approval.id}`)}
          className="font-semibold text-carbon after:absolute after:inset-0"
        >
          {approval.shown.title}
        </Link>
      </h2>
      <p>{amountText(approval.limit_kind, approval.amount)}</p>
      <ApprovalMoments approval={approval} />
    </li>
  );
}
