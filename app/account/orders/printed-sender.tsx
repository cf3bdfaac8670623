import { useMerchant } from "#app/merchant.ts";
import { placeOf } from "#shop/merchant/merchant.ts";
import { formatPhone } from "#shop/phone.ts";

/** The shop's name and contact on paper, where header and footer are not printed. */
export function PrintedSender() {
  const merchant = useMerchant();
  const reach = [merchant.whatsapp ? formatPhone(merchant.whatsapp) : "", merchant.email];
  return (
    <div className="hidden border-b-2 border-ink pb-3 print:block">
      <b className="font-display text-xl">{merchant.name}</b>
      <p className="text-sm">
        {[merchant.legalName, placeOf(merchant), ...reach].filter(Boolean).join(" · ")}
      </p>
    </div>
  );
}
