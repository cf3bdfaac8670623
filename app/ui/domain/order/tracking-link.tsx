import { useTrackingWords } from "#app/messages/shared/tracking.ts";
import { trackingLink } from "#shop/settings/shipping/tracking.ts";

interface TrackingLinkProps {
  shipment: {
    readonly courier: string;
    readonly tracking_number: string | null;
    readonly tracking_url: string | null;
  };
}

/** The way to the courier's own page of a shipment; nothing for a courier without a tracking address. */
export function TrackingLink({ shipment }: TrackingLinkProps) {
  const words = useTrackingWords();
  const href = trackingLink(shipment.tracking_url, shipment.tracking_number);
  if (!href) return null;
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      className="link no-print justify-self-start py-1"
    >
      {words.at(shipment.courier)}
    </a>
  );
}
