import { useApprovalWords } from "#app/admin/approvals/messages/approvals.ts";
import { useRefundApprovalWords } from "#app/admin/messages/refund-approval.ts";
import { useLanguage, useLocalPath } from "#app/language.ts";
import { useShopZone } from "#app/merchant.ts";
import { formatMoment } from "#app/messages/shared/dates.ts";
import { Link } from "#app/ui/link.tsx";
import { formatRupiah } from "#shop/kernel/money.ts";
import type { RefundRequest } from "#shop/orders/payments/review/refund-request.ts";
import { DecisionPill } from "./decision-pill.tsx";

/** A refund that waits; the whole card leads to where it is decided. */
export function RefundCard({ request }: { request: RefundRequest }) {
  const words = useApprovalWords();
  const refund = useRefundApprovalWords();
  const language = useLanguage();
  const zone = useShopZone();
  const to = useLocalPath();
  const asked = formatMoment(request.requested_at, language, zone);
  const names = request.approved_by.join(", ");
  return (
    <li className="relative grid content-start gap-1.5 border border-rule p-4 hover:bg-paper">
      <p className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1.5">
        <span className="printed">{words.refund}</span>
        <DecisionPill decision={null} />
      </p>
      <h2 className="text-base wrap-anywhere">
        <Link
          to={`${to("/admin/Payments")}?view=approvals`}
          className="figures font-semibold text-carbon after:absolute after:inset-0"
        >
          {request.number}
        </Link>
      </h2>
      <p>
        {refund.acts[request.act]}: {formatRupiah(request.amount)}
      </p>
      <p className="text-muted wrap-anywhere">
        {request.is_mine ? words.byMe(asked) : words.by(request.requested_by, asked)}
      </p>
      {names ? <p className="text-muted wrap-anywhere">{refund.approvedBy(names)}</p> : null}
    </li>
  );
}
