import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { homeProducts } from "#shop/catalogue/catalogue.server.ts";
import { findProduct } from "#shop/catalogue/find-product.server.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { catalogueChanges, startCatalogueCache } from "./cache.server.ts";

testDatabase({ demo: true });
let stop = async () => {};
beforeAll(async () => {
  stop = await startCatalogueCache();
});
afterAll(() => stop());

afterEach(() => {
  vi.restoreAllMocks();
});

/** Makes a change past this process, which must ask for it. */
async function change(work: () => Promise<unknown>): Promise<void> {
  await work();
  catalogueChanges.noteWrite();
}

/** Two products of one category, and one of another. */
async function findThree(): Promise<{ own: string; near: string; far: string; category: string }> {
  const [row] = await asSeed()<{ own: string; near: string; far: string; category: string }[]>`
    with placed as (
      select p.id, c.id as category, c.slug from products p join product_categories pc on pc.product_id = p.id
      join categories c on c.id = pc.category_id
      where p.status = 'published' and (select count(*) from product_categories o where o.product_id = p.id) = 1)
    select a.id as own, b.id as near, c.id as far, a.category from placed a
    join placed b on b.category = a.category and b.id <> a.id
    join placed c on c.category <> a.category order by a.id, b.id, c.id limit 1`;
  if (!row) throw new Error("the demo shop has such products");
  return row;
}
const setPrice = (product: string, price: number) => () =>
  asSeed()`
  update product_variants set price = ${price} where product_id = ${product}`;

test("a changed product is read anew, with those of its category; another one stays as it is", async () => {
  const { own, near, far } = await findThree();
  const before = await Promise.all([own, near, far].map((id) => findProduct(id, "id")));
  const list = await homeProducts("id");
  await change(setPrice(own, 123_000));
  const [ownNow, nearNow, farNow] = await Promise.all(
    [own, near, far].map((id) => findProduct(id, "id")),
  );
  expect(ownNow?.variants.every(({ price }) => price === 123_000)).toBe(true);
  expect(nearNow).not.toBe(before[1]);
  expect(farNow).toBe(before[2]);
  expect(await homeProducts("id")).not.toBe(list);
});

test("products that join or leave a category are seen beside those in it", async () => {
  const { own, far, category } = await findThree();
  const relatedTo = async (id: string) =>
    (await findProduct(id, "id"))?.related.map((card) => card.id);
  expect(await relatedTo(own)).not.toContain(far);
  await asSeed()`update products set best_seller_rank = null`;
  await change(
    () => asSeed()`update products set best_seller_rank = 1, stock_band = 'many' where id = ${far}`,
  );
  expect(await relatedTo(own)).not.toContain(far);
  await change(
    () =>
      asSeed()`insert into product_categories (product_id, category_id) values (${far}, ${category})`,
  );
  expect(await relatedTo(own)).toContain(far);
  await change(
    () =>
      asSeed()`delete from product_categories where product_id = ${far} and category_id = ${category}`,
  );
  expect(await relatedTo(own)).not.toContain(far);
});

test("a changed product of a category below is seen beside those of the category above", async () => {
  const { own, far, category } = await findThree();
  await change(async () => {
    await asSeed()`update products set best_seller_rank = 1, stock_band = 'many' where id = ${far}`;
    await asSeed()`
      with below as (
        insert into categories (slug, name, parent_id) values ('di-bawah', '{"id": "Di bawah", "en": ""}', ${category}) returning id
      )
      insert into product_categories (product_id, category_id) select ${far}, id from below`;
  });
  const shown = async () => (await findProduct(own, "id"))?.related.find(({ id }) => id === far);
  expect(await shown()).toBeDefined();
  await change(
    () => asSeed()`update products set name = '{"id": "Nama baru", "en": ""}' where id = ${far}`,
  );
  expect((await shown())?.name).toBe("Nama baru");
});

test("a new address of a product that was unknown is known", async () => {
  const { far } = await findThree();
  expect(await findProduct("alamat-baru", "id")).toBeUndefined();
  await change(() => asSeed()`update products set slug = 'alamat-baru' where id = ${far}`);
  expect((await findProduct("alamat-baru", "id"))?.id).toBe(far);
});

test("many products at once, and what is no product, make everything stale", async () => {
  const { far } = await findThree();
  const before = await findProduct(far, "id");
  await change(() => asSeed()`update categories set position = position + 1`);
  const between = await findProduct(far, "id");
  expect(between).not.toBe(before);
  await asSeed()`
    insert into products (slug, name, summary, description)
    select 'banyak-' || n, '{"id": "x", "en": ""}', '{"id": "", "en": ""}', '{"id": "", "en": ""}' from generate_series(1, 300) n`;
  await change(() => asSeed()`update products set brand = 'Uji' where slug like 'banyak-%'`);
  expect(await findProduct(far, "id")).not.toBe(between);
});

test("a product that is scheduled is shown at its moment, without a write", async () => {
  const { far } = await findThree();
  await change(
    () => asSeed()`
      update products set published_at = now() + interval '1 second', updated_at = now() where id = ${far}`,
  );
  expect(await findProduct(far, "id")).toBeUndefined();
  await expect.poll(() => findProduct(far, "id"), { timeout: 5_000 }).toBeDefined();
});

test("a change that is committed late is seen, although later ones were seen before", async () => {
  const { own, far } = await findThree();
  const before = await findProduct(far, "id");
  const held = Promise.withResolvers<void>();
  const written = Promise.withResolvers<void>();
  const late = asSeed().begin(async (sql) => {
    await sql`set local shop.actor = 'job:seed'`;
    await sql`update products set brand = 'Lambat' where id = ${far}`;
    written.resolve();
    await held.promise;
  });
  await written.promise;
  for (let n = 0; n < 3; n++) await change(setPrice(own, 200_000 + n));
  expect(await findProduct(far, "id")).toBe(before);
  held.resolve();
  await change(() => late);
  expect(await findProduct(far, "id")).not.toBe(before);
});

test("what a transaction takes back is never seen, and nothing is dropped for it", async () => {
  const { far } = await findThree();
  const before = await findProduct(far, "id");
  await change(() =>
    asSeed()
      .begin(async (sql) => {
        await sql`set local shop.actor = 'job:seed'`;
        await sql`update products set brand = 'Tidak jadi' where id = ${far}`;
        throw new Error("taken back");
      })
      .catch(() => undefined),
  );
  expect(await findProduct(far, "id")).toBe(before);
});

test("a change is to be seen at once when this process may have made it, or when nobody asked for a while", async () => {
  const { own } = await findThree();
  const now = performance.now.bind(performance);
  let passed = 0;
  vi.spyOn(performance, "now").mockImplementation(() => now() + passed);
  const heard: boolean[] = [];
  const unsubscribe = catalogueChanges.subscribe((_, atOnce) => heard.push(atOnce));
  const changeAfter = async (ms: number, price: number) => {
    await setPrice(own, price)();
    passed += ms;
    await catalogueChanges.ask();
  };
  await changeAfter(10_000, 1_000);
  await changeAfter(300, 2_000);
  await changeAfter(500, 3_000);
  await setPrice(own, 4_000)();
  catalogueChanges.noteWrite();
  await catalogueChanges.ask();
  unsubscribe();
  expect(heard).toEqual([true, false, true, true]);
});
