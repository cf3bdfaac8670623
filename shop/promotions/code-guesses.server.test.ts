import fc from "fast-check";
import { beforeEach, expect, test } from "vitest";
import { visitor } from "#shop/kernel/access.ts";
import { codesWait } from "#shop/orders/cart/guard-codes.server.ts";
import { quoteCart } from "#shop/orders/cart/quote-cart.server.ts";
import { makePromotion } from "#tests/support/builders/promotions.ts";
import { demoPerson, makeCustomer } from "#tests/support/builders/shop.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { type CodeAsker, secondsToWaitForCodes } from "./code-guesses.server.ts";
import { maxCodesOfPromotion } from "./promotion.ts";

testDatabase({ demo: true });
beforeEach(() => asSeed()`delete from private.rate_limits`);

const customer = demoPerson("customer@etalase.test");
const wrong = (count: number) => Array.from({ length: count }, (_, index) => `TEBAK-${index}`);
const home = "203.0.113.7";

test("after ten wrong codes of an account all codes are ignored, the right one too", async () => {
  const asker = { actor: customer, network: home };
  for (const code of wrong(10)) expect(await secondsToWaitForCodes(asker, [code])).toBe(0);
  expect(await secondsToWaitForCodes(asker, ["TEBAK-11"])).toBeGreaterThan(0);
  expect(await secondsToWaitForCodes(asker, ["MUGKETIGA"])).toBeGreaterThan(0);
  // A person has one counter on all networks; another person on the same network has another counter.
  expect(await secondsToWaitForCodes({ ...asker, network: "198.51.100.1" }, ["X"])).not.toBe(0);
  const { person } = await makeCustomer("sebelah");
  expect(await secondsToWaitForCodes({ actor: person, network: home }, ["MUGKETIGA"])).toBe(0);
  expect(await secondsToWaitForCodes(asker, [])).toBe(0);
  await asSeed()`update private.rate_limits set resets_at = now()`;
  expect(await secondsToWaitForCodes(asker, ["MUGKETIGA"])).toBe(0);
});

test("right codes never count, and a wrong one that stays in the cart counts once", async () => {
  const asker = { actor: customer, network: home };
  for (let index = 0; index < 25; index++) {
    const codes = ["MUGKETIGA", " mugketiga ", "salahketik", "SALAHKETIK"];
    expect(await secondsToWaitForCodes(asker, codes)).toBe(0);
  }
  const [row] = await asSeed()`
    select used from private.rate_limits where key = ${`promo-code:${customer.id}`}`;
  expect(row).toEqual({ used: 1 });
});

test("a disabled code counts as wrong, as its answer says", async () => {
  await asSeed()`update promo_codes set active = false where code = 'MUGKETIGA'`;
  const asker = { actor: visitor, network: home };
  await secondsToWaitForCodes(asker, ["MUGKETIGA"]);
  await asSeed()`update promo_codes set active = true where code = 'MUGKETIGA'`;
  const [row] =
    await asSeed()`select used from private.rate_limits where key = ${`promo-code:${home}`}`;
  expect(row).toEqual({ used: 1 });
});

test("concurrent guesses stop at the limit", async () => {
  const asker = { actor: visitor, network: home };
  const waits = await Promise.all(wrong(200).map((code) => secondsToWaitForCodes(asker, [code])));
  expect(waits.filter((wait) => wait === 0)).toHaveLength(30);
  expect(await secondsToWaitForCodes(asker, ["MUGKETIGA"])).toBeGreaterThan(0);
});

test("many accounts at one address are stopped by the address", async () => {
  const people = await Promise.all(wrong(11).map((name) => makeCustomer(name.toLowerCase())));
  const waits = [];
  for (const { person } of people) {
    for (const code of wrong(10)) {
      const guess = `${code}-${person.id}`.slice(0, 40);
      waits.push(await secondsToWaitForCodes({ actor: person, network: home }, [guess]));
    }
  }
  expect(waits.filter((wait) => wait === 0)).toHaveLength(100);
});

