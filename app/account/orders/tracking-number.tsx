import { useState } from "react";
import { useBuyingWords } from "#app/messages/buying.ts";
import { Button } from "#app/ui/button.tsx";
import type { Shipment } from "#shop/orders/order.ts";

/** A parcel with the number to ask its courier about. */
export function TrackingNumber({ shipment }: { shipment: Shipment }) {
  const { orders: words } = useBuyingWords();
  const [isCopied, setIsCopied] = useState(false);
  const number = shipment.tracking_number;
  if (!number) return null;
  const copy = () =>
    navigator.clipboard.writeText(number).then(
      () => setIsCopied(true),
      () => setIsCopied(false),
    );
  return (
    <section className="sheet sheet-top [--sheet:var(--pink)] text-pink-ink">
      <div className="grid gap-2 px-5 pt-5 pb-4">
        <h2 className="text-lg">
          {shipment.courier} {shipment.service}
        </h2>
        <p className="text-sm">{words.trackingNumber}</p>
        <p className="figures text-lg font-bold break-all">{number}</p>
        <Button look="quiet" icon="copy" className="justify-self-start" onClick={() => void copy()}>
          {isCopied ? words.copied : words.copy}
        </Button>
      </div>
    </section>
  );
}
