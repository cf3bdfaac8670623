import { useMerchant } from "#app/merchant.ts";
import { formatPhone } from "#shop/kernel/phone.ts";
import { placeOf } from "#shop/settings/merchant/merchant.ts";

/** The shop's address and contact for print, which omits the footer. */
export function PrintedSender() {
  const merchant = useMerchant();
  const reach = [merchant.whatsapp ? formatPhone(merchant.whatsapp) : "", merchant.email];
  return (
    <div className="hidden border-b-2 border-ink pb-3 print:block">
      <p className="text-sm">
        {[merchant.legalName, placeOf(merchant), ...reach].filter(Boolean).join(" · ")}
      </p>
    </div>
  );
}
