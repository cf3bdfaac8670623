import { type Merchant, placeOf } from "./merchant.ts";

/**
 * The pickup place.
 * @param named the place of the shipping method; when it is empty or the shop's street, the shop's address is used
 */
export function pickupPlaceOf(shop: Pick<Merchant, "street" | "city">, named: string): string {
  return named === "" || named === shop.street ? placeOf(shop) : named;
}
