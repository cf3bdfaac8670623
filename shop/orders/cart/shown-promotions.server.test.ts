import { expect, test } from "vitest";
import { demoPerson, variantInStock } from "#tests/support/builders/shop.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { tryShownPromotions } from "./shown-promotions.server.ts";

testDatabase({ demo: true });

const buyer = demoPerson("customer@etalase.test");

const shownFor = async (quantity: number) => {
  const variant_id = await variantInStock();
  return tryShownPromotions(buyer, { lines: [{ variant_id, quantity }] }, "id");
};

test("only what the merchant marked is shown, with what this cart lacks for it", async () => {
  const few = await shownFor(1);
  // HEMAT10 works and is not marked; LEBARAN2026 is over.
  expect(few.map(({ code }) => code).sort()).toEqual(["GRATISONGKIR", "MUGKETIGA", "NOTA25"]);
  const fixed = few.find(({ code }) => code === "NOTA25");
  expect(fixed).toMatchObject({
    name: "Potongan Rp25.000 untuk belanja Rp200.000",
    discount: null,
    problem: { code: "promo_min_subtotal", promo_code: "NOTA25" },
  });
  expect(fixed?.problem?.missing).toBeGreaterThan(0);

  const many = (await shownFor(10)).find(({ code }) => code === "NOTA25");
  expect(many).toMatchObject({ discount: 25_000, problem: null });
});

test("what no purchase can bring in is not shown", async () => {
  await asSeed()`update promotions set is_shown = true, usage_limit = 0 where name ->> 'id' like 'Potongan%'`;
  await asSeed()`update promotions set is_shown = true where name ->> 'id' like 'Diskon Lebaran%'`;
  await asSeed()`update promotions set enabled = false where name ->> 'id' like 'Beli 2 mug%'`;
  expect((await shownFor(10)).map(({ code }) => code)).toEqual(["GRATISONGKIR"]);
});
