import { useBuyingWords } from "#app/messages/shared/buying.ts";
import type { Address } from "#shop/customers/addresses/address.ts";
import { formatPhone } from "#shop/kernel/phone.ts";
import { shortPlace } from "#shop/kernel/regions/short-place.ts";

/** An address as it is written on a shipment. */
export function AddressLines({ address }: { address: Address }) {
  const { address: words } = useBuyingWords();
  return (
    <span className="grid gap-0.5">
      <span className="flex flex-wrap items-baseline gap-x-2">
        <b>{address.recipient}</b>
        <span className="printed">{words.labels[address.label]}</span>
        {address.is_default ? <span className="printed text-paid">{words.isDefault}</span> : null}
      </span>
      <span className="figures text-sm">{formatPhone(address.phone)}</span>
      <span>
        {address.street}
        {address.landmark ? ` (${address.landmark})` : null}
      </span>
      <span className="text-muted">
        {shortPlace(address.region_name)} {address.postal_code}
      </span>
    </span>
  );
}
