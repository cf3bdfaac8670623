import { useMerchant } from "#app/merchant.ts";
import { useQuantityLimitWords } from "#app/messages/shared/quantity-limit.ts";
import { whatsappAddress } from "#shop/settings/merchant/merchant.ts";

/** Why a typed quantity became smaller, and who takes a larger order. */
export default function QuantityLimit({ max }: { max: number }) {
  const words = useQuantityLimitWords();
  const merchant = useMerchant();
  return (
    <p role="status" className="order-last mt-1 w-0 min-w-full text-sm">
      {words.max(max)}{" "}
      {merchant.whatsapp ? (
        <>
          {words.more}{" "}
          <a
            className="link"
            href={whatsappAddress(merchant, words.text)}
            target="_blank"
            rel="noreferrer"
          >
            {words.ask}
          </a>
        </>
      ) : null}
    </p>
  );
}
