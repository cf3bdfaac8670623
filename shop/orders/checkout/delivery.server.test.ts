import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { builtinCourier } from "#integrations/courier/builtin-courier.ts";
import { openCourier } from "#integrations/courier/live-rates.server.ts";
import { quoteCart } from "#shop/orders/cart/quote-cart.server.ts";
import {
  demoAddressId,
  demoPerson,
  openTestProviders,
  orderInput,
  variantInStock,
} from "#tests/support/builders/shop.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { placeOrder } from "./place-order.server.ts";

testDatabase({ demo: true });
beforeAll(openTestProviders);
const customer = demoPerson("customer@etalase.test");

/** A kelurahan of Kota Bandung. */
const braga = "3273191001";
let lines: { variant_id: string; quantity: number }[] = [];
const made: string[] = [];
beforeEach(async () => {
  lines = [{ variant_id: await variantInStock(), quantity: 1 }];
});
afterEach(async () => {
  openCourier(builtinCourier);
  await asSeed()`delete from shipping_methods where id = any (${made.splice(0)})`;
  await asSeed()`delete from shipping_zones where name ->> 'id' = 'Uji'`;
});

async function options(region_code = braga, postcode?: string) {
  if (postcode)
    await asSeed()`update regions set postal_code = ${postcode} where code = ${region_code}`;
  const quote = await quoteCart({ actor: customer }, { lines, region_code }, "id");
  return { ...quote, names: quote.shipping_options.map(({ name, price }) => `${name} ${price}`) };
}

test("delivery options are listed by price, with pickup last", async () => {
  const { shipping_options } = await options();
  const prices = shipping_options.flatMap(({ is_pickup, price }) => (is_pickup ? [] : [price]));
  expect(prices.length).toBeGreaterThan(1);
  expect(prices).toEqual(prices.toSorted((one, other) => one - other));
  expect(shipping_options.findIndex(({ is_pickup }) => is_pickup)).toBe(prices.length);
});

async function zone(change: {
  regions?: string[];
  postcodes?: [string, string][];
  serviceable?: boolean;
}) {
  const sql = asSeed();
  const id = crypto.randomUUID();
  await sql`
    insert into shipping_zones (id, name, serviceable)
    values (${id}, '{"id": "Uji", "en": "Test"}', ${change.serviceable ?? true})`;
  for (const region_code of change.regions ?? [])
    await sql`insert into shipping_zone_regions ${sql({ zone_id: id, region_code })}`;
  for (const [first_code, last_code] of change.postcodes ?? [])
    await sql`insert into shipping_zone_postcodes ${sql({ zone_id: id, first_code, last_code })}`;
  return id;
}

async function method(
  zone_id: string,
  change: Record<string, unknown> = {},
  rate: Record<string, unknown> = {},
) {
  const sql = asSeed();
  const id = crypto.randomUUID();
  made.push(id);
  await sql`
    insert into shipping_methods ${sql({
      id,
      name: sql.json({ id: "Uji", en: "Test" }),
      courier: "Kurir Nusantara",
      service: "REG",
      position: 99,
      ...change,
    })}`;
  await addRate(id, zone_id, rate);
  return id;
}
async function addRate(method_id: string, zone_id: string, rate: Record<string, unknown>) {
  const sql = asSeed();
  const usual = { pricing: "flat", flat_price: 1_111, min_days: 1, max_days: 2 };
  await sql`insert into shipping_rates ${sql({ method_id, zone_id, ...usual, ...rate })}`;
}
const tried = ({ names }: { names: string[] }) => names.filter((name) => name.startsWith("Uji"));

test("rule 5: the most specific zone of a method counts: postcodes before kecamatan before province", async () => {
  const id = await method(await zone({ regions: ["327319"] }), {}, { flat_price: 2_000 });
  expect(tried(await options())).toEqual(["Uji 2000"]);
  await addRate(id, await zone({ regions: [braga] }), { flat_price: 3_000 });
  expect(tried(await options(braga, "40111"))).toEqual(["Uji 3000"]);
  await addRate(id, await zone({ postcodes: [["40000", "40999"]] }), { flat_price: 4_000 });
  await addRate(id, await zone({ postcodes: [["40110", "40119"]] }), { flat_price: 5_000 });
  expect(tried(await options(braga, "40111"))).toEqual(["Uji 5000"]);
  expect(tried(await options(braga, "40200"))).toEqual(["Uji 4000"]);
  expect(tried(await options(braga, "55000"))).toEqual(["Uji 3000"]);
  // Methods without rates in the small zones still serve them by their own zones.
  expect((await options()).names.length).toBeGreaterThan(2);
});

