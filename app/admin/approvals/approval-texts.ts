import { useApprovalWords } from "#app/admin/approvals/messages/approvals.ts";
import { useLanguage } from "#app/language.ts";
import { formatCount } from "#base/format-count.ts";
import { formatRupiah } from "#shop/kernel/money.ts";
import type { ApprovedLimit, ShownChange } from "#shop/staff/approvals/approval.ts";
import type { Approval } from "#shop/staff/approvals/approval-row.ts";

/** What was asked for, with what was measured: the percent of a cut, people, or rupiah. */
export function useAmountText(): (limit: ApprovedLimit, amount: number) => string {
  const words = useApprovalWords();
  const language = useLanguage();
  return (limit, amount) => {
    if (limit === "recipients") return words.amounts[limit](formatCount(amount, language));
    const isPercent = limit === "price_cut" || limit === "staff_discount";
    return words.amounts[limit](isPercent ? `${amount}%` : formatRupiah(amount));
  };
}

/** A value before or after: pieces, or rupiah. */
export function useValueText(): (field: ShownChange["field"], value: number | null) => string {
  const words = useApprovalWords();
  const language = useLanguage();
  return (field, value) => {
    if (value === null) return words.none;
    return field === "on_hand" ? formatCount(value, language) : formatRupiah(value);
  };
}

/** Where staff find the thing of a request; undefined where it has no page. */
export function subjectOf({ kind, subject_id }: Approval): string | undefined {
  switch (kind) {
    case "stock":
      return `/admin/Stock/${subject_id}`;
    case "product":
      return `/admin/Products/${subject_id}`;
    case "sale":
      return `/admin/Sales/${subject_id}`;
    case "import":
      return `/admin/Imports/${subject_id}`;
    case "stocktake":
      return `/admin/Stocktakes/${subject_id}`;
    case "factor":
      return `/admin/Staff/${subject_id}`;
    case "campaign":
      return `/admin/MailList/Campaigns/${subject_id}`;
    case "draft":
      return `/admin/Orders/Drafts/${subject_id}`;
    case "grid":
    case "bulk-price":
      return undefined;
  }
}
