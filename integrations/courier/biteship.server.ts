import { CourierError, type CourierQuote, type CourierRates } from "./courier.ts";
import { callCourier, recordOf, recordsOf, textOf } from "./courier-call.ts";
import type { FindRegionPlace } from "./region-place.server.ts";

const liveUrl = "https://api.biteship.com";

interface BiteshipSettings {
  readonly key: string;
  readonly codes: readonly string[];
  readonly apiUrl: string | undefined;
}

/**
 * Biteship, API v1. Places are postcodes; the key is the header `authorization`; bodies are JSON with `success`. Prices:
 * `POST /v1/rates/couriers`, of which `pricing[]` has `courier_code`, `courier_service_code`, `currency` and `price`. An
 * order of a transport: `POST /v1/orders` with `reference_id`; the number is `courier.waybill_id`, and an order that
 * exists is refused with its number in `details`. Tracking: `GET /v1/trackings/{number}/couriers/{code}`.
 * Sources: biteship.com/docs/api/rates/retrieve, …/orders/create, …/orders/overview, …/trackings (read November 2026).
 */
export function biteship(settings: BiteshipSettings, findPlace: FindRegionPlace): CourierRates {
  const url = settings.apiUrl ?? liveUrl;
  const headers = {
    authorization: settings.key,
    accept: "application/json",
    "content-type": "application/json",
  };
  const post = (path: string, body: object, signal: AbortSignal) =>
    callCourier({
      url: `${url}${path}`,
      method: "POST",
      headers,
      body: JSON.stringify(body),
      signal,
    });
  const postcodeOf = async (region: string): Promise<number> => {
    const place = await findPlace(region);
    if (!place) throw new CourierError("courier_refused", `no postcode of region ${region}`);
    return Number(place.postal_code);
  };
  const refused = (status: number, body: Readonly<Record<string, unknown>>) =>
    new CourierError("courier_refused", `Biteship says ${status}: ${textOf(body.error)}`);

  return {
    name: "biteship",

    async ask({ origin, destination, grams }, signal) {
      const [from, to] = await Promise.all([postcodeOf(origin), postcodeOf(destination)]);
      const asked = {
        origin_postal_code: from,
        destination_postal_code: to,
        couriers: settings.codes.join(","),
        items: [{ name: "Paket", value: 0, weight: grams, quantity: 1 }],
      };
      const { status, body } = await post("/v1/rates/couriers", asked, signal);
      if (body.success !== true) throw refused(status, body);
      return recordsOf(body.pricing).flatMap((row): CourierQuote[] => {
        const { courier_code, courier_service_code, price, currency } = row;
        const isRupiah = currency === undefined || currency === "IDR";
        if (!isRupiah || typeof price !== "number") return [];
        return [{ courier: textOf(courier_code), service: textOf(courier_service_code), price }];
      });
    },

    async book({ reference, courier, service, from, to, items }, signal) {
      const order = {
        reference_id: reference,
        origin_contact_name: from.name,
        origin_contact_phone: from.phone,
        origin_address: from.address,
        origin_postal_code: Number(from.postal_code),
        destination_contact_name: to.name,
        destination_contact_phone: to.phone,
        destination_address: to.address,
        destination_postal_code: Number(to.postal_code),
        courier_company: courier.toLowerCase(),
        courier_type: service.toLowerCase(),
        delivery_type: "now",
        items: items.map(({ name, price, quantity, weight_grams }) => ({
          name,
          value: price,
          quantity,
          weight: weight_grams,
        })),
      };
      const { status, body } = await post("/v1/orders", order, signal);
      const details = recordOf(body.details);
      // An earlier answer was lost: the order exists under this reference.
      const existing = details.reference_id === reference ? textOf(details.waybill_id) : "";
      const assigned = body.success === true ? textOf(recordOf(body.courier).waybill_id) : existing;
      if (assigned === "") throw refused(status, body);
      return { tracking_number: assigned };
    },

    async track({ courier, tracking_number }, signal) {
      const path = `/v1/trackings/${encodeURIComponent(tracking_number)}/couriers/${encodeURIComponent(courier.toLowerCase())}`;
      const { status, body } = await callCourier({
        url: `${url}${path}`,
        method: "GET",
        headers,
        signal,
      });
      if (status === 404) return undefined;
      if (body.success !== true) throw refused(status, body);
      const events = recordsOf(body.history).map(({ updated_at, note }) => ({
        at: textOf(updated_at),
        text: textOf(note),
      }));
      return {
        is_delivered: body.status === "delivered",
        status: textOf(body.status),
        events: events.toSorted((one, other) => other.at.localeCompare(one.at)),
      };
    },
  };
}
