import type { LoadedVariant } from "./load-cart.server.ts";
import type { LoadedRate } from "./load-rates.server.ts";
import type { StaffSale } from "./staff-sale.ts";

/** A variant at the price that staff typed, else at the catalogue's. In a staff sale it has no limit of pieces. */
export function atTypedPrice(
  variant: LoadedVariant,
  staff: StaffSale | undefined,
  index: number,
): LoadedVariant {
  if (!staff) return variant;
  const unlimited = { ...variant, min_pieces: 1, max_pieces: Number.MAX_SAFE_INTEGER };
  const price = staff.prices[index] ?? null;
  return price === null ? unlimited : { ...unlimited, unit_price: price, was_price: null };
}

/** The rates with the delivery price that staff typed for the chosen method. */
export function atTypedDelivery(
  rates: readonly LoadedRate[],
  methodId: string | undefined,
  staff: StaffSale | undefined,
): readonly LoadedRate[] {
  const price = staff?.shipping ?? null;
  if (price === null) return rates;
  return rates.map((rate) =>
    rate.method_id === methodId && !rate.is_pickup
      ? {
          ...rate,
          source: "table",
          pricing: "flat",
          flat_price: price,
          live_price: null,
          free_from: null,
        }
      : rate,
  );
}
