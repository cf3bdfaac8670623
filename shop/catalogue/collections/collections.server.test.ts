import { beforeAll, expect, test } from "vitest";
import { asVisitor } from "#db/client.server.ts";
import { listIndexedPages } from "#shop/catalogue/list-addresses.server.ts";
import { findPresentSlug } from "#shop/catalogue/slug-redirects.server.ts";
import { demoPerson } from "#tests/support/builders/shop.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import type { CollectionInput } from "./collection.ts";
import { fillCollections } from "./fill-collections.server.ts";
import { findCollection, previewCollection } from "./read-collections.server.ts";
import { deleteCollection, saveCollection } from "./save-collection.server.ts";
import { showCollection } from "./show-collection.server.ts";

testDatabase({ demo: true });
const admin = demoPerson("admin@etalase.test");
const both = (text = "") => ({ id: text, en: text });
let products: { id: string }[] = [];

beforeAll(async () => {
  products = await asSeed()<{ id: string }[]>`
    select id from products where status = 'published' and published_at <= now() order by id limit 5`;
});

const inputOf = (part: Partial<CollectionInput> = {}): CollectionInput => ({
  id: crypto.randomUUID(),
  version: 0,
  name: both("Uji"),
  description: both(),
  slug: "",
  kind: "rule",
  rule: {},
  product_ids: [],
  sort: "newest",
  published: true,
  published_from: null,
  published_to: null,
  seo: { title: both(), description: both() },
  ...part,
});
async function made(part: Partial<CollectionInput> = {}) {
  const slug = `uji-${crypto.randomUUID()}`;
  const input = inputOf({ slug, ...part });
  expect(await saveCollection(admin, input)).toEqual({ ok: true, value: null });
  return input;
}
const idsOf = async (slug: string, sort: Parameters<typeof showCollection>[1] = null) =>
  (await showCollection(slug, sort, 1, "id"))?.products.map(({ id }) => id);

test("a collection by hand keeps its order, and shows no product that is not public", async () => {
  const chosen = products.map(({ id }) => id).reverse();
  const input = await made({ kind: "manual", sort: "manual", product_ids: chosen });
  expect(await idsOf(input.slug)).toEqual(chosen);
  const moved = [chosen[2], chosen[0]].flatMap((id) => id ?? []);
  await saveCollection(admin, { ...input, version: 1, product_ids: moved });
  await expect.poll(() => idsOf(input.slug)).toEqual(moved);
  await asSeed()`update products set status = 'draft' where id = ${moved[0] ?? ""}`;
  await expect.poll(() => idsOf(input.slug)).toEqual(moved.slice(1));
  await asSeed()`update products set status = 'published' where id = ${moved[0] ?? ""}`;
});

test("each part of a rule narrows the collection as the same condition does in SQL", async () => {
  const [category] = await asSeed()<
    { id: string }[]
  >`select id from categories order by position limit 1`;
  const sql = asVisitor();
  const cases = [
    [{}, sql`true`],
    [
      { category_ids: [category?.id ?? ""] },
      sql`id in (select product_id from product_categories where category_id = ${category?.id ?? ""})`,
    ],
    [{ price_min: 100_000, price_max: 200_000 }, sql`price_to >= 100000 and price_from <= 200000`],
    [{ in_stock: true }, sql`stock_band <> 'out'`],
    [{ on_sale: true }, sql`was_price is not null`],
    [{ newest_days: 30 }, sql`published_at > now() - interval '30 days'`],
  ] as const;
  for (const [rule, condition] of cases) {
    const input = await made({ rule: { ...rule } as CollectionInput["rule"] });
    const [wanted] = await sql<{ n: number }[]>`
      select count(*)::int as n from catalogue.products where ${condition}`;
    expect((await previewCollection(input, "id")).total, JSON.stringify(rule)).toBe(wanted?.n);
    expect((await showCollection(input.slug, null, 1, "id"))?.total).toBe(wanted?.n);
  }
});

