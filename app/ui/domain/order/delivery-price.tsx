import { useDeliveryWords } from "#app/messages/shared/delivery.ts";
import { formatRupiah } from "#shop/kernel/money.ts";
import type { ShippingOption } from "#shop/settings/shipping/shipping.ts";

interface DeliveryPriceProps {
  option: Pick<ShippingOption, "price" | "reduced">;
  /** Whether the struck-through price is above the price, for narrow layouts. */
  isStacked?: boolean;
}

/** The price of a delivery option, with the struck-through price before promotions. */
export function DeliveryPrice({ option, isStacked = false }: DeliveryPriceProps) {
  const words = useDeliveryWords();
  const { price, reduced } = option;
  return (
    <span className={isStacked ? "inline-grid justify-items-end" : "whitespace-nowrap"}>
      {reduced < price ? (
        <>
          <span className="sr-only">{words.before} </span>
          <s className={`money font-normal text-muted ${isStacked ? "" : "mr-2"}`}>
            {formatRupiah(price)}
          </s>
          <span className="sr-only">{words.now} </span>
        </>
      ) : null}
      <span className={reduced === 0 ? "font-sans" : "money"}>
        {reduced === 0 ? words.free : formatRupiah(reduced)}
      </span>
    </span>
  );
}
