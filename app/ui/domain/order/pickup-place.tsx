import { useLanguage } from "#app/language.ts";
import { useMerchant } from "#app/merchant.ts";
import { usePickupWords } from "#app/messages/shared/pickup.ts";
import { pickupPlaceOf } from "#shop/settings/merchant/pickup-place.ts";

/** The place and hours of pickup. @param named the place of the delivery method, e.g. a street */
export function PickupPlace({ named }: { named: string }) {
  const words = usePickupWords();
  const merchant = useMerchant();
  const hours = merchant.hours[useLanguage()];
  return (
    <>
      <address className="not-italic">
        <b className="block">{merchant.name}</b>
        {pickupPlaceOf(merchant, named)}
      </address>
      {hours ? (
        <p className="mt-2 text-sm">
          <span className="font-semibold">{words.hours}:</span> {hours}
        </p>
      ) : null}
    </>
  );
}
