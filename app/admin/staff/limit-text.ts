import { useApprovalWords } from "#app/messages/admin/approvals.ts";
import type { LimitKind } from "#shop/limits/approval.ts";
import { formatRupiah } from "#shop/money.ts";

/** A limit as a figure with its unit, or that there is none. */
export function useLimitText(): (kind: LimitKind, figure: number | null) => string {
  const { limits: words } = useApprovalWords();
  return (kind, figure) => {
    if (figure === null) return words.noLimit;
    return kind === "price_cut" ? `${figure} %` : formatRupiah(figure);
  };
}
