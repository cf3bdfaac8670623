import { useDeliveryWords } from "#app/messages/shared/delivery.ts";
import { formatRupiah } from "#shop/money.ts";
import type { ShippingOption } from "#shop/shipping/shipping.ts";

/** What a delivery costs, beside the struck price before promotions. */
export function DeliveryPrice({ option }: { option: Pick<ShippingOption, "price" | "reduced"> }) {
  const words = useDeliveryWords();
  const { price, reduced } = option;
  return (
    <>
      {reduced < price ? (
        <>
          <span className="sr-only">{words.before} </span>
          <s className="money mr-2 font-normal text-muted">{formatRupiah(price)}</s>
          <span className="sr-only">{words.now} </span>
        </>
      ) : null}
      <span className={reduced === 0 ? "font-sans" : "money"}>
        {reduced === 0 ? words.free : formatRupiah(reduced)}
      </span>
    </>
  );
}
