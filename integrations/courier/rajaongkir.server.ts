import { LRUCache } from "lru-cache";
import { CourierError, type CourierQuote, type CourierRates, type Tracking } from "./courier.ts";
import { callCourier, recordOf, recordsOf, textOf } from "./courier-call.ts";
import type { FindRegionPlace } from "./region-place.server.ts";

const liveUrl = "https://rajaongkir.komerce.id/api/v1";
/** Ids of places are the provider's own and do not change. */
const maxPlaces = 20_000;

interface RajaOngkirSettings {
  readonly key: string;
  readonly codes: readonly string[];
  readonly apiUrl: string | undefined;
}

/**
 * RajaOngkir by Komerce, API V2. Places have ids of the provider, found by postcode (`destination/domestic-destination`);
 * a price is a form with grams and codes of couriers joined by colons (`calculate/domestic-cost`); the key is a header;
 * each body has `meta.code` and `data`. It assigns no numbers.
 * Sources: rajaongkir.com/docs/shipping-cost/getting_started/endpoint,
 * …/endpoint-rajaongkir-for-search-base/calculate-domestic-cost, …/shipping-cost/tracking (read November 2026).
 */
export function rajaOngkir(settings: RajaOngkirSettings, findPlace: FindRegionPlace): CourierRates {
  const url = settings.apiUrl ?? liveUrl;
  const headers = { key: settings.key, accept: "application/json" };
  const ids = new LRUCache<string, string>({ max: maxPlaces });

  /** `data` of an answer; undefined when the provider found nothing. */
  const ask = async (
    path: string,
    method: "GET" | "POST",
    signal: AbortSignal,
    form?: URLSearchParams,
  ): Promise<unknown> => {
    const { status, body } = await callCourier({
      url: `${url}/${path}`,
      method,
      headers,
      signal,
      ...(form ? { body: form } : {}),
    });
    const meta = recordOf(body.meta);
    const code = Number(meta.code ?? status);
    if (code === 404) return undefined;
    if (code !== 200) {
      throw new CourierError("courier_refused", `RajaOngkir says ${code}: ${textOf(meta.message)}`);
    }
    return body.data;
  };

  const idOf = async (region: string, signal: AbortSignal): Promise<string> => {
    const known = ids.get(region);
    if (known !== undefined) return known;
    const place = await findPlace(region);
    if (!place) throw new CourierError("courier_refused", `no postcode of region ${region}`);
    const search = new URLSearchParams({ search: place.postal_code, limit: "50", offset: "0" });
    const found = recordsOf(await ask(`destination/domestic-destination?${search}`, "GET", signal));
    const inDistrict = found.find(
      ({ district_name }) => textOf(district_name).toUpperCase() === place.district.toUpperCase(),
    );
    const id = textOf((inDistrict ?? found[0])?.id);
    if (id === "") throw new CourierError("courier_refused", `no place for ${place.postal_code}`);
    ids.set(region, id);
    return id;
  };

  return {
    name: "rajaongkir",

    async ask({ origin, destination, grams }, signal) {
      const [from, to] = await Promise.all([idOf(origin, signal), idOf(destination, signal)]);
      const form = new URLSearchParams({
        origin: from,
        destination: to,
        weight: String(grams),
        courier: settings.codes.join(":"),
        price: "lowest",
      });
      const data = await ask("calculate/domestic-cost", "POST", signal, form);
      return recordsOf(data).flatMap((row): CourierQuote[] => {
        const { code, service, cost, currency } = row;
        const isRupiah = currency === undefined || currency === "" || currency === "IDR";
        if (!isRupiah || typeof cost !== "number") return [];
        return [{ courier: textOf(code), service: textOf(service), price: cost }];
      });
    },

    async track({ courier, tracking_number, phone }, signal) {
      const query = new URLSearchParams({
        awb: tracking_number,
        courier: courier.toLowerCase(),
        // JNE among others compares the last five digits of the recipient's number.
        last_phone_number: phone.replace(/\D/g, "").slice(-5),
      });
      const data = await ask(`track/waybill?${query}`, "POST", signal);
      return data === undefined ? undefined : trackingOf(recordOf(data));
    },
  };
}

function trackingOf(data: Readonly<Record<string, unknown>>): Tracking {
  const summary = recordOf(data.summary);
  const status = textOf(recordOf(data.delivery_status).status) || textOf(summary.status);
  const events = recordsOf(data.manifest).map((event) => ({
    at: `${textOf(event.manifest_date)} ${textOf(event.manifest_time)}`.trim(),
    text: [textOf(event.manifest_description), textOf(event.city_name)].filter(Boolean).join(", "),
  }));
  return {
    is_delivered: data.delivered === true,
    status,
    events: events.toSorted((one, other) => other.at.localeCompare(one.at)),
  };
}
