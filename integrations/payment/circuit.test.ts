import { beforeEach, expect, test, vi } from "vitest";
import { AppError } from "#base/errors.ts";
import { type Circuit, circuit, ProviderUnavailable, secondsOf } from "./circuit.ts";

let now = 0;
let asked = 0;
let way: Circuit;
beforeEach(() => {
  now = 1_000;
  asked = 0;
  way = circuit({ openMs: 10_000, maxOpenMs: 60_000, clock: () => now });
});

const answer = () => {
  asked += 1;
  return Promise.resolve("here");
};
const refuse = (retryAfter?: number) => () => {
  asked += 1;
  return Promise.reject(new ProviderUnavailable("gone", retryAfter));
};
const isProviderUnavailable = { code: "payment_provider_unavailable", status: 503 };

test("R4: three failures in a row open the circuit; a success between them resets the count", async () => {
  await expect(way.call(refuse())).rejects.toMatchObject(isProviderUnavailable);
  await expect(way.call(refuse())).rejects.toMatchObject(isProviderUnavailable);
  expect(await way.call(answer)).toBe("here");
  for (const _ of [1, 2, 3])
    await expect(way.call(refuse())).rejects.toMatchObject(isProviderUnavailable);
  expect(way.openForSeconds()).toBe(10);
  asked = 0;
  await expect(way.call(answer)).rejects.toMatchObject({
    ...isProviderUnavailable,
    retryAfter: 10,
  });
  expect(asked).toBe(0);
});

test("a refusal counts as an answer and is passed on", async () => {
  const declined = new AppError("refund_not_supported", 409);
  for (const _ of [1, 2, 3, 4]) {
    await expect(way.call(() => Promise.reject(declined))).rejects.toBe(declined);
  }
  expect(way.openForSeconds()).toBeUndefined();
});

test("after the pause one call goes through; success closes the circuit, failure doubles the pause", async () => {
  for (const _ of [1, 2, 3]) await way.call(refuse()).catch(() => undefined);
  now += 10_001;
  expect(way.openForSeconds()).toBeUndefined();
  let tell: (word: string) => void = () => undefined;
  const trial = way.call(() => new Promise<string>((resolve) => (tell = resolve)));
  // The other calls do not wait for the trial call.
  expect(way.openForSeconds()).toBe(1);
  await expect(way.call(answer)).rejects.toMatchObject(isProviderUnavailable);
  tell("late");
  expect(await trial).toBe("late");
  expect(await way.call(answer)).toBe("here");

  for (const _ of [1, 2, 3]) await way.call(refuse()).catch(() => undefined);
  for (const seconds of [20, 40, 60, 60]) {
    now += 60_001;
    await way.call(refuse()).catch(() => undefined);
    expect(way.openForSeconds()).toBe(seconds);
  }
});

test("the circuit stays open as long as Retry-After says, within bounds", async () => {
  await way.call(refuse(25)).catch(() => undefined);
  expect(way.openForSeconds()).toBe(25);
  now += 25_001;
  await way.call(refuse(999_999)).catch(() => undefined);
  expect(way.openForSeconds()).toBe(60);
  expect([secondsOf("7"), secondsOf("soon"), secondsOf("-1"), secondsOf(null)]).toEqual([
    7,
    undefined,
    undefined,
    undefined,
  ]);
});

test("a timeout is a failure, and other calls do not wait for a slow one", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    const waiting = [1, 2, 3].map(() =>
      way.call(() => new Promise(() => undefined)).catch((error: unknown) => error),
    );
    await vi.advanceTimersByTimeAsync(10_000);
    for (const error of await Promise.all(waiting))
      expect(error).toMatchObject(isProviderUnavailable);
    await expect(way.call(answer)).rejects.toMatchObject(isProviderUnavailable);
    expect(vi.getTimerCount()).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});
