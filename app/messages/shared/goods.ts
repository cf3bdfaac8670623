import { useOrderWords } from "./orders.ts";
import { usePickupWords } from "./pickup.ts";

/**
 * How far goods have come, in the words of sending them or, where their buyer fetches them, of fetching them.
 * @param isPickup what other orders call sent lies ready to be fetched
 */
export function useGoodsWords(isPickup: boolean) {
  const { events, shipments } = useOrderWords();
  const pickup = usePickupWords();
  const { statuses, shippedAt, deliveredAt } = shipments;
  if (!isPickup) return { events, statuses, begun: shippedAt, over: deliveredAt };
  return {
    events: { ...events, shipped: pickup.ready, shipment_delivered: pickup.taken },
    statuses: { ...statuses, shipped: pickup.ready, delivered: pickup.taken },
    begun: pickup.readyAt,
    over: pickup.takenAt,
  };
}
