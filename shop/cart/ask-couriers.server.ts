import { liveRates } from "#integrations/courier/live-rates.server.ts";
import type { Shipment, ShippingRate } from "#shop/shipping/rates.ts";
import { chargeableGrams } from "#shop/shipping/rates.ts";
import type { LoadedRate } from "./load-rates.server.ts";

/**
 * Rates with the couriers' live prices. If a courier does not answer or does not serve the destination, the method
 * falls back to its table or is left out, by the merchant's setting.
 * @param shipments all shipped pieces, including gifts
 */
export async function askCouriers(
  rates: readonly LoadedRate[],
  shipments: readonly Shipment[],
  way: { readonly origin: string; readonly destination: string },
  mode: "ask" | "known",
): Promise<ShippingRate[]> {
  const asked = await Promise.all(
    rates.map(async (rate) => {
      if (rate.source !== "live") return rate;
      const grams = chargeableGrams(shipments, rate);
      const said = way.origin === "" ? undefined : await liveRates({ ...way, grams }, mode);
      const price = said?.get(`${rate.courier} ${rate.service}`);
      if (price !== undefined) return { ...rate, live_price: price };
      return rate.fallback === "table" ? rate : undefined;
    }),
  );
  return asked.flatMap((rate) => rate ?? []);
}
