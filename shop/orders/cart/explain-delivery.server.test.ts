import * as v from "valibot";
import { beforeAll, expect, test } from "vitest";
import { seedId } from "#db/seed/deterministic.ts";
import { visitor } from "#shop/kernel/access.ts";
import { rateSchema } from "#shop/settings/shipping/rates/rate-input.ts";
import { demoPerson, openTestProviders } from "#tests/support/builders/shop.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { type DeliveryTest, explainDelivery } from "./explain-delivery.server.ts";
import { quoteCart } from "./quote-cart.server.ts";

testDatabase({ demo: true });
beforeAll(openTestProviders);

const admin = demoPerson("admin@etalase.test");
const coblong = "3273021001";
const regular = seedId("method:regular");

/** Numbers that follow from a seed, so that a failure repeats. */
function sequence(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

async function explained(
  test: DeliveryTest,
  unsaved: Parameters<typeof explainDelivery>[2] = null,
) {
  const result = await explainDelivery(admin, test, unsaved, "id");
  if (!result.ok) throw new Error(result.problem);
  return result.value;
}

const oneKilogram: DeliveryTest = {
  places: [coblong],
  cart: { weight_grams: 1_000, goods: 100_000 },
  payment_method: null,
};

const byId = (one: { id: string }, other: { id: string }) => one.id.localeCompare(other.id);

test("the explanation offers what the quote offers, for 1,000 random carts and addresses", async () => {
  const next = sequence(20_261_123);
  const sql = asSeed();
  // Settings with every kind of condition and pricing.
  await sql`update shipping_methods set source = 'live', courier = 'Kurir Nusantara', service = 'REG' where service = 'HALU'`;
  await sql`update shipping_methods set min_subtotal = 150000, payment_methods = '{builtin}' where service = 'YES'`;
  await sql`update shipping_methods set max_subtotal = 900000, payment_methods = '{cod:cash}' where service = 'Kurir'`;
  await sql`
    insert into shipping_method_excluded_categories (method_id, category_id)
    select m.id, c.id from shipping_methods m, categories c where m.service = 'Cargo' and c.slug = 'mug'`;
  await sql`insert into shipping_method_classes (method_id, class) select id, 'ordinary' from shipping_methods where service = 'Kurir'`;
  await sql`update products set shipping_class = 'fragile' where id in (select id from products order by id limit 5)`;
  const tiers = sql.json([
    { up_to: 2_000, price: 10_000 },
    { up_to: 6_000, price: 25_000 },
  ]);
  await sql`
    update shipping_rates set pricing = 'weight_tiers', tiers = ${tiers}
    where method_id = (select id from shipping_methods where service = 'Kurir')`;
  await sql`
    update shipping_zones set serviceable = false where id = ${seedId("zone:sumatra")}`;
  await sql`
    insert into shipping_zone_postcodes (zone_id, first_code, last_code)
    values (${seedId("zone:java")}, '40100', '40199')`;
  const variants = await sql<{ id: string }[]>`
    select v.id from product_variants v join stock_items s on s.variant_id = v.id
    where not v.archived and s.available > 10 order by v.id limit 60`;
  const regions = await sql<{ code: string }[]>`
    select code from regions where level in (3, 4) order by md5(code) limit 1000`;
  const payments = [null, "builtin:card", "cod:cash", "transfer:bank"];
  const compared = { offers: 0, refused: 0 };

  for (let start = 0; start < regions.length; start += 20) {
    const places = regions.slice(start, start + 20).map(({ code }) => code);
    const picked = new Map(
      Array.from({ length: 1 + next(4) }, () => [
        variants[next(variants.length)]?.id ?? "",
        1 + next(6),
      ]),
    );
    const lines = [...picked].map(([variant_id, quantity]) => ({ variant_id, quantity }));
    const payment_method = payments[next(payments.length)] ?? null;
    const { now } = await explained({ places, cart: { lines }, payment_method });
    expect(now).toHaveLength(places.length);
    for (const place of now) {
      const quote = await quoteCart(
        { actor: visitor },
        { lines, region_code: place.code, ...(payment_method ? { payment_method } : {}) },
        "id",
      );
      const offers = place.methods.flatMap(({ method_id, offer }) =>
        offer ? [{ id: method_id, ...offer }] : [],
      );
      const options = quote.shipping_options.map(({ id, price, earliest, latest }) => ({
        id,
        price,
        earliest,
        latest,
      }));
      expect(offers.toSorted(byId), place.label).toEqual(options.toSorted(byId));
      for (const { offer, why, rate } of place.methods) {
        expect(why === undefined).toBe(offer !== null);
        if (why === "conditions") expect(rate?.conditions.some(({ is_met }) => !is_met)).toBe(true);
        if (offer && rate?.price) expect(rate.price.full - rate.price.subsidy).toBe(offer.price);
        compared[offer ? "offers" : "refused"]++;
      }
    }
  }
  // Both outcomes were compared often.
  expect(compared.offers).toBeGreaterThan(500);
  expect(compared.refused).toBeGreaterThan(500);
}, 120_000);

test("an unsaved rate shows its price beside the stored one, and stores nothing", async () => {
  const input = v.parse(rateSchema, {
    pricing: "flat",
    flat_price: "12.345",
    min_days: "1",
    max_days: "1",
    free_from: "",
    max_subsidy: "",
  });
  const key = { method_id: regular, zone_id: seedId("zone:java") };
  const everything = () => asSeed()`select * from shipping_rates order by method_id, zone_id`;
  const before = await everything();
  const { now, unsaved } = await explained(
    { ...oneKilogram, places: ["331401"] },
    { kind: "rate", key, input },
  );
  const priceIn = (places: typeof now | null) =>
    places?.[0]?.methods.find(({ method_id }) => method_id === regular)?.offer?.price;
  expect(priceIn(now)).toBe(16_000);
  expect(priceIn(unsaved)).toBe(12_345);
  expect(await everything()).toEqual(before);
  const [audited] =
    await asSeed()`select count(*)::int as n from audit_entries where actor_id = ${admin.id}`;
  expect(audited).toEqual({ n: 0 });
});

test("an unsaved zone takes a city from its zone only in the test, and a wrong one says why", async () => {
  const input = {
    name: { id: "Uji", en: "Test" },
    cash_on_delivery: false,
    serviceable: false,
    regions: ["3374"],
    postcodes: [],
  };
  const test: DeliveryTest = { ...oneKilogram, places: ["337401"] };
  const { now, unsaved } = await explained(test, { kind: "zone", id: null, input });
  expect(now[0]?.methods.some(({ offer }) => offer)).toBe(true);
  expect(unsaved?.[0]?.methods.every(({ offer, is_pickup }) => is_pickup || !offer)).toBe(true);
  expect(unsaved?.[0]?.methods.map(({ why }) => why)).toContain("unserviceable");
  const wrong = { kind: "zone" as const, id: null, input: { ...input, regions: ["9999"] } };
  expect(await explainDelivery(admin, test, wrong, "id")).toEqual({
    ok: false,
    problem: "region_unknown",
  });
});

test("each method says its zone, the region that matched, the weight and the reason", async () => {
  const { now } = await explained({
    ...oneKilogram,
    cart: { weight_grams: 2_300, goods: 350_000 },
    places: ["331401"],
  });
  const method = (name: string) => now[0]?.methods.find((one) => one.name === name);
  expect(method("Reguler")).toMatchObject({
    offer: { price: 19_000 },
    rate: {
      zone: "Jawa dan Bali",
      place: "33",
      place_name: "Jawa Tengah",
      weight: { actual_grams: 2_300, charged_grams: 3_000, step_grams: 1_000 },
      price: { full: 16_000 + 2 * 14_000, subsidy: 25_000, price: 19_000 },
    },
  });
});

test("staff who may only read delivery may test it, but not with an unsaved setting; customers may not", async () => {
  const reader = demoPerson("staff@etalase.test");
  await asSeed()`update profiles set staff_role = 'reader' where id = ${reader.id}`;
  const refused = { ok: false, problem: "not_permitted" };
  const input = v.parse(rateSchema, {
    pricing: "flat",
    flat_price: "1",
    min_days: "1",
    max_days: "1",
    free_from: "",
    max_subsidy: "",
  });
  const key = { method_id: regular, zone_id: seedId("zone:java") };
  expect((await explainDelivery(reader, oneKilogram, null, "id")).ok).toBe(true);
  expect(await explainDelivery(reader, oneKilogram, { kind: "rate", key, input }, "id")).toEqual(
    refused,
  );
  const customer = demoPerson("customer@etalase.test");
  expect(await explainDelivery(customer, oneKilogram, null, "id")).toEqual(refused);
});
