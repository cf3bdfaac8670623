import { useLanguage } from "#app/language.ts";
import { useMerchant } from "#app/merchant.ts";
import { formatDays } from "#app/messages/shared/dates.ts";
import { useDeliveryWords } from "#app/messages/shared/delivery.ts";
import { usePickupWords } from "#app/messages/shared/pickup.ts";
import { useShopWords } from "#app/storefront/messages/storefront.ts";
import { DeliveryPrice } from "#app/ui/domain/order/delivery-price.tsx";
import { ProductionDays } from "#app/ui/domain/production-days.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { ReceiptLine } from "#app/ui/receipt.tsx";
import type { Language } from "#base/language.ts";
import { afterDesign, promisedDays } from "#shop/orders/promised-days.ts";
import type { ShippingOption } from "#shop/settings/shipping/shipping.ts";

interface DeliveryLinesProps {
  readonly options: readonly ShippingOption[];
  /** `ShownQuote.design_wait_from` */
  readonly waitFrom?: string | null;
}

/** Each delivery option as a line: the arrival date first, because people choose by it. Pickup has a row of its own. */
export default function DeliveryLines({ options, waitFrom = null }: DeliveryLinesProps) {
  const { delivery } = useShopWords();
  const language = useLanguage();
  return (
    <>
      <ProductionDays days={options[0]?.production_days ?? 0} />
      <dl className="text-sm">
        {options
          .filter(({ is_pickup }) => !is_pickup)
          .map((option) => (
            <ReceiptLine
              key={option.id}
              label={
                <>
                  <span className="font-semibold">
                    {delivery.arrives} {daysOf(option, waitFrom, language)}
                  </span>
                  <span className="block text-muted">
                    {option.name} · {option.courier}
                  </span>
                </>
              }
            >
              <DeliveryPrice option={option} isStacked />
            </ReceiptLine>
          ))}
      </dl>
      {options
        .filter(({ is_pickup }) => is_pickup)
        .map((option) => (
          <Pickup key={option.id} option={option} days={daysOf(option, waitFrom, language)} />
        ))}
    </>
  );
}

/** Delivery dates, or days after the approval while a design is not approved. */
function daysOf(option: ShippingOption, waitFrom: string | null, language: Language): string {
  const after_design = waitFrom === null ? null : afterDesign(waitFrom, option);
  return promisedDays({ ...option, after_design }, language, formatDays);
}

function Pickup({ option, days }: { option: ShippingOption; days: string }) {
  const { ready } = useDeliveryWords();
  const { hours: open } = usePickupWords();
  const language = useLanguage();
  const hours = useMerchant().hours[language];
  return (
    <div className="mt-3 flex items-start gap-3 border border-rule px-3 py-2.5 text-sm">
      <Icon name="house" className="mt-0.5 size-5 shrink-0 text-carbon" />
      <p className="min-w-0 grow">
        <span className="flex flex-wrap justify-between gap-x-3">
          <b>{option.name}</b>
          <span>
            <DeliveryPrice option={option} isStacked />
          </span>
        </span>
        <span className="block">{ready(days)}</span>
        <span className="block text-muted">{option.courier}</span>
        {hours ? (
          <span className="block text-muted">
            {open}: {hours}
          </span>
        ) : null}
      </p>
    </div>
  );
}
