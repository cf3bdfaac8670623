import { useLanguage } from "#app/language.ts";
import { formatDays } from "#app/messages/shared/dates.ts";
import { useShopWords } from "#app/messages/storefront/storefront.ts";
import { ReceiptLine } from "#app/ui/receipt.tsx";
import { formatRupiah } from "#shop/money.ts";
import type { ShippingOption } from "#shop/shipping/shipping.ts";

/** Each delivery option as a line: the arrival date first, because people choose by it. */
export function DeliveryLines({ options }: { options: readonly ShippingOption[] }) {
  const { delivery } = useShopWords();
  const language = useLanguage();
  return (
    <dl className="text-sm">
      {options.map((option) => (
        <ReceiptLine
          key={option.id}
          label={
            <>
              <span className="font-semibold">
                {option.is_pickup ? option.name : delivery.arrives}{" "}
                {formatDays(option.earliest, option.latest, language)}
              </span>
              <span className="block text-muted">
                {option.is_pickup ? option.courier : `${option.name} · ${option.courier}`}
              </span>
            </>
          }
        >
          {option.price === 0 ? delivery.free : formatRupiah(option.price)}
        </ReceiptLine>
      ))}
    </dl>
  );
}
