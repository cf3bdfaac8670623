import type { ReactNode } from "react";
import { useBuyingWords } from "#app/messages/buying.ts";
import { Picture } from "#app/ui/picture.tsx";
import { Receipt, ReceiptLine } from "#app/ui/receipt.tsx";
import type { Quote } from "#shop/cart/cart.ts";
import { formatRupiah } from "#shop/money.ts";

/** The receipt that is being written: it stands beside the form and always says the total. */
export function OrderSummary({
  quote,
  isQuoting,
  children,
}: {
  quote: Quote | null;
  isQuoting: boolean;
  children: ReactNode;
}) {
  const { checkout: words } = useBuyingWords();
  return (
    <Receipt heading={words.summary} torn className="lg:sticky lg:top-6">
      <div aria-busy={isQuoting} className={isQuoting ? "opacity-60" : ""}>
        {quote ? (
          <>
            <ul className="mb-4 grid gap-3">
              {quote.lines.map((line) => (
                <li key={line.variant_id} className="flex items-start gap-3 text-sm">
                  {line.picture ? (
                    <span className="w-14 shrink-0 border border-rule">
                      <Picture picture={line.picture} sizes="56px" alt="" />
                    </span>
                  ) : null}
                  <span className="grow">
                    <span className="font-semibold">{line.name}</span>
                    {line.options ? <span className="block text-muted">{line.options}</span> : null}
                    <span className="figures text-muted">{line.quantity} ×</span>
                  </span>
                  <span className="figures whitespace-nowrap">
                    {formatRupiah(line.total + line.discount)}
                  </span>
                </li>
              ))}
            </ul>
            <dl>
              <ReceiptLine label={words.subtotal}>{formatRupiah(quote.subtotal)}</ReceiptLine>
              {quote.promos
                .filter((promo) => promo.discount > 0)
                .map((promo) => (
                  <ReceiptLine key={promo.code} label={words.discount(promo.code)}>
                    <span className="text-paid">{formatRupiah(-promo.discount)}</span>
                  </ReceiptLine>
                ))}
              <ReceiptLine label={words.shipping}>
                {quote.shipping === null
                  ? "–"
                  : formatRupiah(quote.shipping + quote.shipping_discount)}
              </ReceiptLine>
              <ReceiptLine label={words.total} strong className="total-rule mt-3 pt-3">
                {formatRupiah(quote.total)}
              </ReceiptLine>
            </dl>
            {quote.tax_included > 0 ? (
              <p className="text-sm text-muted">{words.tax(formatRupiah(quote.tax_included))}</p>
            ) : null}
          </>
        ) : (
          <p className="text-muted">{words.loading}</p>
        )}
      </div>
      <div className="mt-5">{children}</div>
    </Receipt>
  );
}
