import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/*
 * Doubles of the APIs of RajaOngkir (by Komerce, V2) and Biteship (v1) as documented:
 * rajaongkir.com/docs/shipping-cost/…/calculate-domestic-cost, …/search-domestic-destination, …/tracking;
 * biteship.com/docs/api/rates/retrieve, …/orders/create, …/trackings.
 */

export const courierKey = "courier-key-of-the-double";

export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly body: string;
}

export interface CourierDouble {
  readonly url: string;
  readonly asked: readonly Asked[];
  /** Answers that replace the next ones, in order. */
  readonly next: ((response: ServerResponse) => void)[];
  /** Replaces every answer; undefined ends that. */
  always(answer: ((response: ServerResponse) => void) | undefined): void;
  close(): Promise<void>;
}

type Reply = readonly [status: number, body: unknown];

/** The double of RajaOngkir: one place for each postcode, two services of one courier. */
export function startRajaOngkirDouble(): Promise<CourierDouble> {
  return start(({ method, path, body }, request): Reply => {
    const meta = (code: number, message: string) => ({
      message,
      code,
      status: code === 200 ? "success" : "error",
    });
    if (request.headers.key !== courierKey) {
      return [401, { meta: meta(401, "Invalid API Key"), data: null }];
    }
    const address = new URL(path, "http://double");
    if (method === "GET" && address.pathname === "/destination/domestic-destination") {
      const zip = address.searchParams.get("search") ?? "";
      if (!/^\d{5}$/.test(zip)) return [404, { meta: meta(404, "not found"), data: null }];
      const place = (id: number, district_name: string) => ({
        id,
        label: `-, ${district_name}, ${zip}`,
        province_name: "-",
        city_name: "-",
        district_name,
        subdistrict_name: "-",
        zip_code: zip,
      });
      const data = [place(Number(zip) + 100_000, "LAIN"), place(Number(zip), "SUMUR BANDUNG")];
      return [200, { meta: meta(200, "Success"), data }];
    }
    if (method === "POST" && address.pathname === "/calculate/domestic-cost") {
      const form = new URLSearchParams(body);
      const grams = Number(form.get("weight"));
      const data = [
        {
          name: "JNE",
          code: "jne",
          service: "REG",
          description: "",
          cost: 9_000 * Math.ceil(grams / 1_000),
          etd: "1 day",
        },
        { name: "JNE", code: "jne", service: "YES", description: "", cost: 15_500, etd: "1 day" },
        {
          name: "Abroad",
          code: "dhl",
          service: "EXP",
          description: "",
          currency: "USD",
          cost: 12,
          etd: "",
        },
      ];
      return [200, { meta: meta(200, "Success Calculate Domestic Shipping cost"), data }];
    }
    if (method === "POST" && address.pathname === "/track/waybill") {
      if (address.searchParams.get("awb") !== "JN123") {
        return [404, { meta: meta(404, "waybill not found"), data: null }];
      }
      const data = {
        delivered: true,
        summary: { courier_code: "jne", waybill_number: "JN123", status: "DELIVERED" },
        delivery_status: {
          status: "DELIVERED",
          pod_receiver: "BUDI",
          pod_date: "2026-11-22",
          pod_time: "10:00",
        },
        manifest: [
          {
            manifest_code: "1",
            manifest_description: "Diterima",
            manifest_date: "2026-11-21",
            manifest_time: "08:00",
            city_name: "BANDUNG",
          },
          {
            manifest_code: "2",
            manifest_description: "Sampai",
            manifest_date: "2026-11-22",
            manifest_time: "10:00",
            city_name: "JAKARTA",
          },
        ],
      };
      return [200, { meta: meta(200, "Success"), data }];
    }
    return [404, { meta: meta(404, "no such path"), data: null }];
  });
}

/** The double of Biteship: prices by weight, orders by reference, tracking of its own numbers. */
export function startBiteshipDouble(): Promise<CourierDouble> {
  const orders = new Map<string, string>();
  return start(({ method, path, body }, request): Reply => {
    if (request.headers.authorization !== courierKey) {
      return [401, { success: false, error: "Authentication failed", code: 40101001 }];
    }
    const asked = (body ? JSON.parse(body) : {}) as Record<string, unknown>;
    if (method === "POST" && path === "/v1/rates/couriers") {
      if (typeof asked.origin_postal_code !== "number" || typeof asked.couriers !== "string") {
        return [
          400,
          { success: false, error: "origin_postal_code must be a number", code: 40001001 },
        ];
      }
      const [item] = asked.items as { weight: number }[];
      const price = 8_000 * Math.ceil((item?.weight ?? 0) / 1_000);
      const row = { courier_name: "JNE", courier_code: "jne", courier_service_name: "Reguler" };
      const pricing = [
        { ...row, courier_service_code: "reg", currency: "IDR", price },
        { ...row, courier_service_code: "intl", currency: "USD", price: 7 },
      ];
      return [200, { success: true, object: "courier_pricing", code: 20001003, pricing }];
    }
    if (method === "POST" && path === "/v1/orders") {
      const reference = String(asked.reference_id);
      const known = orders.get(reference);
      if (known) {
        const details = { order_id: "1", waybill_id: known, reference_id: reference };
        return [400, { success: false, error: "reference_id exists", code: 40002057, details }];
      }
      const waybill_id = `WYB-${1_000 + orders.size}`;
      orders.set(reference, waybill_id);
      const courier = { company: asked.courier_company, tracking_id: "t", waybill_id };
      return [200, { success: true, object: "order", id: "o", courier, status: "confirmed" }];
    }
    const [, number] = /^\/v1\/trackings\/([^/]+)\/couriers\/jne$/.exec(path) ?? [];
    if (method === "GET" && number && [...orders.values()].includes(number)) {
      const history = [
        { note: "Dijemput", status: "picked", updated_at: "2026-11-22T10:00:00+07:00" },
        { note: "Diantar", status: "dropping_off", updated_at: "2026-11-23T08:00:00+07:00" },
      ];
      return [
        200,
        { success: true, object: "tracking", waybill_id: number, history, status: "dropping_off" },
      ];
    }
    return [404, { success: false, error: "not found", code: 40400000 }];
  });
}

async function start(
  answer: (asked: Asked, request: IncomingMessage) => Reply,
): Promise<CourierDouble> {
  const asked: Asked[] = [];
  const next: ((response: ServerResponse) => void)[] = [];
  let always: ((response: ServerResponse) => void) | undefined;
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      const one = {
        method: request.method ?? "",
        path: request.url ?? "",
        body: Buffer.concat(parts).toString(),
      };
      asked.push(one);
      const instead = always ?? next.shift();
      if (instead) return instead(response);
      const [status, body] = answer(one, request);
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    next,
    always(answer) {
      always = answer;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
