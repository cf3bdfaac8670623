import { beforeAll, beforeEach, expect, test } from "vitest";
import { type Person, visitor } from "#shop/kernel/access.ts";
import { quoteCart } from "#shop/orders/cart/quote-cart.server.ts";
import { makePromotion } from "#tests/support/builders/promotions.ts";
import { provenAdmin, variantInStock } from "#tests/support/builders/shop.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { changeStatus } from "./change-status.server.ts";

testDatabase({ demo: true, max: 4 });
let staff: Person;
beforeAll(async () => {
  staff = await provenAdmin();
});
beforeEach(() => asSeed()`delete from private.rate_limits`);

async function problemOf(code: string): Promise<string | undefined> {
  const lines = [{ variant_id: await variantInStock(), quantity: 1 }];
  const quote = await quoteCart({ actor: visitor }, { lines, promo_codes: [code] }, "id");
  return quote.problems.find(({ promo_code }) => promo_code === code)?.code;
}

test("a paused code is inactive, and an archived one too", async () => {
  const id = await makePromotion("JEDA");
  expect(await problemOf("JEDA")).toBeUndefined();
  expect((await changeStatus(staff, id, "pause")).ok).toBe(true);
  expect(await problemOf("JEDA")).toBe("promo_inactive");
  expect((await changeStatus(staff, id, "archive")).ok).toBe(true);
  expect(await problemOf("JEDA")).toBe("promo_inactive");
});

test("a code that was paused after its end has expired", async () => {
  const id = await makePromotion("USAI");
  await changeStatus(staff, id, "end");
  await changeStatus(staff, id, "pause");
  expect(await problemOf("USAI")).toBe("promo_expired");
});

test("a code that never was active is not found: never enabled, or paused before its start", async () => {
  await makePromotion("RAHASIA", { enabled: false });
  expect(await problemOf("RAHASIA")).toBe("promo_not_found");
  const planned = await makePromotion("BESOK");
  await asSeed()`update promotions set starts_at = now() + interval '1 day' where id = ${planned}`;
  await changeStatus(staff, planned, "pause");
  expect(await problemOf("BESOK")).toBe("promo_not_found");
});

test("a code that staff took from a promotion is not found", async () => {
  await makePromotion("CABUT");
  await asSeed()`update promo_codes set active = false where code = 'CABUT'`;
  expect(await problemOf("CABUT")).toBe("promo_not_found");
});
