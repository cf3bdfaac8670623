import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { OnChange } from "#db/change-log.server.ts";
import { PageStore } from "./page-store.ts";
import type { MadePage } from "./stored-page.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["performance"] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** A log in which the test writes. */
class Changes {
  onChange: OnChange = () => {};
  subscribe(onChange: OnChange): () => void {
    this.onChange = onChange;
    return () => {};
  }
  async ask(): Promise<void> {}
}

type Made = MadePage | "apart" | "unavailable";

/** A store whose pages are numbered, and read their data when they are asked for. */
function openStore(options: { tags?: readonly string[] | undefined; maxBytes?: number } = {}) {
  const changes = new Changes();
  const made: string[] = [];
  /** What the next pages are, instead of the usual. */
  const next: Made[] = [];
  let gate: Promise<void> = Promise.resolve();
  const store = new PageStore({
    changes,
    maxBytes: options.maxBytes ?? 1_000_000,
    async makePage(key): Promise<Made> {
      made.push(key);
      const renderedAt = performance.now();
      const body = Buffer.from(`${key} ${made.length} ${"x".repeat(500)}`);
      await gate;
      const tags = options.tags && new Set(options.tags);
      return next.shift() ?? { body, headers: ["Content-Type", "text/html"], tags, renderedAt };
    },
  });
  const read = (url: string) => {
    const page = store.find(url);
    return page && numberOf(page.answer(plain).body);
  };
  const fill = async (url: string) => numberOf((await store.fill(url))?.answer(plain).body);
  return {
    store,
    made,
    next,
    read,
    fill,
    change: (tags: readonly string[] | undefined, atOnce = false) => changes.onChange(tags, atOnce),
    hold() {
      const held = Promise.withResolvers<void>();
      gate = held.promise;
      return held.resolve;
    },
  };
}

const plain = { acceptEncoding: undefined, ifNoneMatch: undefined, isPrefetch: false };
const numberOf = (body: Buffer | undefined) =>
  body === undefined ? undefined : Number(/ (\d+) /.exec(body.toString())?.[1]);

test("a page is kept from its second request, and other spellings find it", async () => {
  const { read, fill, made } = openStore();
  expect(await fill("/Shop")).toBe(1);
  expect(read("/Shop")).toBeUndefined();
  expect(await fill("/shop?utm_source=a")).toBe(2);
  expect([read("/Shop"), read("/shop?utm_source=a")]).toEqual([2, 2]);
  expect(made).toEqual(["/Shop", "/Shop"]);
  expect(await fill("/Checkout")).toBeUndefined();
});

test("everybody who waits for a page gets one render", async () => {
  const { fill, made, hold } = openStore();
  const release = hold();
  const all = Promise.all(Array.from({ length: 20 }, () => fill("/")));
  release();
  expect(new Set(await all)).toEqual(new Set([1]));
  expect(made).toHaveLength(1);
});

test("a change drops what depends on it, and leaves the rest", async () => {
  const { read, fill, change } = openStore({ tags: ["mug"] });
  await fill("/item/mug");
  await fill("/item/mug");
  change(["kaos"]);
  expect(read("/item/mug")).toBe(2);
  vi.advanceTimersByTime(2_000);
  change(["mug", "kaos"]);
  vi.advanceTimersByTime(300);
  expect(read("/item/mug")).toBeUndefined();
  expect(await fill("/item/mug")).toBe(3);
  change(undefined);
  vi.advanceTimersByTime(2_000);
  expect(read("/item/mug")).toBeUndefined();
});

test("a page that changes all the time is rendered five times a second, and nobody waits for it", async () => {
  const { read, fill, change, store, made } = openStore();
  await fill("/Shop");
  await fill("/Shop");
  change(["a"]);
  expect(read("/Shop")).toBe(2);
  vi.advanceTimersByTime(199);
  expect(read("/Shop")).toBe(2);
  expect(made).toHaveLength(2);
  vi.advanceTimersByTime(1);
  expect([read("/Shop"), read("/Shop")]).toEqual([2, 2]);
  await vi.waitFor(() => expect(read("/Shop")).toBe(3));
  expect(made).toHaveLength(3);
  expect(store.counts).toMatchObject({ fills: 3, dropped: 1 });
});

test("a page that has changed is not served for longer than 300 ms, however often it changes", async () => {
  const { read, fill, change, hold } = openStore();
  await fill("/Shop");
  await fill("/Shop");
  vi.advanceTimersByTime(10_000);
  change(["a"]);
  vi.advanceTimersByTime(200);
  change(["b"]);
  const release = hold();
  vi.advanceTimersByTime(99);
  expect(read("/Shop")).toBe(2);
  vi.advanceTimersByTime(1);
  expect(read("/Shop")).toBeUndefined();
  const waiting = fill("/Shop");
  release();
  expect(await waiting).toBe(3);
});

test("whoever made the change sees it at once, also while somebody else's render runs", async () => {
  const { read, fill, change, hold } = openStore();
  await fill("/Shop");
  await fill("/Shop");
  change(["a"], true);
  expect(read("/Shop")).toBeUndefined();
  const release = hold();
  const before = fill("/Shop");
  await vi.waitFor(() => expect(read("/Shop")).toBeUndefined());
  change(["a"], true);
  const own = fill("/Shop");
  release();
  expect([await before, await own]).toEqual([3, 4]);
});

test("a page that was rendered while its data changed is not kept as fresh", async () => {
  const { read, fill, change, hold } = openStore({ tags: ["mug"] });
  await fill("/item/mug");
  const release = hold();
  const page = fill("/item/mug");
  await vi.waitFor(() => expect(read("/item/mug")).toBeUndefined());
  change(["mug"]);
  vi.advanceTimersByTime(1_000);
  release();
  expect(await page).toBe(2);
  expect(read("/item/mug")).toBeUndefined();
});

test("while the database is away the last page is served; a page that is gone is not", async () => {
  const { fill, change, next } = openStore();
  await fill("/Shop");
  await fill("/Shop");
  change(undefined);
  vi.advanceTimersByTime(2_000);
  next.push("unavailable");
  expect(await fill("/Shop")).toBe(2);
  next.push("apart");
  expect(await fill("/Shop")).toBeUndefined();
  next.push("unavailable");
  expect(await fill("/Shop")).toBeUndefined();
});

test("a crawler that opens each page once drives out nothing, and memory stays bounded", async () => {
  const { store, read, fill } = openStore({ maxBytes: 60_000 });
  await fill("/");
  await fill("/");
  for (let n = 0; n < 200; n++) await fill(`/item/a-${n}`);
  expect(read("/")).toBe(2);
  expect(store.pages).toBe(1);
  for (let n = 0; n < 200; n++) await fill(`/item/a-${n}`);
  expect(store.bytes).toBeLessThanOrEqual(60_000);
  expect(store.pages).toBeGreaterThan(5);
});
