import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { retrying } from "./retrying-fetch.ts";

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("navigator", { onLine: true });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Answers each request with the next of these; the last one goes on. */
function server(...answers: (number | Error)[]) {
  const times: number[] = [];
  const send = retrying(async () => {
    times.push(Date.now());
    const answer = answers[Math.min(times.length, answers.length) - 1];
    if (answer instanceof Error) throw answer;
    return new Response("", { status: answer ?? 200 });
  });
  return { send, times };
}

const broken = new TypeError("Failed to fetch");

test.each([502, 503, 504, broken])(
  "%s is retried three times, each after twice the delay",
  async (failure) => {
    const { send, times } = server(failure);
    const began = Date.now();
    const answer = send("/a").then(
      (response) => response.status,
      (error) => error,
    );
    await vi.runAllTimersAsync();
    expect(await answer).toBe(failure);
    expect(times.map((time) => time - began)).toEqual([0, 200, 600, 1_400]);
  },
);

test("the first successful response is returned", async () => {
  const { send, times } = server(503, broken, 200);
  const answer = send("/a");
  await vi.runAllTimersAsync();
  expect((await answer).status).toBe(200);
  expect(times).toHaveLength(3);
});

test.each([400, 404, 409, 429, 500])("status %i is not retried", async (status) => {
  const { send, times } = server(status);
  expect((await send("/a")).status).toBe(status);
  expect(times).toHaveLength(1);
});

test("a write is retried only with an idempotency key", async () => {
  const plain = server(503);
  expect((await plain.send("/a", { method: "POST" })).status).toBe(503);
  expect(plain.times).toHaveLength(1);

  const keyed = server(503, 200);
  const headers = { "Idempotency-Key": "1" };
  const answer = keyed.send("/a", { method: "post", headers, body: "{}" });
  await vi.runAllTimersAsync();
  expect((await answer).status).toBe(200);
});

test("an abort ends the retries, also during a delay", async () => {
  const { send, times } = server(503);
  const abort = new AbortController();
  const answer = send("/a", { signal: abort.signal }).catch((error) => error);
  await vi.advanceTimersByTimeAsync(50);
  abort.abort();
  expect(await answer).toMatchObject({ name: "AbortError" });
  await vi.runAllTimersAsync();
  expect(times).toHaveLength(1);
});

test("without a connection the request fails at once", async () => {
  vi.stubGlobal("navigator", { onLine: false });
  const { send, times } = server(broken);
  await expect(send("/a")).rejects.toBe(broken);
  expect(times).toHaveLength(1);
});

test("a form post retries while the shop is busy, says so, and succeeds once it is not", async () => {
  vi.stubGlobal("dispatchEvent", vi.fn());
  const reportedBusy = () =>
    vi.mocked(dispatchEvent).mock.calls.map(([event]) => (event as CustomEvent).detail);
  const form = server(503, 503, 503, 503, 503, 200);
  const answer = form.send(new URL("https://shop.test/Address.data"), { method: "POST" });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(reportedBusy()).toEqual([]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(reportedBusy()).toEqual([true]);
  await vi.runAllTimersAsync();
  expect((await answer).status).toBe(200);
  expect(reportedBusy()).toEqual([true, false]);
  expect(form.times).toHaveLength(6);

  const away = server(503);
  const given = away.send(new URL("https://shop.test/Address.data"), { method: "POST" });
  await vi.runAllTimersAsync();
  expect((await given).status).toBe(503);
  expect(away.times.length).toBeGreaterThan(15);

  const failing = server(502);
  const refused = await failing.send(new URL("https://shop.test/Address.data"), { method: "POST" });
  expect(refused.status).toBe(502);
  expect(failing.times).toHaveLength(1);
});

const address = new URL("https://shop.test/Address.data");

test("a form post is retried while the shop is unreachable", async () => {
  vi.stubGlobal("dispatchEvent", vi.fn());
  const form = server(broken, broken, broken, broken, broken, broken, 200);
  const answer = form.send(address, { method: "POST", body: new URLSearchParams({ a: "1" }) });
  await vi.runAllTimersAsync();
  expect((await answer).status).toBe(200);
  expect(form.times).toHaveLength(7);

  const away = server(broken);
  const given = away.send(address, { method: "POST" }).catch((error) => error);
  await vi.runAllTimersAsync();
  expect(await given).toBe(broken);
  expect(away.times.length).toBeGreaterThan(15);
});

test("a page's own JSON request is retried three times, then its failure is reported", async () => {
  vi.stubGlobal("dispatchEvent", vi.fn());
  const { send, times } = server(broken);
  const headers = { "Content-Type": "application/json" };
  const given = send(address, { method: "POST", headers, body: "{}" }).catch((error) => error);
  await vi.runAllTimersAsync();
  expect(await given).toBe(broken);
  expect(times).toHaveLength(4);
});

test("without a connection a form waits for one, until the visitor leaves", async () => {
  vi.stubGlobal("dispatchEvent", vi.fn());
  const connecting = new EventTarget();
  vi.stubGlobal("addEventListener", connecting.addEventListener.bind(connecting));
  vi.stubGlobal("removeEventListener", connecting.removeEventListener.bind(connecting));
  vi.stubGlobal("navigator", { onLine: false });
  const form = server(broken, 200);
  const answer = form.send(address, { method: "POST" });
  const abort = new AbortController();
  const left = server(broken);
  const given = left
    .send(address, { method: "POST", signal: abort.signal })
    .catch((error) => error);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(form.times).toHaveLength(1);
  abort.abort();
  expect(await given).toMatchObject({ name: "AbortError" });
  connecting.dispatchEvent(new Event("online"));
  await vi.runAllTimersAsync();
  expect((await answer).status).toBe(200);
  expect(left.times).toHaveLength(1);
});
