import { useApprovalWords } from "#app/admin/approvals/messages/approvals.ts";
import { useLanguage } from "#app/language.ts";
import { formatCount } from "#base/format-count.ts";
import { formatRupiah } from "#shop/kernel/money.ts";
import type { LimitKind } from "#shop/staff/approvals/approval.ts";

/** A limit as a figure with its unit, or that there is none. */
export function useLimitText(): (kind: LimitKind, figure: number | null) => string {
  const { limits: words } = useApprovalWords();
  const language = useLanguage();
  return (kind, figure) => {
    if (figure === null) return words.noLimit;
    if (kind === "recipients") return words.people(formatCount(figure, language));
    return kind === "price_cut" || kind === "staff_discount" ? `${figure}%` : formatRupiah(figure);
  };
}
