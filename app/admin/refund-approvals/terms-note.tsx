import { useRefundApprovalWords } from "#app/admin/messages/refund-approval.ts";
import { formatRupiah, type Rupiah } from "#shop/kernel/money.ts";
import type { RefundTerms } from "#shop/orders/payments/review/refund-request.ts";

/** Who has to approve a refund. @param amount as far as it is known */
export function TermsNote({ terms, amount }: { terms: RefundTerms; amount?: Rupiah }) {
  const words = useRefundApprovalWords();
  const isSecond = terms.limit !== null && (amount === undefined || amount > terms.limit);
  return (
    <p className="max-w-[72ch] text-muted">
      {terms.may_approve ? words.proof : words.mustAsk}
      {isSecond && terms.limit !== null ? ` ${words.second(formatRupiah(terms.limit))}` : null}
    </p>
  );
}

/** Whether the actor's press only asks for it. */
export function onlyAsks({ may_approve, limit }: RefundTerms, amount: Rupiah): boolean {
  return !may_approve || (limit !== null && amount > limit);
}
