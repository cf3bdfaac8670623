import { useApprovalWords } from "#app/admin/approvals/messages/approvals.ts";
import { useNotificationWords } from "#app/admin/notifications/messages/notifications.ts";
import { useLanguage } from "#app/language.ts";
import { formatCount } from "#base/format-count.ts";
import { formatRupiah } from "#shop/kernel/money.ts";
import type { Notification } from "#shop/office/notifications/notification.ts";
import { useTaskTitle } from "../tasks/task-title.ts";

/** The sentence of a notification. */
export function useNotificationText(): (notification: Notification) => string {
  const words = useNotificationWords();
  const language = useLanguage();
  const titleOf = useTaskTitle();
  const approvals = useApprovalWords();
  return ({ kind, facts }) => {
    if (facts.count > 1) return words.several[kind](formatCount(facts.count, language));
    const { number, total, product, sku, task, approval, campaign, sale, days } = facts;
    const of = [
      number,
      (kind === "new_order" || kind === "order_paid") && total !== undefined
        ? formatRupiah(total)
        : undefined,
      product ? `${product[language] || product.id} (${sku})` : undefined,
      task ? titleOf(task) : undefined,
      approval ? `${approvals.kinds[approval.kind]}: ${approval.title}` : undefined,
      campaign,
      sale,
      days === undefined ? undefined : String(days),
    ];
    if (kind === "approval_decided" && approval?.decision) {
      return approvals.outcomes[approval.decision](
        of.filter((part) => part !== undefined).join(" · "),
      );
    }
    return words.single[kind](of.filter((part) => part !== undefined).join(" · "));
  };
}
