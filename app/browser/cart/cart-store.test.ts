import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { stubLocalStorage } from "#tests/support/browser/local-storage.ts";

let stored: Map<string, string>;
const mug = { variant_id: "00000000-0000-4000-8000-000000000001", quantity: 2 };
const bag = { variant_id: "00000000-0000-4000-8000-000000000002", quantity: 1 };

beforeEach(() => {
  stored = stubLocalStorage();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

async function openCart() {
  const { useCart } = await import("./cart-store.ts");
  return useCart;
}

test("adding the same item twice makes one line", async () => {
  const cart = await openCart();
  cart.getState().add(mug);
  cart.getState().add(mug);
  expect(cart.getState().lines).toEqual([{ ...mug, quantity: 4 }]);
});

test("an item with a design is a separate line", async () => {
  const cart = await openCart();
  cart.getState().add(mug);
  cart.getState().add({ ...mug, design_id: "00000000-0000-4000-8000-000000000009" });
  expect(cart.getState().lines).toHaveLength(2);
});

test("a list of names that is put into the cart twice is there once", async () => {
  const cart = await openCart();
  const team = { ...mug, design_id: "00000000-0000-4000-8000-000000000009" };
  cart.getState().add(bag);
  cart.getState().place([team], null);
  cart.getState().place([team], null);
  expect(cart.getState().lines).toEqual([bag, team]);
  const longer = { ...team, design_id: "00000000-0000-4000-8000-000000000010", quantity: 3 };
  cart.getState().place([longer], team.design_id);
  cart.getState().place([longer], team.design_id);
  expect(cart.getState().lines).toEqual([bag, longer]);
});

test("a restored line returns to its former position", async () => {
  const cart = await openCart();
  cart.getState().merge([mug, bag]);
  cart.getState().remove(mug);
  cart.getState().putBack(mug, 0);
  expect(cart.getState().lines).toEqual([mug, bag]);
});

test("quantities stay between 1 and 99", async () => {
  const cart = await openCart();
  cart.getState().add(mug);
  cart.getState().setQuantity(mug, 1_000);
  expect(cart.getState().lines[0]?.quantity).toBe(99);
  cart.getState().setQuantity(mug, Number.NaN);
  expect(cart.getState().lines[0]?.quantity).toBe(1);
});

test("the cart is stored under its key and restored", async () => {
  (await openCart()).getState().add(mug);
  expect(JSON.parse(stored.get("cart") ?? "{}").state.lines).toEqual([mug]);
  vi.resetModules();
  expect((await openCart()).getState().lines).toEqual([mug]);
});

test.each([
  "{oops",
  "null",
  "[]",
  '"text"',
  '{"state":null,"version":1}',
  '{"state":{"lines":"none","promo_codes":7,"region":[]},"version":1}',
  '{"state":{"lines":[null,{"variant_id":7,"quantity":1}]},"version":0}',
])("invalid stored data is rejected: %s", async (text) => {
  stored.set("cart", text);
  const { lines, promo_codes, region } = (await openCart()).getState();
  expect({ lines, promo_codes, region }).toEqual({ lines: [], promo_codes: [], region: null });
});

test("the shop works with blocked storage", async () => {
  vi.stubGlobal("localStorage", {
    getItem: () => {
      throw new Error("blocked");
    },
    setItem: () => {
      throw new Error("blocked");
    },
  });
  const cart = await openCart();
  cart.getState().add(mug);
  expect(cart.getState().lines).toEqual([mug]);
});
