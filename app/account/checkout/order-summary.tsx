import type { ReactNode } from "react";
import { useLocalPath } from "#app/language.ts";
import { useBuyingWords } from "#app/messages/shared/buying.ts";
import { useDeliveryWords } from "#app/messages/shared/delivery.ts";
import { useDesignPriceWords } from "#app/messages/shared/design-price.ts";
import { usePromotionWords } from "#app/messages/shared/promotions.ts";
import { DesignImage } from "#app/ui/domain/design/design-image.tsx";
import { DesignParts } from "#app/ui/domain/design/design-parts.tsx";
import { PrintedWords } from "#app/ui/domain/design/printed-words.tsx";
import { Amounts } from "#app/ui/domain/order/amounts.tsx";
import { Picture } from "#app/ui/domain/picture.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Receipt } from "#app/ui/receipt.tsx";
import { formatRupiah } from "#shop/kernel/money.ts";
import type { CheckoutQuote } from "#shop/orders/checkout/checkout.ts";

const summaryId = "summary";

/** On a phone the receipt comes last; its total stays visible and links to it. */
export function SumAbove({ quote }: { quote: CheckoutQuote }) {
  const { checkout: words } = useBuyingWords();
  return (
    <a
      href={`#${summaryId}`}
      className="sticky top-0 z-20 -mx-4 -mt-2 mb-4 flex min-h-12 flex-wrap items-center justify-between gap-x-4 border-y border-rule bg-card px-4 lg:hidden"
    >
      <span className="flex items-center gap-2">
        {quote.shipping === null ? words.totalWithout : words.total}
        <Icon name="chevron-down" className="size-4 text-muted" />
      </span>
      <b className="money">{formatRupiah(quote.total)}</b>
    </a>
  );
}

/** The receipt of the order in progress, beside the form, with the current total. */
export function OrderSummary({
  quote,
  isQuoting,
  waiting,
  children,
}: {
  quote: CheckoutQuote | null;
  isQuoting: boolean;
  /** Shown while there is no quote. */
  waiting: string;
  children: ReactNode;
}) {
  const { checkout: words } = useBuyingWords();
  const to = useLocalPath();
  const promotions = usePromotionWords();
  const delivery = useDeliveryWords();
  const design = useDesignPriceWords();
  return (
    <Receipt
      heading={<span id={summaryId}>{words.summary}</span>}
      torn
      className="lg:sticky lg:top-6"
    >
      <div aria-busy={isQuoting} className={isQuoting ? "opacity-60" : ""}>
        {quote && quote.lines.length === 0 ? (
          <p>{words.nothingSold}</p>
        ) : quote ? (
          <>
            <ul className="mb-4 grid gap-3">
              {quote.lines.map((line, index) => (
                <li
                  // biome-ignore lint/suspicious/noArrayIndexKey: a gift may be the same thing as a line
                  key={`${line.variant_id} ${index}`}
                  className="flex flex-wrap items-start gap-3 text-sm"
                >
                  {line.design ? (
                    <span className="w-14 shrink-0 border border-rule">
                      <DesignImage
                        src={`${to(`/design/${line.design.id}/mockup`)}?variant=${line.variant_id}`}
                        sizes="56px"
                        printed={line.design.words}
                      />
                    </span>
                  ) : line.picture ? (
                    <span className="w-14 shrink-0 border border-rule">
                      <Picture picture={line.picture} sizes="56px" widest={320} alt="" />
                    </span>
                  ) : null}
                  <span className="min-w-0 grow basis-28">
                    <span className="font-semibold">{line.name}</span>
                    {line.options ? <span className="block text-muted">{line.options}</span> : null}
                    <span className="money text-muted">
                      {line.quantity} × {formatRupiah(line.unit_price)}
                    </span>
                    {line.is_gift ? (
                      <span className="ml-2 font-semibold text-paid">{promotions.gift}</span>
                    ) : null}
                    {line.backordered > 0 ? (
                      <span className="block text-muted">
                        {delivery.backordered(line.backordered)}
                      </span>
                    ) : null}
                  </span>
                  <span className="money ml-auto">
                    {line.is_gift ? promotions.free : formatRupiah(line.total + line.discount)}
                  </span>
                  {line.design ? (
                    <div className="w-full">
                      <PrintedWords words={line.design.words} pieces={line.design.pieces} />
                      <DesignParts isIncluded parts={line.design.charges} className="text-muted" />
                    </div>
                  ) : null}
                </li>
              ))}
            </ul>
            <Amounts
              subtotal={quote.subtotal}
              promos={quote.promos.map(({ code, name, discount }) => ({
                code: code ?? name,
                discount,
              }))}
              shipping={quote.shipping === null ? null : quote.shipping + quote.shipping_discount}
              payment_fee={quote.payment_fee}
              is_pickup={
                quote.shipping_options.find(({ id }) => id === quote.shipping_method_id)
                  ?.is_pickup ?? false
              }
              total={quote.total}
              taxIncluded={quote.tax_included}
            />
          </>
        ) : (
          <p className="text-muted">{waiting}</p>
        )}
      </div>
      {quote?.lines.some(({ design }) => design !== null) ? (
        <p className="mt-4 text-sm text-muted">{design.madeToOrder}</p>
      ) : null}
      <div className="mt-5">{children}</div>
    </Receipt>
  );
}
