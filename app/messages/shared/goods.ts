import { useOrderWords } from "./orders.ts";
import { usePickupWords } from "./pickup.ts";

/**
 * The stage of goods, in the words of delivery or of pickup.
 * @param isPickup "shipped" then means ready for pickup
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
