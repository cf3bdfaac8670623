import type { ServerResponse } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  type CourierDouble,
  courierKey,
  startBiteshipDouble,
  startRajaOngkirDouble,
} from "#tests/support/doubles/courier-doubles.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { builtinCourier } from "./builtin-courier.ts";
import { chooseCourier } from "./choose-courier.server.ts";
import type { CourierRates } from "./courier.ts";
import { liveRates, openCourier } from "./live-rates.server.ts";

testDatabase({ demo: true });

const shipment = { origin: "3273191001", destination: "317401", grams: 1_200 };
const json =
  (status: number, body: string, headers: Record<string, string> = {}) =>
  (response: ServerResponse) => {
    response.writeHead(status, { "content-type": "application/json", ...headers }).end(body);
  };

describe.each([
  { name: "rajaongkir", startDouble: startRajaOngkirDouble, price: 18_000 },
  { name: "biteship", startDouble: startBiteshipDouble, price: 16_000 },
] as const)("$name", ({ name, startDouble, price }) => {
  let double: CourierDouble;
  beforeAll(async () => {
    double = await startDouble();
  });
  afterAll(async () => {
    openCourier(builtinCourier);
    await double.close();
  });
  const courier = (key = courierKey): CourierRates =>
    chooseCourier({ name, key, codes: ["jne", "sicepat"], apiUrl: double.url });

  test("a shipment costs what the provider says, by the method's courier and service; other currencies never count", async () => {
    openCourier(courier());
    const rates = await liveRates(shipment);
    expect(rates?.get("jne reg")).toBe(price);
    const services = [...(rates ?? new Map<string, number>()).keys()];
    expect(services.filter((key) => /dhl|intl/.test(key))).toEqual([]);
    expect((await liveRates({ ...shipment, grams: 900 }))?.get("jne reg")).toBe(price / 2);
  });

  test.each<readonly [string, (response: ServerResponse) => void]>([
    ["an error of the provider", json(500, "{}")],
    ["a rate limit", json(429, "{}", { "retry-after": "120" })],
    ["no JSON", json(200, "<html>maintenance</html>")],
    ["JSON of another shape", json(200, "[1, 2]")],
    ["a connection that breaks", (response: ServerResponse) => response.destroy()],
    ["a redirect", json(302, "{}", { location: "http://127.0.0.1:1/" })],
  ])("says no prices for %s, and the method falls back", async (_, answer) => {
    const fresh = courier();
    let asked = 0;
    const counted: CourierRates = {
      ...fresh,
      ask: (...question) => {
        asked++;
        return fresh.ask(...question);
      },
    };
    openCourier(counted);
    double.always(answer);
    expect(await liveRates(shipment)).toBeUndefined();
    // The failure is remembered, so that the next quote does not wait.
    expect(await liveRates(shipment)).toBeUndefined();
    expect(asked).toBe(1);
    double.always(undefined);
  });

  test("a slow provider is given up, and a wrong key says no prices", async () => {
    openCourier(courier(), 30);
    double.always(() => undefined);
    expect(await liveRates(shipment)).toBeUndefined();
    double.always(undefined);
    openCourier(courier("a-wrong-key"));
    expect(await liveRates(shipment)).toBeUndefined();
  });
});

describe("tracking and numbers", () => {
  const never = new AbortController().signal;

  test("RajaOngkir tracks by number and the end of the recipient's telephone; an unknown number is none", async () => {
    const double = await startRajaOngkirDouble();
    const courier = chooseCourier({
      name: "rajaongkir",
      key: courierKey,
      codes: ["jne"],
      apiUrl: double.url,
    });
    const phone = "+62 812-3456-7890";
    const found = await courier.track?.({ courier: "JNE", tracking_number: "JN123", phone }, never);
    expect(found).toMatchObject({ is_delivered: true, status: "DELIVERED" });
    expect(found?.events.map(({ text }) => text)).toEqual(["Sampai, JAKARTA", "Diterima, BANDUNG"]);
    expect(double.asked[0]?.path).toContain("last_phone_number=67890");
    const unknown = { courier: "JNE", tracking_number: "X", phone };
    expect(await courier.track?.(unknown, never)).toBeUndefined();
    expect(courier.book).toBeUndefined();
    await double.close();
  });

  test("Biteship assigns one number for a shipment, also when its first answer was lost", async () => {
    const double = await startBiteshipDouble();
    const courier = chooseCourier({
      name: "biteship",
      key: courierKey,
      codes: ["jne"],
      apiUrl: double.url,
    });
    const party = {
      name: "Budi",
      phone: "+628123456789",
      address: "Jl. Braga 1",
      postal_code: "40111",
    };
    const booking = {
      reference: "5b0f0c2e-0000-4000-8000-000000000001",
      courier: "JNE",
      service: "REG",
      from: party,
      to: party,
      items: [{ name: "Mug", price: 85_000, quantity: 2, weight_grams: 400 }],
    };
    const first = await courier.book?.(booking, never);
    expect(first?.tracking_number).toBe("WYB-1000");
    expect(await courier.book?.(booking, never)).toEqual(first);
    const another = await courier.book?.({ ...booking, reference: "other" }, never);
    expect(another?.tracking_number).toBe("WYB-1001");
    expect(JSON.parse(double.asked[0]?.body ?? "")).toMatchObject({
      courier_company: "jne",
      courier_type: "reg",
      destination_postal_code: 40_111,
    });
    const tracked = { courier: "JNE", tracking_number: "WYB-1000", phone: "" };
    const found = await courier.track?.(tracked, never);
    expect(found).toMatchObject({ is_delivered: false, status: "dropping_off" });
    expect(found?.events[0]?.text).toBe("Diantar");
    double.next.push(json(429, "{}"));
    await expect(courier.book?.(booking, never)).rejects.toMatchObject({
      code: "courier_unavailable",
    });
    double.next.push(json(400, '{"success":false,"error":"saldo"}'));
    await expect(courier.book?.(booking, never)).rejects.toMatchObject({ code: "courier_refused" });
    await double.close();
  });
});
