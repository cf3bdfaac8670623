import { useDraftWords } from "#app/admin/orders/drafts/messages/drafts.ts";
import { wordsFor } from "#app/messages/shared/words-for.ts";
import { Notice } from "#app/ui/notice.tsx";
import { ReceiptLine } from "#app/ui/receipt.tsx";
import { formatRupiah } from "#shop/kernel/money.ts";
import type { QuoteState } from "./use-draft.ts";

/** The totals of a draft, and the problems that prevent its order. */
export function Sums({ quoted }: { quoted: QuoteState }) {
  const { state, quote } = quoted;
  const cut = quoted.state === "ready" ? quoted.cut : null;
  const words = useDraftWords();
  const { sums } = words;
  const problems = [
    ...new Set(
      quote?.problems.map(({ code, promo_code }) =>
        promo_code === undefined ? wordsFor(words.problems, code, "other") : words.problems.promo,
      ),
    ),
  ];
  return (
    <section className="grid gap-3 border border-rule p-4">
      <h2 className="text-lg">{sums.title}</h2>
      {quote ? (
        <dl>
          <ReceiptLine label={sums.goods}>{formatRupiah(quote.subtotal)}</ReceiptLine>
          {quote.discount > 0 ? (
            <ReceiptLine label={sums.discount}>{formatRupiah(-quote.discount)}</ReceiptLine>
          ) : null}
          <ReceiptLine label={sums.shipping}>
            {quote.shipping === null ? "–" : formatRupiah(quote.shipping)}
          </ReceiptLine>
          {quote.tax_included > 0 ? (
            <ReceiptLine label={sums.tax}>{formatRupiah(quote.tax_included)}</ReceiptLine>
          ) : null}
          <ReceiptLine label={sums.total} strong>
            {formatRupiah(quote.total)}
          </ReceiptLine>
        </dl>
      ) : null}
      <p role="status" className="min-h-6 text-sm text-muted">
        {state === "ready" ? "" : sums[state]}
      </p>
      {cut === null ? null : cut.percent > cut.limit ? (
        <Notice tone="warning">{sums.overLimit(cut.percent, cut.limit)}</Notice>
      ) : (
        <p className="text-sm text-muted">{sums.withinLimit(cut.percent, cut.limit)}</p>
      )}
      {problems.map((problem) => (
        <Notice key={problem} tone="warning">
          {problem}
        </Notice>
      ))}
    </section>
  );
}
