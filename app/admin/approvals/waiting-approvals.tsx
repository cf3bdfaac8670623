import { useApprovalWords } from "#app/admin/approvals/messages/approvals.ts";
import { useLocalPath } from "#app/language.ts";
import { Link } from "#app/ui/link.tsx";
import { Notice } from "#app/ui/notice.tsx";
import type { Approval } from "#shop/staff/approvals/approval-row.ts";

/** On the page of a thing: acts that wait for a colleague, with the way there. */
export function WaitingApprovals({ approvals }: { approvals: readonly Approval[] }) {
  const words = useApprovalWords();
  const to = useLocalPath();
  const [first] = approvals;
  if (!first) return null;
  const path = approvals.length === 1 ? `/admin/Approvals/${first.id}` : "/admin/Approvals";
  const list = first.is_mine && approvals.length > 1 ? `${to(path)}?view=mine` : to(path);
  return (
    <Notice
      tone="warning"
      action={
        <Link to={list} className="flex min-h-11 items-center font-semibold underline">
          {words.see}
        </Link>
      }
    >
      {words.waiting(approvals.length)}
    </Notice>
  );
}
