import type { ReactNode } from "react";
import { useBuyingWords } from "#app/messages/buying.ts";
import { Amounts } from "#app/ui/amounts.tsx";
import { Picture } from "#app/ui/picture.tsx";
import { Receipt } from "#app/ui/receipt.tsx";
import type { CheckoutQuote } from "#shop/checkout/checkout.ts";
import { formatRupiah } from "#shop/money.ts";

/** The receipt that is being written: it stands beside the form and always says the total. */
export function OrderSummary({
  quote,
  isQuoting,
  children,
}: {
  quote: CheckoutQuote | null;
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
            <Amounts
              subtotal={quote.subtotal}
              promos={quote.promos}
              shipping={quote.shipping === null ? null : quote.shipping + quote.shipping_discount}
              payment_fee={quote.payment_fee}
              total={quote.total}
              taxIncluded={quote.tax_included}
            />
          </>
        ) : (
          <p className="text-muted">{words.loading}</p>
        )}
      </div>
      <div className="mt-5">{children}</div>
    </Receipt>
  );
}
