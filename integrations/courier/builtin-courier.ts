import type { CourierQuote, CourierRates, ShipmentRequest } from "./courier.ts";

/**
 * Rupiah for the first kilogram and for each further one, by the number of leading digits that two region codes share.
 */
const distances = [
  { sharedDigits: 6, first: 7_000, next: 5_000 },
  { sharedDigits: 4, first: 9_000, next: 7_500 },
  { sharedDigits: 2, first: 14_000, next: 12_000 },
  // Another province of the same island group: its code begins with the same digit.
  { sharedDigits: 1, first: 22_000, next: 19_000 },
  { sharedDigits: 0, first: 48_000, next: 42_000 },
] as const;

const services = [
  { service: "REG", percent: 100 },
  { service: "YES", percent: 180 },
] as const;

/**
 * A demo courier without an account or a network, for trying and testing live rates: the further apart two region codes
 * are, the higher the price. It delivers nothing.
 */
export const builtinCourier: CourierRates = {
  name: "builtin",
  async ask(shipment: ShipmentRequest): Promise<readonly CourierQuote[]> {
    const shared = sharedDigits(shipment.origin, shipment.destination);
    const distance = distances.find(({ sharedDigits }) => shared >= sharedDigits) ?? distances[4];
    const kilograms = Math.max(1, Math.ceil(shipment.grams / 1_000));
    const price = distance.first + distance.next * (kilograms - 1);
    return services.map(({ service, percent }) => ({
      courier: "Kurir Nusantara",
      service,
      price: Math.ceil((price * percent) / 100 / 500) * 500,
    }));
  },
};

function sharedDigits(one: string, other: string): number {
  let count = 0;
  while (count < one.length && one[count] === other[count]) count++;
  return count;
}
