import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { CartAnswer, CartSync } from "#shop/mailing/cart-reminders/saved-cart.ts";
import { stubLocalStorage } from "#tests/support/browser/local-storage.ts";
import type { CartContents } from "./cart-store.ts";

const line = (n: number, quantity: number) => ({
  variant_id: `00000000-0000-4000-8000-00000000000${n}`,
  quantity,
});
const cart = (...lines: ReturnType<typeof line>[]): CartContents => ({ lines, promo_codes: [] });

beforeEach(() => {
  stubLocalStorage();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

const load = async () => ({
  ...(await import("./account-cart.ts")),
  ...(await import("./cart-store.ts")),
});

test.each([
  [
    "each device added a line",
    cart(),
    cart(line(1, 1)),
    cart(line(2, 1)),
    cart(line(2, 1), line(1, 1)),
  ],
  [
    "both devices added pieces to a line",
    cart(line(1, 1)),
    cart(line(1, 3)),
    cart(line(1, 2)),
    cart(line(1, 4)),
  ],
  [
    "no device changed the cart",
    cart(line(1, 2)),
    cart(line(1, 2)),
    cart(line(1, 2)),
    cart(line(1, 2)),
  ],
  [
    "this device removed a line",
    cart(line(1, 1)),
    cart(),
    cart(line(1, 1), line(2, 1)),
    cart(line(2, 1)),
  ],
  [
    "the other device removed a line",
    cart(line(1, 2)),
    cart(line(1, 2), line(2, 1)),
    cart(),
    cart(line(2, 1)),
  ],
  [
    "this device removed pieces, the other added some",
    cart(line(1, 5)),
    cart(line(1, 3)),
    cart(line(1, 6)),
    cart(line(1, 4)),
  ],
  [
    "the device had a cart before sign-in",
    cart(),
    cart(line(1, 1)),
    cart(line(1, 2)),
    cart(line(1, 3)),
  ],
] as const)("carts merge: %s", async (_, base, mine, theirs, whole) => {
  const { mergeCarts } = await load();
  expect(mergeCarts(base, mine, theirs).lines).toEqual(whole.lines);
});

test("a merge keeps the codes of both devices and drops a removed code", async () => {
  const { mergeCarts } = await load();
  const codes = (...promo_codes: string[]) => ({ lines: [], promo_codes });
  const { promo_codes } = mergeCarts(codes("A", "B"), codes("A", "C"), codes("A", "B", "D"));
  expect(promo_codes).toEqual(["A", "D", "C"]);
});

test("after a change of accounts, only lines added since the last sync move to the new account", async () => {
  const { applyAnswer, useCart } = await load();
  const [one, two] = [crypto.randomUUID(), crypto.randomUUID()];
  const version = crypto.randomUUID();
  const answer = (owner: string, lines: CartContents["lines"]): CartAnswer => ({
    owner,
    cart: { version, lines: [...lines], promo_codes: [] },
    applied: false,
  });
  applyAnswer(answer(one, [line(1, 2)]), undefined);
  useCart.getState().add(line(2, 1));
  applyAnswer(answer(two, [line(3, 1)]), undefined);
  expect(useCart.getState().lines).toEqual([line(3, 1), line(2, 1)]);
});

/** A double of the server's cart endpoint, for one account. */
function account() {
  const owner = crypto.randomUUID();
  let saved = { version: null as string | null, ...cart() };
  const applied = new Set<string>();
  return {
    get lines() {
      return saved.lines;
    },
    ask({ owner: known, seen, change }: CartSync): CartAnswer {
      const isApplied = change !== undefined && applied.has(change.version);
      const isCurrent = known === owner && saved.version === seen;
      if (change && isCurrent && !isApplied) {
        saved = change;
        applied.add(change.version);
        return { owner, cart: null, applied: true };
      }
      if (isCurrent || (isApplied && saved.version === change.version)) {
        return { owner, cart: null, applied: isApplied };
      }
      return { owner, cart: { ...saved, lines: [...saved.lines] }, applied: isApplied };
    },
  };
}

/** A device whose requests or responses may be lost. */
async function device(shop: ReturnType<typeof account>) {
  vi.resetModules();
  stubLocalStorage();
  const { nextSync, applyAnswer, isSynced, useCart } = await load();
  const sync = (isLost: () => boolean) => {
    for (let round = 0; round < 9; round++) {
      const sent = nextSync();
      const lost = isLost();
      // In even rounds the request is lost, in odd rounds the response.
      if (lost && round % 2 === 0) return;
      const answer = shop.ask(sent);
      if (lost) return;
      applyAnswer(answer, sent.change);
      if (isSynced(useCart.getState())) return;
    }
  };
  return { useCart, sync };
}

test("two devices with random changes and lost responses neither lose nor duplicate a line", async () => {
  for (let run = 1; run <= 40; run++) {
    let seed = run;
    const random = (below: number) => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed % below;
    };
    const shop = account();
    const devices = [await device(shop), await device(shop)];
    const added = new Map<number, number>();
    for (let step = 0; step < 30; step++) {
      const { useCart, sync } = devices[random(2)] ?? devices[0] ?? (await device(shop));
      const n = random(9);
      useCart.getState().add(line(n, 1));
      added.set(n, (added.get(n) ?? 0) + 1);
      if (random(2) === 0) sync(() => random(3) === 0);
    }
    for (const { sync } of [...devices, ...devices]) sync(() => false);
    const pieces = (lines: CartContents["lines"]) =>
      Object.fromEntries(lines.map(({ variant_id, quantity }) => [variant_id.at(-1), quantity]));
    const expected = Object.fromEntries([...added].map(([n, count]) => [String(n), count]));
    expect(pieces(shop.lines)).toEqual(expected);
    for (const { useCart } of devices) expect(pieces(useCart.getState().lines)).toEqual(expected);
  }
});
