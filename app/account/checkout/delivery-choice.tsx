import { useLanguage } from "#app/language.ts";
import { useBuyingWords } from "#app/messages/shared/buying.ts";
import { formatDays } from "#app/messages/shared/dates.ts";
import { useDeliveryWords } from "#app/messages/shared/delivery.ts";
import { DeliveryPrice } from "#app/ui/domain/order/delivery-price.tsx";
import { ProductionDays } from "#app/ui/domain/production-days.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Skeleton } from "#app/ui/skeleton.tsx";
import { formatRupiah } from "#shop/kernel/money.ts";
import type { CheckoutQuote } from "#shop/orders/checkout/checkout.ts";
import { afterDesign, promisedDays } from "#shop/orders/promised-days.ts";
import type { ShippingOption } from "#shop/settings/shipping/shipping.ts";
import { Choice, type Chooser } from "./choices.tsx";

/**
 * Delivery options, the arrival date first, because people choose by it. A chosen option that lapsed or changed its
 * price is reported; the choice stays the buyer's.
 */
export function DeliveryChoice({
  quote,
  agreed,
  chosen,
  disabled,
  asking,
  onChoose,
}: Chooser & {
  quote: CheckoutQuote | null;
  /** Of asking what is offered for the chosen address; `idle` without one. */
  asking: "idle" | "asked" | "failed";
  /** The chosen option as it was when it was chosen. */
  agreed: ShippingOption | null;
}) {
  const { checkout: words } = useBuyingWords();
  const delivery = useDeliveryWords();
  const language = useLanguage();
  const options = quote?.shipping_options ?? [];
  const now = options.find(({ id }) => id === chosen);
  const from = quote?.design_wait_from ?? null;
  const waitOf = (option: ShippingOption) => (from === null ? null : afterDesign(from, option));
  const isUnreachable = quote?.problems.some(({ code }) => code === "not_deliverable");
  if (options.length === 0) {
    if (asking === "asked" && !quote) return <Skeleton className="h-16 w-full" />;
    if (asking === "failed") return <p className="text-muted">{words.deliveryLater}</p>;
    return isUnreachable ? (
      <Notice tone="error">{delivery.unreachable}</Notice>
    ) : (
      <p className="text-muted">{words.noDelivery}</p>
    );
  }
  const isLapsed = agreed !== null && agreed.id === chosen && !now;
  const isRepriced = agreed !== null && now?.id === agreed.id && now.price !== agreed.price;
  return (
    <>
      <div aria-live="polite" className="empty:hidden">
        {isLapsed ? <Notice tone="error">{delivery.lapsed(agreed.name)}</Notice> : null}
        {isRepriced ? (
          <Notice tone="warning">
            {delivery.repriced(now.name, formatRupiah(agreed.price), formatRupiah(now.price))}
          </Notice>
        ) : null}
      </div>
      <ProductionDays days={options[0]?.production_days ?? 0} />
      <fieldset className="grid gap-3">
        <legend className="sr-only">{words.delivery}</legend>
        {options.map((option) => (
          <Choice
            key={option.id}
            name="delivery"
            value={option.id}
            checked={option.id === chosen}
            disabled={disabled}
            onChoose={onChoose}
          >
            <Option
              option={option}
              days={promisedDays({ ...option, after_design: waitOf(option) }, language, formatDays)}
            />
          </Choice>
        ))}
      </fieldset>
    </>
  );
}

function Option({ option, days }: { option: ShippingOption; days: string }) {
  const { checkout: words } = useBuyingWords();
  const delivery = useDeliveryWords();
  return (
    <>
      <span className="flex flex-wrap items-baseline justify-between gap-x-4">
        <b>{option.is_pickup ? delivery.ready(days) : words.arrives(days)}</b>
        <span>
          <DeliveryPrice option={option} isStacked />
        </span>
      </span>
      <span className="text-sm text-muted">
        {option.name} · {option.courier}
      </span>
    </>
  );
}
