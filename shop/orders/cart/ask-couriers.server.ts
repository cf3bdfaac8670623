import { liveRates, serviceKey } from "#integrations/courier/live-rates.server.ts";
import type { Shipment, ShippingRate } from "#shop/settings/shipping/rates/rates.ts";
import { chargeableGrams } from "#shop/settings/shipping/rates/rates.ts";
import type { LoadedRate } from "./load-rates.server.ts";

/** A rate after its courier was asked. */
export interface AskedRate {
  readonly rate: LoadedRate;
  /** Null for a rate of the table. */
  readonly live: {
    /** The courier's price, the table instead of it, or nothing at all. */
    readonly outcome: "answered" | "fallback" | "hidden";
    /** Milliseconds until the answer; an answer from the cache takes none. */
    readonly ms: number;
  } | null;
}

/** Every rate, also those that are hidden while their courier does not answer. */
export async function askEach(
  rates: readonly LoadedRate[],
  shipments: readonly Shipment[],
  way: { readonly origin: string; readonly destination: string },
  mode: "ask" | "known",
): Promise<readonly AskedRate[]> {
  return Promise.all(
    rates.map(async (rate) => {
      if (rate.source !== "live") return { rate, live: null };
      const grams = chargeableGrams(shipments, rate);
      const started = performance.now();
      const said = way.origin === "" ? undefined : await liveRates({ ...way, grams }, mode);
      const ms = Math.round(performance.now() - started);
      const price = said?.get(serviceKey(rate));
      if (price !== undefined) {
        return { rate: { ...rate, live_price: price }, live: { outcome: "answered", ms } };
      }
      const outcome = rate.fallback === "table" ? "fallback" : "hidden";
      return { rate, live: { outcome, ms } };
    }),
  );
}

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
  const asked = await askEach(rates, shipments, way, mode);
  return asked.flatMap(({ rate, live }) => (live?.outcome === "hidden" ? [] : [rate]));
}