test("a zone without delivery still allows pickup; a more specific zone allows delivery again", async () => {
  await zone({ regions: ["327319"], serviceable: false });
  expect((await options()).shipping_options).toMatchObject([
    { name: "Ambil di toko", is_pickup: true, price: 0 },
  ]);
  await asSeed()`update shipping_methods set enabled = false where source = 'pickup'`;
  const closed = await options();
  expect(closed.names).toEqual([]);
  expect(closed.problems.map(({ code }) => code)).toEqual(["not_deliverable"]);
  await asSeed()`update shipping_methods set enabled = true where source = 'pickup'`;

  await method(await zone({ regions: ["3273191002"] }));
  expect(tried(await options("3273191002"))).toEqual(["Uji 1111"]);
  expect((await options("3273191002")).names.length).toBeGreaterThan(2);
});

test("a method is not offered for goods, totals or payment methods that it excludes", async () => {
  const everywhere = await zone({ regions: ["3273191001"] });
  const [product] = await asSeed()<{ product_id: string; price: number }[]>`
    select product_id, price from product_variants where id = ${lines[0]?.variant_id ?? ""}`;
  const id = await method(everywhere, { min_subtotal: (product?.price ?? 0) + 1 });
  const offered = async (change: Record<string, unknown>) => {
    await asSeed()`update shipping_methods set ${asSeed()({ min_subtotal: null, ...change })} where id = ${id}`;
    return tried(await options()).length === 1;
  };
  expect(tried(await options())).toEqual([]);
  expect(await offered({})).toBe(true);
  expect(await offered({ excluded_product_ids: [product?.product_id ?? ""] })).toBe(false);
  expect(await offered({ excluded_product_ids: [], payment_methods: ["cod"] })).toBe(true);
  const asked = { lines, region_code: braga, payment_method: "builtin:card" };
  const quote = await quoteCart({ actor: customer }, { ...asked, shipping_method_id: id }, "id");
  expect(quote.problems.map(({ code }) => code)).toEqual(["shipping_method_not_available"]);
  expect(quote.shipping).toBeNull();
});

test("a renamed category is still excluded", async () => {
  const sql = asSeed();
  const id = await method(await zone({ regions: [braga] }));
  expect(tried(await options())).toEqual(["Uji 1111"]);
  const [category] = await sql<{ id: string; slug: string }[]>`
    select c.id, c.slug from categories c join product_categories pc on pc.category_id = c.id
    join product_variants v on v.product_id = pc.product_id where v.id = ${lines[0]?.variant_id ?? ""}`;
  await sql`
    insert into shipping_method_excluded_categories ${sql({ method_id: id, category_id: category?.id ?? "" })}`;
  expect(tried(await options())).toEqual([]);
  await sql`update categories set slug = 'nama-baru' where id = ${category?.id ?? ""}`;
  expect(tried(await options())).toEqual([]);
  await sql`update categories set slug = ${category?.slug ?? ""} where id = ${category?.id ?? ""}`;
});

test("a fragile item leaves only methods that carry fragile goods, and the others say why", async () => {
  const everywhere = await zone({ regions: [braga] });
  const careful = await method(everywhere);
  const rough = await method(everywhere);
  const carries = (method_id: string, ...classes: string[]) =>
    asSeed()`insert into shipping_method_classes ${asSeed()(classes.map((kind) => ({ method_id, class: kind })))}`;
  await carries(careful, "ordinary", "fragile");
  await carries(rough, "ordinary");
  const offered = async () => {
    const { shipping_options } = await options();
    return [careful, rough].map((id) => shipping_options.some((option) => option.id === id));
  };
  const sql = asSeed();
  const [product] = await sql<{ id: string }[]>`
    select product_id as id from product_variants where id = ${lines[0]?.variant_id ?? ""}`;
  const become = (kind: string) =>
    sql`update products set shipping_class = ${kind} where id = ${product?.id ?? ""}`;

  expect(await offered()).toEqual([true, true]);
  await become("fragile");
  expect(await offered()).toEqual([true, false]);
  const chosen = { lines, region_code: braga, shipping_method_id: rough };
  const quote = await quoteCart({ actor: customer }, chosen, "id");
  expect(quote.problems.map(({ code }) => code)).toEqual(["shipping_method_not_available"]);
  expect(quote.shipping).toBeNull();
  await expect(become("smelly")).rejects.toThrow("product_shipping_class_unknown");
  await expect(carries(rough, "smelly")).rejects.toThrow("method_shipping_class_unknown");
  await become("ordinary");
});

