import { expect, test } from "vitest";
import { demoPerson } from "#tests/support/builders/shop.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { deleteCart, saveCart, takeCart } from "./saved-cart.server.ts";
import { joinLines } from "./saved-cart.ts";

testDatabase({ demo: true, max: 20 });
const actor = demoPerson("customer@etalase.test");
const other = demoPerson("staff@etalase.test");
const [phone, desk] = [crypto.randomUUID(), crypto.randomUUID()] as const;
const [mug, shirt] = [crypto.randomUUID(), crypto.randomUUID()] as const;
const cart = (quantity: number, variant_id: string = mug) => ({
  version: crypto.randomUUID(),
  lines: [{ variant_id, quantity }],
  promo_codes: ["HEMAT10"],
});

test("the same item is one line with the summed quantity, a design is a separate line", () => {
  const design_id = crypto.randomUUID();
  expect(
    joinLines(
      [{ variant_id: mug, quantity: 2 }],
      [
        { variant_id: shirt, quantity: 1 },
        { variant_id: mug, quantity: 98 },
        { variant_id: mug, quantity: 1, design_id },
      ],
    ),
  ).toEqual([
    { variant_id: mug, quantity: 99 },
    { variant_id: shirt, quantity: 1 },
    { variant_id: mug, quantity: 1, design_id },
  ]);
});

test("a cart is moved once, to one device, and again to that one after a lost answer", async () => {
  const handed = cart(2);
  await Promise.all([saveCart(actor, handed), saveCart(actor, handed), saveCart(actor, handed)]);
  expect(await takeCart(other, desk)).toBeNull();
  expect(await takeCart(actor, phone)).toEqual(handed);
  expect(await takeCart(actor, desk)).toBeNull();
  expect(await takeCart(actor, phone)).toEqual(handed);
  await deleteCart(other, handed.version);
  expect(await takeCart(actor, phone)).toEqual(handed);
  await deleteCart(actor, handed.version);
  expect(await takeCart(actor, phone)).toBeNull();
});

test("carts of two devices are merged, and one that was moved is not merged again", async () => {
  const [first, second, third] = [cart(2), cart(3), cart(1, shirt)];
  await saveCart(actor, first);
  await saveCart(actor, second);
  const joined = await takeCart(actor, desk);
  expect(joined).toMatchObject({
    lines: [{ variant_id: mug, quantity: 5 }],
    promo_codes: ["HEMAT10"],
  });
  // The device signs out before it has confirmed the arrival of the cart.
  await saveCart(actor, third);
  expect(await takeCart(actor, phone)).toEqual(third);
  await deleteCart(actor, third.version);
});

test("fifty devices at once: one gets the cart", async () => {
  await saveCart(actor, cart(4));
  const takes = await Promise.all(
    Array.from({ length: 50 }, () => takeCart(actor, crypto.randomUUID())),
  );
  expect(takes.filter(Boolean)).toHaveLength(1);
  const rows = await asSeed()`select 1 from private.saved_carts where customer_id = ${actor.id}`;
  expect(rows).toHaveLength(1);
});
