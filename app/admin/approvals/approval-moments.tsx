import { useApprovalWords } from "#app/admin/approvals/messages/approvals.ts";
import { useLanguage } from "#app/language.ts";
import { useShopZone } from "#app/merchant.ts";
import { formatMoment } from "#app/messages/shared/dates.ts";
import type { Approval } from "#shop/staff/approvals/approval-row.ts";

/** Who asked and when, and until when it is open or who decided. */
export function ApprovalMoments({ approval }: { approval: Approval }) {
  const words = useApprovalWords();
  const language = useLanguage();
  const zone = useShopZone();
  const { decision, decider, decided_at, expires_at, requester, requested_at, is_mine } = approval;
  const asked = formatMoment(requested_at, language, zone);
  return (
    <>
      <p className="text-muted wrap-anywhere">
        {is_mine ? words.byMe(asked) : words.by(requester, asked)}
      </p>
      <p className="text-muted wrap-anywhere">
        {decision === null || decided_at === null
          ? words.until(formatMoment(expires_at, language, zone))
          : words.decided(
              words.decisions[decision],
              decider ?? "",
              formatMoment(decided_at, language, zone),
            )}
      </p>
    </>
  );
}
