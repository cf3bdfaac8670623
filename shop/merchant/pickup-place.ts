import { type Merchant, placeOf } from "./merchant.ts";

/**
 * Where goods are fetched.
 * @param named the place that the way of delivery gives; the shop's own one when that is empty or the shop's street
 */
export function pickupPlaceOf(shop: Pick<Merchant, "street" | "city">, named: string): string {
  return named === "" || named === shop.street ? placeOf(shop) : named;
}
