import { useRefundApprovalWords } from "#app/admin/messages/refund-approval.ts";
import { useLocalPath } from "#app/language.ts";
import { Link } from "#app/ui/link.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { formatRupiah } from "#shop/kernel/money.ts";
import type { RefundRequest } from "#shop/orders/payments/review/refund-request.ts";

/** An order's pending refund requests, with links. */
export function WaitingRequests({ requests }: { requests: readonly RefundRequest[] }) {
  const words = useRefundApprovalWords();
  const to = useLocalPath();
  const amount = requests.reduce((sum, request) => sum + request.amount, 0);
  if (requests.length === 0) return null;
  return (
    <Notice
      tone="warning"
      action={
        <Link
          to={`${to("/admin/Payments")}?view=approvals`}
          className="flex min-h-11 items-center font-semibold underline"
        >
          {words.seeAll}
        </Link>
      }
    >
      {words.waiting(formatRupiah(amount))}
    </Notice>
  );
}