test("the cart of a blocked person is priced without its codes, and each says how long to wait", async () => {
  const asker = { actor: visitor, network: home };
  await Promise.all(wrong(30).map((code) => secondsToWaitForCodes(asker, [code])));
  const [mug] = await asSeed()<{ id: string }[]>`
    select v.id from product_variants v join products p on p.id = v.product_id
    join stock_items i on i.variant_id = v.id
    where p.slug = 'mug-ngopi-dulu' and i.available > 5 order by v.id limit 1`;
  const lines = [{ variant_id: mug?.id ?? "", quantity: 3 }];
  const bare = await quoteCart({ actor: visitor }, { lines }, "id");
  const input = { lines, promo_codes: ["mugketiga", "TEBAK-999"] };
  const quote = await quoteCart(asker, input, "id");
  const wait = codesWait(quote);
  expect(wait).toBeGreaterThan(0);
  expect(quote.total).toBe(bare.total);
  expect(quote.promos).toEqual(bare.promos);
  expect(quote.problems).toEqual([
    { code: "promo_too_many_tries", promo_code: "MUGKETIGA", wait_seconds: wait },
    { code: "promo_too_many_tries", promo_code: "TEBAK-999", wait_seconds: wait },
  ]);
});

test("pricing a cart counts the codes that its price calls unknown: made up, or switched off", async () => {
  await asSeed()`update promo_codes set active = false where code = 'MUGKETIGA'`;
  const asker = { actor: visitor, network: home };
  const input = { lines: [], promo_codes: ["mugketiga", "salahketik", "SALAHKETIK"] };
  const quote = await quoteCart(asker, input, "id");
  await asSeed()`update promo_codes set active = true where code = 'MUGKETIGA'`;
  expect(codesWait(quote)).toBe(0);
  const [row] =
    await asSeed()`select used from private.rate_limits where key = ${`promo-code:${home}`}`;
  expect(row).toEqual({ used: 2 });
});

/** Valid codes that look like invented ones. */
async function makeRightCodes(count: number): Promise<string[]> {
  const codes = Array.from({ length: count }, (_, index) => `BENAR-${index}`);
  for (let from = 0; from < count; from += maxCodesOfPromotion) {
    await makePromotion("", { codes: codes.slice(from, from + maxCodesOfPromotion) });
  }
  return codes;
}

/** The seed of the shuffle, so that valid codes do not share one connection of the pool. */
const orderSeed = 19;

/** Every tenth code is valid. @returns the codes whose answer revealed whether they are valid */
async function askAtOnce(asker: CodeAsker, right: readonly string[]): Promise<string[]> {
  const all = [...right, ...wrong(right.length * 9)];
  const order = fc.shuffledSubarray(all, { minLength: all.length });
  const codes = fc.sample(order, { seed: orderSeed, numRuns: 1 }).flat();
  const answers = await Promise.all(
    codes.map(async (code) => {
      const input = { lines: [], promo_codes: [code] };
      const quote = await quoteCart(asker, input, "id");
      return quote.problems.some((problem) => problem.code === "promo_too_many_tries")
        ? []
        : [code];
    }),
  );
  return answers.flat();
}

test("of 600 concurrent codes of an account or an address only those within the limit are looked up", async () => {
  const right = await makeRightCodes(60);
  for (const [asker, limit] of [
    [{ actor: customer, network: home }, 10],
    [{ actor: visitor, network: home }, 30],
  ] as const) {
    await asSeed()`delete from private.rate_limits`;
    const learned = await askAtOnce(asker, right);
    const isRight = (code: string) => right.includes(code);
    // A valid code is uncounted for the next one, also when codes come one after the other.
    expect(learned.filter((code) => !isRight(code)).length).toBeLessThanOrEqual(limit);
    expect(learned.filter(isRight).length).toBeLessThan(limit);
  }
});