test("a merchant adds a shipping class; a built-in or used class cannot be deleted", async () => {
  const sql = asSeed();
  const added = { slug: "frozen", name: sql.json({ id: "Beku", en: "Frozen" }), position: 9 };
  await sql`insert into shipping_classes ${sql(added)}`;
  const id = await method(await zone({ regions: [braga] }));
  expect(tried(await options())).toEqual(["Uji 1111"]);
  await sql`insert into shipping_method_classes (method_id, class) values (${id}, 'frozen')`;
  expect(tried(await options())).toEqual([]);
  await expect(sql`delete from shipping_classes where slug = 'frozen'`).rejects.toThrow(
    "method_shipping_class_unknown",
  );
  await expect(sql`delete from shipping_classes where slug = 'valuable'`).rejects.toThrow(
    "built in",
  );
  await expect(
    sql`update shipping_classes set slug = 'precious' where slug = 'valuable'`,
  ).rejects.toThrow("built in");
  await sql`delete from shipping_method_classes where method_id = ${id}`;
  await sql`delete from shipping_classes where slug = 'frozen'`;
});

test("a live courier rate is fetched, stored with the order, and falls back to a table", async () => {
  await asSeed()`update shop_settings set origin_region_code = ${braga}`;
  await asSeed()`update addresses set region_code = ${braga} where id = ${demoAddressId}`;
  const where = await zone({ regions: [braga] });
  const id = await method(where, { source: "live" }, { flat_price: 9_999 });
  let asked = 0;
  openCourier({
    name: "double",
    ask: (shipment, signal) => {
      asked++;
      return builtinCourier.ask(shipment, signal);
    },
  });
  expect(tried(await options())).toEqual(["Uji 7000"]);

  const input = await orderInput(customer, { lines });
  const total = input.expected_total;
  const live = { ...input, shipping_method_id: id };
  const quote = await quoteCart(
    { actor: customer },
    { lines, address_id: demoAddressId, shipping_method_id: id },
    "id",
  );
  expect(quote.total).not.toBe(total);
  const placed = await placeOrder(
    customer,
    { ...live, expected_total: quote.total },
    { idempotencyKey: "live", language: "id" },
  );
  expect(placed.ok).toBe(true);
  expect(asked).toBe(1);
  const [order] = await asSeed()<{ shipping_quote: Record<string, unknown> }[]>`
    select shipping_quote from orders where shipping_method_id = ${id}`;
  expect(order?.shipping_quote).toMatchObject({ source: "live", live_price: 7_000, grams: 1_000 });

  openCourier({ name: "broken", ask: () => Promise.reject(new Error("down")) });
  expect(tried(await options())).toEqual(["Uji 9999"]);
  await asSeed()`update shipping_methods set fallback = 'hide' where id = ${id}`;
  expect(tried(await options())).toEqual([]);
});

test("the database enforces rising rate tiers", async () => {
  const where = await zone({ regions: [braga] });
  const write = (tiers: object) =>
    method(where, {}, { pricing: "weight_tiers", tiers: asSeed().json(tiers) });
  await expect(
    write([
      { up_to: 2_000, price: 5 },
      { up_to: 1_000, price: 9 },
    ]),
  ).rejects.toThrow("rate_tiers_invalid");
  await expect(
    write([
      { up_to: null, price: 5 },
      { up_to: 1_000, price: 9 },
    ]),
  ).rejects.toThrow("rate_tiers_invalid");
  await expect(write([{ up_to: 1_000, price: -5 }])).rejects.toThrow("rate_tiers_invalid");
  await expect(write([{ price: 5 }])).rejects.toThrow("rate_tiers_invalid");
  await write([
    { up_to: 1_000, price: 5_000 },
    { up_to: null, price: 8_000 },
  ]);
  expect(tried(await options())).toEqual(["Uji 5000"]);
});

test("a delivery option has the same price with promotions before and after it is chosen", async () => {
  const sql = asSeed();
  const bare = await options();
  const paid = bare.shipping_options.filter(({ is_pickup }) => !is_pickup);
  const most = Math.min(...paid.map(({ price }) => price)) - 500;
  expect(most).toBeGreaterThan(0);
  const [promotion] = await sql<{ id: string }[]>`
    insert into promotions (name, class, type, value, automatic, max_discount)
    values ('{"id": "Ongkir", "en": "Delivery"}', 'shipping', 'free_shipping', 0, true, ${most}) returning id`;
  const quote = await options();
  for (const { id, price, reduced } of quote.shipping_options) {
    const chosen = { lines, region_code: braga, shipping_method_id: id };
    expect((await quoteCart({ actor: customer }, chosen, "id")).shipping).toBe(reduced);
    expect(reduced).toBe(Math.max(0, price - most));
  }
  expect(quote.shipping_discount_up_to).toBe(most);
  await sql`update promotions set max_discount = null where id = ${promotion?.id ?? ""}`;
  const free = await options();
  expect(free.shipping_options.map(({ reduced }) => reduced)).toEqual(
    free.shipping_options.map(() => 0),
  );
  expect(free.shipping_discount_up_to).toBeNull();
  await sql`delete from promotions where id = ${promotion?.id ?? ""}`;
  const after = await options();
  expect(after.shipping_options.every(({ price, reduced }) => price === reduced)).toBe(true);
});
