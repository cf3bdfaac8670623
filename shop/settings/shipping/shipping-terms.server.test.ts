import { expect, test } from "vitest";
import { estimateDelivery } from "#shop/orders/cart/estimate-delivery.server.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { nationalHolidays } from "./national-holidays.ts";
import { readShippingTerms } from "./shipping-terms.server.ts";

testDatabase({ demo: true });

test("the prices on the delivery page are those of a cart", async () => {
  const { zones } = await readShippingTerms("id");
  expect(zones.map(({ name }) => name)).toEqual([
    "Bandung Raya",
    "Jawa dan Bali",
    "Sumatra",
    "Wilayah lain di Indonesia",
  ]);
  expect(zones[0]?.regions).toHaveLength(4);
  expect(zones[3]?.regions).toEqual([]);
  // A mug weighs less than a kilogram and costs less than any threshold.
  const [mug] = await asSeed()<{ id: string }[]>`
    select v.id from product_variants v join products p on p.id = v.product_id
    where v.weight_grams < 1000 and v.price < 100000 and p.status = 'published' and not v.archived
    order by v.id limit 1`;
  const options = await estimateDelivery(
    { variant_id: mug?.id ?? "", quantity: 1, region_code: "3273191001" },
    "id",
  );
  expect(options.length).toBeGreaterThan(2);
  for (const option of options) {
    const term = zones[0]?.terms.find(({ method }) => method === option.name);
    expect(term?.first_kg, option.name).toBe(option.price);
  }
});

test("changed settings change it: price, cut-off, coming holidays, a service that is off", async () => {
  const sql = asSeed();
  await sql`update shipping_rates set first_kg = 9500, free_from = null where first_kg = 9000`;
  await sql`update shipping_methods set enabled = false where service = 'YES'`;
  await sql`update cutoffs set hour = 11 where hour is not null`;
  const text = sql.json({ id: "Libur toko", en: "Shop holiday" });
  await sql`
    insert into shop_closures (from_day, to_day, text) values
      ('2020-01-01', '2020-01-01', ${text}), ('2999-12-24', '2999-12-26', ${text})`;
  const { zones, cutoffs, holidays } = await readShippingTerms("en");
  expect(cutoffs).toEqual([null, 11, 11, 11, 11, 11, 11]);
  // The shop's own day comes after the national holidays decreed so far.
  const own = { from_day: "2999-12-24", to_day: "2999-12-26", text: "Shop holiday" };
  expect(holidays.at(-1)).toEqual(own);
  const today = new Date().toISOString().slice(0, 10);
  const national = [...nationalHolidays.keys()].filter((day) => day > today).slice(0, 5);
  expect(holidays.map(({ from_day }) => from_day)).toEqual(expect.arrayContaining(national));
  await sql`update shop_settings set observes_national_holidays = false`;
  expect((await readShippingTerms("en")).holidays).toEqual([own]);
  expect(zones[0]?.name).toBe("Greater Bandung");
  expect(zones[0]?.terms[0]).toMatchObject({ method: "Standard", first_kg: 9500, free_from: null });
  expect(zones.flatMap(({ terms }) => terms.map(({ service }) => service))).not.toContain("YES");
});
