import { expect, test } from "vitest";
import { makeCustomer } from "#tests/support/builders/shop.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { syncCart } from "./saved-cart.server.ts";

testDatabase({ demo: true, max: 20 });
const [mug, shirt] = [crypto.randomUUID(), crypto.randomUUID()] as const;
const change = (quantity: number, variant_id: string = mug) => ({
  version: crypto.randomUUID(),
  lines: [{ variant_id, quantity }],
  promo_codes: ["HEMAT10"],
});
const customer = async (name: string) => (await makeCustomer(name)).person;

test("the first sync of a device returns the account's cart, even if it is empty", async () => {
  const actor = await customer("keranjang-baru");
  const empty = { version: null, lines: [], promo_codes: [] };
  const first = { owner: null, seen: null };
  expect(await syncCart(actor, first)).toEqual({ owner: actor.id, cart: empty, applied: false });
  const cart = change(2);
  await syncCart(actor, { owner: actor.id, seen: null, change: cart });
  expect(await syncCart(actor, first)).toEqual({ owner: actor.id, cart, applied: false });
  const inStep = { owner: actor.id, seen: cart.version };
  expect(await syncCart(actor, inStep)).toEqual({ owner: actor.id, cart: null, applied: false });
});

test("a change based on an outdated version is not stored, and the response has the current cart", async () => {
  const actor = await customer("keranjang-dua");
  const [first, second] = [change(1), change(1, shirt)];
  const known = { owner: actor.id, seen: null };
  expect(await syncCart(actor, { ...known, change: first })).toMatchObject({ applied: true });
  expect(await syncCart(actor, { ...known, change: second })).toEqual({
    owner: actor.id,
    cart: first,
    applied: false,
  });
});

test("a repeated change is recognised after another device changed the cart", async () => {
  const actor = await customer("keranjang-ulang");
  const [first, second] = [change(1), change(3)];
  await syncCart(actor, { owner: actor.id, seen: null, change: first });
  await syncCart(actor, { owner: actor.id, seen: first.version, change: second });
  const again = await syncCart(actor, { owner: actor.id, seen: null, change: first });
  expect(again).toEqual({ owner: actor.id, cart: second, applied: true });
  const last = await syncCart(actor, { owner: actor.id, seen: first.version, change: second });
  expect(last).toEqual({ owner: actor.id, cart: null, applied: true });
});

test("of twenty concurrent changes one is stored, and the other devices get its cart", async () => {
  const actor = await customer("keranjang-ramai");
  const changes = Array.from({ length: 20 }, (_, n) => change(n + 1));
  const answers = await Promise.all(
    changes.map((one) => syncCart(actor, { owner: actor.id, seen: null, change: one })),
  );
  const winner = answers.findIndex((answer) => answer?.applied);
  expect(answers.filter((answer) => answer?.applied)).toHaveLength(1);
  for (const [n, answer] of answers.entries())
    if (n !== winner) expect(answer?.cart).toEqual(changes[winner]);
});

test("a sync neither overwrites the cart of another account nor stores a guest's cart", async () => {
  const [actor, other] = [await customer("keranjang-satu"), await customer("keranjang-lain")];
  const cart = change(2);
  await syncCart(actor, { owner: actor.id, seen: null, change: cart });
  const foreign = { owner: actor.id, seen: cart.version, change: change(9) };
  expect(await syncCart(other, foreign)).toMatchObject({ applied: false, cart: { lines: [] } });
  const guest = { ...other, claims: { ...other.claims, is_anonymous: true } };
  expect(await syncCart(guest, { owner: null, seen: null })).toBeUndefined();
  const rows = await asSeed()`select from private.saved_carts where customer_id = ${other.id}`;
  expect(rows).toHaveLength(0);
});

test("a device stores its cart again after the account's cart was deleted", async () => {
  const actor = await customer("keranjang-lama");
  const cart = change(2);
  await syncCart(actor, { owner: actor.id, seen: null, change: cart });
  await asSeed()`delete from private.saved_carts where customer_id = ${actor.id}`;
  const more = { owner: actor.id, seen: cart.version, change: change(3) };
  expect(await syncCart(actor, more)).toMatchObject({ applied: true, cart: null });
});
