import { Suspense } from "react";
import { useDeliveryRegion } from "#app/browser/cart/delivery-region.ts";
import { lazyPart } from "#app/browser/lazy-part.ts";
import { useSeemsSignedIn } from "#app/browser/session/session-presence.ts";
import { useLocalPath } from "#app/language.ts";
import { useCartWords } from "#app/storefront/cart/messages/cart.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { DeliveryCap } from "#app/ui/domain/order/delivery-cap.tsx";
import { DeliveryPrice } from "#app/ui/domain/order/delivery-price.tsx";
import { PromoCodes } from "#app/ui/domain/promo/promo-codes.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Receipt, ReceiptLine } from "#app/ui/receipt.tsx";
import { formatRupiah } from "#shop/kernel/money.ts";
import type { ShownQuote } from "#shop/orders/cart/cart.ts";
import { ChosenRegionPicker } from "../chosen-region.tsx";
import { FreeShippingProgress } from "./free-shipping-progress.tsx";

// With the first prices of delivery.
const DeliveryLines = lazyPart(() => import("../delivery-lines.tsx"));

interface CartSummaryProps {
  quote: ShownQuote | null;
  isCurrent: boolean;
  /** A line must be put right first. */
  blocked: boolean;
}

/** The total and the button for the next step. */
export function CartSummary({ quote, isCurrent, blocked }: CartSummaryProps) {
  const cart = useCartWords();
  const to = useLocalPath();
  const region = useDeliveryRegion();
  const isSignedIn = useSeemsSignedIn();
  const cheapest = quote?.shipping_options.find(({ is_pickup }) => !is_pickup);
  const regionProblem = quote?.problems.find(
    ({ code }) => code === "not_deliverable" || code === "region_not_found",
  );

  return (
    <Receipt heading={cart.total} torn className="lg:sticky lg:top-6">
      <dl aria-busy={!isCurrent} className={isCurrent ? "" : "opacity-60"}>
        {quote ? (
          <>
            <ReceiptLine label={cart.subtotal}>{formatRupiah(quote.subtotal)}</ReceiptLine>
            {quote.promos
              .filter(({ discount }) => discount > 0)
              .map((promo) => (
                <ReceiptLine
                  key={promo.code ?? promo.name}
                  label={promo.code === null ? promo.name : `${cart.discount} ${promo.code}`}
                >
                  <span className="text-paid">{formatRupiah(-promo.discount)}</span>
                </ReceiptLine>
              ))}
            <ReceiptLine label={cart.shipping}>
              <span className="font-sans text-sm tracking-normal text-muted">
                {cheapest ? (
                  <>
                    {cheapest.reduced > 0 ? `${cart.shippingFrom} ` : ""}
                    <DeliveryPrice option={cheapest} />
                  </>
                ) : (
                  cart.shippingLater
                )}
              </span>
            </ReceiptLine>
            <ReceiptLine label={cart.totalWithout} strong className="total-rule mt-3 pt-3">
              {formatRupiah(quote.subtotal - quote.discount)}
            </ReceiptLine>
          </>
        ) : null}
      </dl>
      {quote ? <DeliveryCap quote={quote} /> : null}
      {quote && quote.tax_included > 0 ? (
        <p className="text-sm text-muted">{cart.tax(formatRupiah(quote.tax_included))}</p>
      ) : null}
      <div className="mt-3">
        <PromoCodes quote={quote} isCurrent={isCurrent} />
      </div>
      <div className="mt-4 grid gap-2">
        {blocked && isCurrent ? (
          <Notice tone="error">{cart.fix}</Notice>
        ) : (
          <ButtonLink to={to("/Checkout")} icon="arrow-right" wide>
            {cart.checkout}
          </ButtonLink>
        )}
        {isSignedIn ? null : <p className="text-sm text-muted">{cart.checkoutHint}</p>}
      </div>
      <div className="tear my-5" />
      <div className="grid gap-4">
        <section className="grid gap-2">
          <h2 className="font-sans text-sm font-semibold tracking-normal">{cart.estimate}</h2>
          <ChosenRegionPicker region={region} />
          {regionProblem ? (
            <p className="text-sm text-stamp">
              {regionProblem.code === "not_deliverable"
                ? cart.problems.not_deliverable
                : cart.problems.region_not_found}
            </p>
          ) : null}
          {quote && region ? (
            <Suspense>
              <DeliveryLines options={quote.shipping_options} waitFrom={quote.design_wait_from} />
            </Suspense>
          ) : null}
        </section>
        {quote?.free_shipping ? (
          <FreeShippingProgress
            from={quote.free_shipping.from}
            missing={quote.free_shipping.missing}
            upTo={quote.free_shipping.up_to}
          />
        ) : null}
      </div>
    </Receipt>
  );
}