test("a visitor's order is followed, and pages follow one another", async () => {
  const input = await made({ sort: "price_asc" });
  const first = await showCollection(input.slug, null, 1, "id");
  const prices = first?.products.map(({ price_from }) => price_from) ?? [];
  expect(prices).toEqual([...prices].sort((a, b) => a - b));
  const dear = await showCollection(input.slug, "price_desc", 1, "id");
  expect(dear?.products[0]?.price_from).toBeGreaterThanOrEqual(prices[0] ?? 0);
  const second = await showCollection(input.slug, null, 2, "id");
  expect(second?.products.some(({ id }) => first?.products.some((one) => one.id === id))).toBe(
    false,
  );
  expect((await showCollection(input.slug, "manual", 1, "id"))?.sort).toBe("price_asc");
});

test("outside of its time a collection is not found, neither by page nor by sitemap", async () => {
  const shown = await made();
  const hidden = await made({ published: false });
  const over = await made({ published_to: "2020-01-01T00:00" });
  const soon = await made({ published_from: "2999-01-01T00:00" });
  expect(await showCollection(shown.slug, null, 1, "id")).toBeDefined();
  for (const { slug } of [hidden, over, soon]) {
    expect(await showCollection(slug, null, 1, "id")).toBeUndefined();
  }
  const paths = (await listIndexedPages()).map(({ path }) => path);
  expect(paths).toContain(`/collections/${shown.slug}`);
  for (const { slug } of [hidden, over, soon]) expect(paths).not.toContain(`/collections/${slug}`);
});

test("the database refuses a rule that it does not know", async () => {
  const { id } = await made();
  for (const rule of [
    { colour: "merah" },
    { price_min: "1" },
    { price_min: 5, price_max: 4 },
    { category_ids: ["x"] },
    { newest_days: 0 },
    { in_stock: "ya" },
    [],
  ]) {
    await expect(
      asSeed()`update collections set rule = ${asSeed().json(rule)} where id = ${id}`,
    ).rejects.toMatchObject({ constraint: "collection_rule_invalid" });
  }
});

test("a taken address, an older version and a missing permission are refused by name", async () => {
  const input = await made();
  expect(await saveCollection(admin, inputOf({ slug: input.slug }))).toEqual({
    ok: false,
    problem: "collection_slug_taken",
  });
  const read = await findCollection(admin, input.id);
  if (!read) throw new Error("no collection");
  const { products: _, ...again } = read;
  expect((await saveCollection(admin, again)).ok).toBe(true);
  expect(await saveCollection(admin, again)).toEqual({ ok: false, problem: "changed_meanwhile" });
  const staff = demoPerson("staff@etalase.test");
  expect(await saveCollection(staff, inputOf())).toEqual({ ok: false, problem: "not_permitted" });
});

test("a changed address of a collection leads from the old one, which no other takes", async () => {
  const input = await made({ slug: "pertama" });
  await saveCollection(admin, { ...input, version: 1, slug: "kedua" });
  await expect.poll(() => findPresentSlug("collection", "pertama")).toBe("kedua");
  const other = { ...input, id: crypto.randomUUID(), version: 0, slug: "pertama" };
  expect(await saveCollection(admin, other)).toEqual({
    ok: false,
    problem: "collection_slug_redirected",
  });
  await asSeed()`update collections set published = false where id = ${input.id}`;
  await expect.poll(() => findPresentSlug("collection", "pertama")).toBeUndefined();
});

/** The places of a collection's present shelf. */
const placesOf = (id: string) => asSeed()<{ product_id: string }[]>`
  select product_id from private.catalogue_places
  where category_id = (select shelf_id from catalogue.collection_shelf(${id})) order by product_id`;
const chosenBy = (condition: string) =>
  asSeed().unsafe<{ product_id: string }[]>(
    `select id as product_id from catalogue.products where ${condition} order by id`,
  );

