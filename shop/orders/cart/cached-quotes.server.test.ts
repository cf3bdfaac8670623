import { afterAll, beforeAll, expect, test } from "vitest";
import { catalogueChanges, startCatalogueCache } from "#shop/kernel/cache.server.ts";
import {
  demoPerson,
  openTestProviders,
  regularMethodId,
  variantInStock,
} from "#tests/support/builders/shop.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { quoteCart } from "./quote-cart.server.ts";

testDatabase({ demo: true });
beforeAll(openTestProviders);

// As in the program: cached values stay until the log of changes names them.
let stopListening = async () => {};
beforeAll(async () => {
  stopListening = await startCatalogueCache();
});
afterAll(() => stopListening());

// Around a holiday, two different cut-off hours can result in the same arrival day.
beforeAll(() => asSeed()`update shop_settings set observes_national_holidays = false`);

const customer = demoPerson("customer@etalase.test");
/** A kelurahan of Kota Bandung. */
const braga = "3273191001";

async function quote() {
  const lines = [{ variant_id: await variantInStock(), quantity: 1 }];
  return quoteCart(
    { actor: customer },
    { lines, region_code: braga, shipping_method_id: regularMethodId },
    "id",
  );
}

async function secondZone(): Promise<string> {
  const [zone] = await asSeed()<{ id: string }[]>`
    insert into shipping_zones (name, serviceable) values ('{"id": "Uji", "en": "Test"}', false) returning id`;
  return zone?.id ?? "";
}

test.each([
  {
    what: "a rate",
    change: () =>
      asSeed()`update shipping_rates set first_kg = first_kg + 7, flat_price = flat_price + 7`,
    seen: (after: Awaited<ReturnType<typeof quote>>, before: typeof after) =>
      after.shipping === (before.shipping ?? 0) + 7,
  },
  {
    what: "a tax",
    change: () => asSeed()`update tax_rates set rate_basis_points = 0`,
    seen: (after: Awaited<ReturnType<typeof quote>>) => after.tax_included === 0,
  },
  {
    what: "the cut-off hours",
    // Four days, so that the result does not depend on the day of the test.
    change: () =>
      asSeed()`
        update cutoffs set hour = case weekday when extract(dow from current_date + 4)::int then 23 end`,
    seen: (after: Awaited<ReturnType<typeof quote>>, before: typeof after) =>
      after.shipping_options[0]?.earliest !== before.shipping_options[0]?.earliest,
  },
  {
    what: "the shop's closures",
    change: () =>
      asSeed()`insert into shop_closures (from_day, to_day) values (current_date, current_date + 30)`,
    seen: (after: Awaited<ReturnType<typeof quote>>, before: typeof after) =>
      after.shipping_options[0]?.earliest !== before.shipping_options[0]?.earliest,
  },
  {
    what: "where nothing is sent",
    change: async () =>
      asSeed()`
        insert into shipping_zone_postcodes (zone_id, first_code, last_code)
        values (${await secondZone()}, '40000', '40999')`,
    seen: (after: Awaited<ReturnType<typeof quote>>) =>
      after.shipping_options.every(({ is_pickup }) => is_pickup),
  },
])("a quote follows $what as soon as it is changed", async ({ change, seen }) => {
  const before = await quote();
  expect(before.shipping_options.some(({ is_pickup }) => !is_pickup)).toBe(true);
  await change();
  catalogueChanges.noteWrite();
  expect(seen(await quote(), before)).toBe(true);
});

test("a quote follows the postcode of a place as soon as it is changed", async () => {
  const sql = asSeed();
  await sql`delete from shipping_zone_postcodes`;
  await sql`
    insert into shipping_zone_postcodes (zone_id, first_code, last_code) values (${await secondZone()}, '99000', '99999')`;
  catalogueChanges.noteWrite();
  const isSent = async () => (await quote()).shipping_options.some(({ is_pickup }) => !is_pickup);
  expect(await isSent()).toBe(true);
  await sql`update regions set postal_code = '99123' where code = ${braga}`;
  catalogueChanges.noteWrite();
  expect(await isSent()).toBe(false);
});

test("an order that changes no stock band invalidates no quote", async () => {
  const sql = asSeed();
  const count = async () =>
    (await sql<{ count: number }[]>`select count(*)::int as count from private.changes`)[0]?.count;
  const before = await count();
  await sql`
    insert into stock_movements (variant_id, kind, quantity, reason)
    select variant_id, 'adjusted', -1, 'counted' from stock_items where available > 20 limit 1`;
  expect(await count()).toBe(before);
});
