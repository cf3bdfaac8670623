import { beforeAll, expect, test } from "vitest";
import { fillCollections } from "#shop/catalogue/collections/fill-collections.server.ts";
import { showCollection } from "#shop/catalogue/collections/show-collection.server.ts";
import { listStaffProducts } from "#shop/catalogue/products/list-products.server.ts";
import { productFields } from "#shop/catalogue/products/product-fields.ts";
import { previewSale } from "#shop/catalogue/sales/read-sales.server.ts";
import { saveSale } from "#shop/catalogue/sales/save-sale.server.ts";
import {
  createStocktake,
  startStocktake,
} from "#shop/catalogue/stock/stocktakes/create-stocktake.server.ts";
import { visitor } from "#shop/kernel/access.ts";
import { loadVariants } from "#shop/orders/cart/load-cart.server.ts";
import { quoteCart } from "#shop/orders/cart/quote-cart.server.ts";
import { readFilter } from "#shop/staff/filters/field.ts";
import { makePromotion } from "#tests/support/builders/promotions.ts";
import { demoPerson } from "#tests/support/builders/shop.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";

testDatabase({ demo: true, max: 6 });
const admin = demoPerson("admin@etalase.test");
const top = crypto.randomUUID();
let variant: { id: string; product_id: string };
let below = 0;

/** A category above that of the mugs. */
beforeAll(async () => {
  const sql = asSeed();
  await sql`insert into categories (id, slug, name) values (${top}, 'atas', '{"id": "Atas", "en": ""}')`;
  await sql`update categories set parent_id = ${top} where slug = 'mug'`;
  const [found] = await sql<{ id: string; product_id: string }[]>`
    select v.id, v.product_id from product_variants v join products p on p.id = v.product_id
    join product_categories k on k.product_id = p.id join categories c on c.id = k.category_id
    join stock_items s on s.variant_id = v.id and s.available > 2
    where c.slug = 'mug' and p.status = 'published' and not v.archived limit 1`;
  if (!found) throw new Error("no mug");
  variant = found;
  const [counted] = await sql<{ n: number }[]>`
    select count(*)::int as n from product_categories k join categories c on c.id = k.category_id
    join products p on p.id = k.product_id where c.slug = 'mug' and p.status = 'published'`;
  below = counted?.n ?? 0;
});

const discount = async (code: string) => {
  const lines = [{ variant_id: variant.id, quantity: 1 }];
  const quote = await quoteCart({ actor: visitor }, { lines, promo_codes: [code] }, "id");
  return quote.discount;
};

test("a promotion of a category takes in what is below it, and excludes it likewise", async () => {
  const id = await makePromotion("ATAS", { value: 10 });
  await asSeed()`
    insert into promotion_categories (promotion_id, category_id, use)
    select p.id, ${top}, 'included' from promotions p join promo_codes c on c.promotion_id = p.id where c.code = 'ATAS'`;
  expect(await discount("ATAS")).toBeGreaterThan(0);
  await asSeed()`update promotion_categories set use = 'excluded' where category_id = ${top}`;
  expect(await discount("ATAS")).toBe(0);
  expect(id).toBeDefined();
});

test("delivery compares with every category above a line's own", async () => {
  const loaded = (await loadVariants(asSeed(), [variant.id], "id")).get(variant.id);
  expect(loaded?.category_ids).toContain(top);
  expect(new Set(loaded?.category_ids).size).toBe(loaded?.category_ids.length);
});

test("a sale, a collection's rule, a filter and a stocktake of a category have what is below it", async () => {
  const sale = crypto.randomUUID();
  const day = (n: number) => new Date(Date.now() + n * 86_400_000).toISOString().slice(0, 16);
  const saved = await saveSale(admin, {
    id: sale,
    version: 0,
    name: "Obral",
    kind: "percent",
    value: 20,
    product_ids: [],
    category_ids: [top],
    starts_at: day(1),
    ends_at: day(2),
  });
  expect(saved.ok).toBe(true);
  expect(JSON.stringify(await previewSale(admin, sale, "id"))).toContain("MUG");

  await asSeed()`
    insert into collections (id, slug, name, kind, rule, published)
    values (${crypto.randomUUID()}, 'atas-semua', '{"id": "A", "en": ""}', 'rule',
      ${asSeed().json({ category_ids: [top] })}, true)`;
  await fillCollections();
  expect((await showCollection("atas-semua", null, 1, "id"))?.total).toBe(below);

  const filter = readFilter(productFields, `and(category.any:${top},status.any:published)`);
  if (!filter.ok) throw new Error("no filter");
  const listed = await listStaffProducts(
    admin,
    { q: "", filter: filter.value, sort: "newest", after: null, before: null } as never,
    "id",
  );
  expect(listed.ok && listed.value.products.length).toBe(below);

  const count = crypto.randomUUID();
  await createStocktake(admin, {
    id: count,
    name: "Opname",
    scope: "category",
    category_id: top,
    query: "",
    is_blind: false,
    recount_over: null,
  });
  expect((await startStocktake(admin, count)).ok).toBe(true);
  const [line] = await asSeed()`
    select from stocktake_lines where stocktake_id = ${count} and variant_id = ${variant.id}`;
  expect(line).toBeDefined();
});
