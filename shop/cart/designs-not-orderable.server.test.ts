import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { provideSecret } from "#base/secrets.server.ts";
import { cartToken } from "#shop/abandoned-carts/cart-link.server.ts";
import { restoreCart } from "#shop/abandoned-carts/restore-cart.server.ts";
import { saveCart, takeCart } from "#shop/abandoned-carts/saved-cart.server.ts";
import { snapshotCart } from "#shop/abandoned-carts/snapshot-cart.server.ts";
import { demoPerson, variantInStock } from "#tests/support/builders/shop.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { quoteCart } from "./quote-cart.server.ts";

testDatabase({ demo: true });
const actor = demoPerson("customer@etalase.test");
let plain = { variant_id: "", quantity: 1 };
let designed = { ...plain, design_id: randomUUID() };
beforeAll(async () => {
  provideSecret(Buffer.alloc(32, "d"));
  plain = { variant_id: await variantInStock(), quantity: 1 };
  designed = { ...plain, design_id: designed.design_id };
});

const savedCarts = () =>
  asSeed()<
    { lines: unknown }[]
  >`select lines from private.saved_carts where customer_id = ${actor.id}`;

test("a quote refuses a line with a design and prices the others", async () => {
  const quote = await quoteCart({ actor }, { lines: [designed, { ...plain, quantity: 2 }] }, "id");
  expect(quote.problems).toEqual([{ code: "design_not_orderable", line: 0 }]);
  expect(quote.lines.map(({ quantity }) => quantity)).toEqual([2]);
});

test("an account refuses to store a cart with such a line, with all its lines", async () => {
  const cart = { version: randomUUID(), lines: [plain, designed], promo_codes: [] };
  expect(await saveCart(actor, cart)).toEqual({ ok: false, problem: "design_not_orderable" });
  await snapshotCart(actor, { lines: [plain, designed] });
  expect(await savedCarts()).toEqual([]);
});

test("a cart with such a line that was stored before is read with it, and its quote refuses it", async () => {
  const version = randomUUID();
  await asSeed()`
    insert into private.saved_carts (customer_id, version, lines, promo_codes)
    values (${actor.id}, ${version}, ${asSeed().json([designed])}, '{}')`;
  const device = randomUUID();
  for (const restored of [
    await restoreCart(cartToken(version), device),
    await takeCart(actor, device),
  ]) {
    const lines = restored?.lines ?? [];
    expect(lines).toEqual([designed]);
    const quote = await quoteCart({ actor }, { lines: [...lines] }, "en");
    expect(quote.problems).toEqual([{ code: "design_not_orderable", line: 0 }]);
    expect(quote.total).toBe(0);
  }
});
