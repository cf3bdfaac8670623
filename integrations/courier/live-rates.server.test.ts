import { afterAll, expect, test } from "vitest";
import { builtinCourier } from "./builtin-courier.ts";
import type { CourierRates } from "./courier.ts";
import { liveRates, openCourier } from "./live-rates.server.ts";

afterAll(() => openCourier(builtinCourier));
const shipment = { origin: "3273191001", destination: "3174041002", grams: 1_200 };
const reg = "kurir nusantara reg";

function counting(answer: CourierRates["ask"]): CourierRates & { asked: number } {
  const courier = {
    name: "double",
    asked: 0,
    ask: (...question: Parameters<CourierRates["ask"]>) => {
      courier.asked++;
      return answer(...question);
    },
  };
  return courier;
}

test("the built-in courier charges more for distance and weight", async () => {
  openCourier(builtinCourier);
  const price = async (destination: string, grams: number) =>
    (await liveRates({ origin: shipment.origin, destination, grams }))?.get(reg) ?? 0;
  const near = await price("3273191002", 1_000);
  expect(near).toBe(7_000);
  expect(await price("3273051001", 1_000)).toBeGreaterThan(near);
  expect(await price("3174041002", 1_000)).toBeGreaterThan(await price("3273051001", 1_000));
  expect(await price("9471011001", 1_000)).toBeGreaterThan(await price("3174041002", 1_000));
  expect(await price("3273191002", 1_001)).toBeGreaterThan(near);
});

test("rates of one shipment are requested once, also for concurrent callers", async () => {
  const courier = counting((question, signal) => builtinCourier.ask(question, signal));
  openCourier(courier);
  const answers = await Promise.all(Array.from({ length: 50 }, () => liveRates(shipment)));
  expect(new Set(answers.map((answer) => answer?.get(reg))).size).toBe(1);
  // Another kelurahan of the same kecamatan.
  await liveRates({ ...shipment, destination: "3174041009" });
  expect(courier.asked).toBe(1);
  await liveRates({ ...shipment, grams: 2_200 });
  expect(courier.asked).toBe(2);
});

test("a slow or failing courier times out, and its circuit opens", async () => {
  const signals: AbortSignal[] = [];
  const slow = counting((_, signal) => {
    signals.push(signal);
    return new Promise(() => undefined);
  });
  openCourier(slow, 20);
  expect(await liveRates(shipment)).toBeUndefined();
  expect(signals[0]?.aborted).toBe(true);
  expect(await liveRates(shipment)).toBeUndefined();
  expect(slow.asked).toBe(1);

  const broken = counting(() => Promise.reject(new Error("502")));
  openCourier(broken);
  expect(await liveRates(shipment)).toBeUndefined();
});

test("within a transaction only cached rates are used", async () => {
  const courier = counting((question, signal) => builtinCourier.ask(question, signal));
  openCourier(courier);
  expect(await liveRates(shipment, "known")).toBeUndefined();
  expect(courier.asked).toBe(0);
  const asked = await liveRates(shipment);
  expect(await liveRates(shipment, "known")).toEqual(asked);
});

test("an invalid answer of a courier never becomes a price", async () => {
  const answers = [-1, 1.5, Number.NaN, 2 ** 60, 9_000].map((price, at) => ({
    courier: "X",
    service: `${at}`,
    price,
  }));
  openCourier(counting(async () => answers));
  expect([...((await liveRates(shipment)) ?? [])]).toEqual([["x 4", 9_000]]);
});
