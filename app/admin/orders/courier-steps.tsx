import type { FetcherWithComponents } from "react-router";
import { useTrackingWords } from "#app/messages/shared/tracking.ts";
import { Button } from "#app/ui/button.tsx";
import type { Shipment } from "#shop/orders/order.ts";
import type { StaffAnswer } from "./order-action.server.ts";

interface CourierStepsProps {
  shipment: Shipment;
  fetcher: FetcherWithComponents<StaffAnswer>;
  courier: { readonly books: boolean; readonly tracks: boolean };
}

/** Events of a shipment that the page shows. */
const shownEvents = 5;

/** What the shop's courier does for a shipment: assign its number, say where it is. */
export function CourierSteps({ shipment, fetcher, courier }: CourierStepsProps) {
  const words = useTrackingWords();
  const canBook = courier.books && shipment.status === "pending" && !shipment.tracking_number;
  const canTrack = courier.tracks && shipment.tracking_number !== null;
  const tracking = fetcher.data?.tracking;
  if (!canBook && !canTrack) return null;
  return (
    <fetcher.Form method="post" className="no-print grid justify-items-start gap-2">
      <input type="hidden" name="part" value={shipment.id} />
      {canBook ? (
        <Button type="submit" name="intent" value="request-number" look="quiet">
          {words.requestNumber}
        </Button>
      ) : null}
      {canTrack ? (
        <Button type="submit" name="intent" value="track" look="quiet" icon="map-pin">
          {words.track}
        </Button>
      ) : null}
      {tracking?.shipment === shipment.id ? (
        <div role="status" className="grid gap-1">
          <p className="font-semibold">{tracking.status || words.noStatus}</p>
          <ol className="grid gap-1 text-muted">
            {tracking.events.slice(0, shownEvents).map(({ at, text }) => (
              <li key={`${at} ${text}`}>
                <span className="figures">{at}</span> {text}
              </li>
            ))}
          </ol>
        </div>
      ) : null}
    </fetcher.Form>
  );
}