test("a product that changes joins and leaves by its own commit, and no other is looked at", async () => {
  const { id } = await made({ rule: { price_min: 900_000, in_stock: true } });
  const joining = products[0]?.id ?? "";
  const [before] = await asSeed()<{ xmins: string }[]>`
    select string_agg(xmin::text, ',' order by product_id, category_id) as xmins from private.catalogue_places
    where product_id <> ${joining}`;
  await asSeed()`update product_variants set price = 950000, was_price = null where product_id = ${joining}`;
  await asSeed()`update product_variants set stock_band = 'in' where product_id = ${joining}`;
  expect(await placesOf(id)).toEqual(await chosenBy("price_to >= 900000 and stock_band <> 'out'"));
  expect(await placesOf(id)).toContainEqual({ product_id: joining });
  const [after] = await asSeed()<{ xmins: string }[]>`
    select string_agg(xmin::text, ',' order by product_id, category_id) as xmins from private.catalogue_places
    where product_id <> ${joining}`;
  expect(after).toEqual(before);
  await asSeed()`update product_variants set stock_band = 'out' where product_id = ${joining}`;
  expect(await placesOf(id)).not.toContainEqual({ product_id: joining });
  expect((await previewCollection({ id, kind: "rule" }, "id")).total).toBe(
    (await placesOf(id)).length,
  );
});

test("a new rule is followed in chunks beside changes of products, and shows the old products until then", async () => {
  const { id, slug } = await made({ rule: {} });
  const all = (await showCollection(slug, null, 1, "id"))?.total;
  const [dear, cheap] = [products[1]?.id ?? "", products[2]?.id ?? ""];
  await asSeed()`update product_variants set price = 800000, was_price = null where product_id = ${dear}`;
  await asSeed()`update collections set rule = '{"price_min": 800000}' where id = ${id}`;
  await asSeed()`select private.fill_collection_shelf(2)`;
  expect(await previewCollection({ id, kind: "rule" }, "id")).toMatchObject({
    total: all,
    isFilling: true,
  });
  await Promise.all([
    fillCollections(3),
    asSeed()`update product_variants set price = 900000, was_price = null where product_id = ${cheap}`,
    asSeed()`update product_variants set price = 1000, was_price = null where product_id = ${dear}`,
  ]);
  expect(await placesOf(id)).toEqual(await chosenBy("price_to >= 800000"));
  expect(await placesOf(id)).toContainEqual({ product_id: cheap });
  expect(await previewCollection({ id, kind: "rule" }, "id")).toMatchObject({ isFilling: false });
  // The old shelf is gone with its places.
  expect(
    await asSeed()`select from private.collection_shelves where collection_id is null`,
  ).toEqual([]);
  expect(
    await asSeed()`select from private.catalogue_places o where o.category_id <> private.whole_shop()
      and o.category_id not in (select id from categories union select id from private.collection_shelves)`,
  ).toEqual([]);
});

test("a product leaves a rule of new products by its age, without a write", async () => {
  const { id, slug } = await made({ rule: { newest_days: 3650 } });
  const count = async () => (await showCollection(slug, null, 1, "id"))?.total ?? 0;
  const [joined] = await placesOf(id);
  const before = await count();
  expect(before).toBeGreaterThan(1);
  // As if ten years had passed: the place alone is older now.
  await asSeed()`
    update private.catalogue_places set newness = private.newness(now() - interval '3651 days')
    where product_id = ${joined?.product_id ?? null}
      and category_id = (select shelf_id from catalogue.collection_shelf(${id}))`;
  expect(await count()).toBe(before - 1);
  expect(await idsOf(slug)).not.toContain(joined?.product_id);
  await fillCollections();
  expect(await placesOf(id)).not.toContainEqual(joined);
  expect(await count()).toBe(before - 1);
});

test("a collection that is deleted or becomes one by hand takes its places along", async () => {
  const gone = await made();
  const turned = await made();
  const shelves = await asSeed()<{ id: string }[]>`
    select id from private.collection_shelves where collection_id in (${gone.id}, ${turned.id})`;
  expect(shelves).toHaveLength(2);
  await deleteCollection(admin, gone.id);
  await saveCollection(admin, { ...turned, version: 1, kind: "manual", sort: "manual" });
  await fillCollections(3);
  expect(
    await asSeed()`select from private.catalogue_places where category_id = any (${shelves.map((row) => row.id)})`,
  ).toEqual([]);
  expect(
    await asSeed()`select from private.collection_shelves where id = any (${shelves.map((row) => row.id)})`,
  ).toEqual([]);
});
