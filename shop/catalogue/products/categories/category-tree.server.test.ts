import { beforeAll, expect, test } from "vitest";
import { violatedConstraint } from "#db/client.server.ts";
import { openPostgres } from "#db/driver.server.ts";
import { listCategories } from "#shop/catalogue/catalogue.server.ts";
import { findProduct } from "#shop/catalogue/find-product.server.ts";
import { listProducts } from "#shop/catalogue/list-products.server.ts";
import { readShopFilter } from "#shop/catalogue/shop-filter.ts";
import { findPresentSlug } from "#shop/catalogue/slug-redirects.server.ts";
import { demoPerson } from "#tests/support/builders/shop.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import {
  type CategoryInput,
  deleteCategory,
  listStaffCategories,
  moveCategory,
  saveCategory,
} from "./categories.server.ts";
import { mergeCategory } from "./merge-categories.server.ts";

const { url } = testDatabase({ demo: true, max: 4 });
const admin = demoPerson("admin@etalase.test");

/** The ids by slug. */
const ids = new Map<string, string>();
const idOf = (slug: string) => ids.get(slug) ?? "";

async function add(slug: string, parent: string | null, part: Partial<CategoryInput> = {}) {
  const id = crypto.randomUUID();
  const empty = { id: "", en: "" };
  const saved = await saveCategory(admin, {
    id,
    version: 0,
    slug,
    published: true,
    picture_id: null,
    name: { id: slug, en: "" },
    description: empty,
    seo: { title: empty, description: empty },
    parent_id: parent === null ? null : idOf(parent),
    ...part,
  });
  if (saved.ok) ids.set(slug, id);
  return saved.ok ? undefined : saved.problem;
}

async function putUnder(slug: string, parent: string | null) {
  const found = (await listStaffCategories(admin)).find((one) => one.slug === slug);
  if (!found) throw new Error(`no category ${slug}`);
  const { path: _, products: __, products_below: ___, ...input } = found;
  const saved = await saveCategory(admin, {
    ...structuredClone(input as CategoryInput),
    parent_id: parent === null ? null : idOf(parent),
  });
  return saved.ok ? undefined : saved.problem;
}

const put = (product: string, category: string) => asSeed()`
  insert into product_categories (product_id, category_id)
  select id, ${idOf(category)} from products where slug = ${product} on conflict do nothing`;

const listed = async (query: string) => {
  const list = await listProducts(readShopFilter(new URLSearchParams(query)), "id");
  return list;
};

beforeAll(async () => {
  for (const { id, slug } of await listStaffCategories(admin)) ids.set(slug, id);
  await add("rumah", null);
  await add("dapur", "rumah");
  await add("saji", "dapur");
  await add("teh", "saji");
  await put("mug-daun-monstera", "teh");
  await put("mug-daun-monstera", "dapur");
});

test("a fifth level and a circle are refused, also for a whole branch", async () => {
  expect(await add("kelima", "teh")).toBe("category_too_deep");
  expect(await add("yatim", null, { parent_id: crypto.randomUUID() })).toBe(
    "category_parent_unknown",
  );
  expect(await putUnder("rumah", "teh")).toMatch(/category_(cycle|too_deep)/);
  expect(await putUnder("rumah", "dapur")).toBe("category_cycle");
  expect(await putUnder("rumah", "rumah")).toBe("category_cycle");
  expect(await putUnder("rumah", "mug")).toBe("category_too_deep");
  const rumah = (await listStaffCategories(admin)).find(({ slug }) => slug === "teh");
  expect(rumah?.path).toEqual(["rumah", "dapur", "saji", "teh"].map(idOf));
});

test("a product that joins or leaves a category is found by it, and by its name, at once", async () => {
  await add("langka", null);
  const found = async (query: string) =>
    (await listed(query)).products.map(({ slug }) => slug).includes("mug-daun-monstera");
  expect(await found("category=langka")).toBe(false);
  await put("mug-daun-monstera", "langka");
  expect(await found("category=langka")).toBe(true);
  expect(await found("q=langka")).toBe(true);
  await asSeed()`delete from product_categories where category_id = ${idOf("langka")}`;
  expect(await found("category=langka")).toBe(false);
  const [row] = await asSeed()<{ wrong: number }[]>`
    select count(*)::int as wrong from products p where p.category_ids is distinct from
      array(select c.category_id from product_categories c where c.product_id = p.id order by 1)`;
  expect(row?.wrong).toBe(0);
});

test("two moves at once make no circle", async () => {
  await add("satu", null);
  await add("dua", null);
  const [one, two] = [1, 2].map(() =>
    openPostgres(url(), { max: 1, connection: { "shop.actor": "job:tests" } }),
  );
  if (!one || !two) throw new Error("no connections");
  try {
    const waits = async () => {
      const [row] = await asSeed()<{ n: number }[]>`
        select count(*)::int as n from pg_locks
        where pid in (select pid from pg_stat_activity where datname = current_database()) and locktype = 'advisory' and objid = 718253 and not granted`;
      return (row?.n ?? 0) > 0;
    };
    const refusal = await one.begin(async (first) => {
      await first`update categories set parent_id = ${idOf("dua")} where id = ${idOf("satu")}`;
      const second =
        two`update categories set parent_id = ${idOf("satu")} where id = ${idOf("dua")}`.then(
          () => "stored",
          (error) => violatedConstraint(error),
        );
      while (!(await waits())) await new Promise((done) => setImmediate(done));
      return { second };
    });
    expect(await refusal.second).toBe("category_cycle");
  } finally {
    await Promise.all([one.end(), two.end()]);
  }
  const paths = new Map((await listStaffCategories(admin)).map(({ slug, path }) => [slug, path]));
  expect(paths.get("satu")).toEqual([idOf("dua"), idOf("satu")]);
  expect(paths.get("dua")).toEqual([idOf("dua")]);
});

test("the page of a category has the products below it once each, and leads up and down", async () => {
  const list = await listed("category=rumah");
  expect(list.products.map(({ slug }) => slug)).toEqual(["mug-daun-monstera"]);
  const facets = list.facets.category;
  expect(facets.find(({ code }) => code === "rumah")).toMatchObject({ count: 1, level: 1 });
  expect(facets.find(({ code }) => code === "dapur")).toMatchObject({ count: 1, level: 2 });
  expect(facets.map(({ code }) => code)).not.toContain("saji");
  expect((await listed("")).facets.category.map(({ code }) => code)).not.toContain("dapur");
  const teh = (await listCategories("id")).find(({ slug }) => slug === "teh");
  expect(teh).toMatchObject({ path: ["rumah", "dapur", "saji", "teh"], count: 1 });
  const product = await findProduct("mug-daun-monstera", "id");
  expect(product?.category?.slug).toBe("teh");
  expect(product?.above.map(({ slug }) => slug)).toEqual(["rumah", "dapur", "saji"]);
  const staff = (await listStaffCategories(admin)).find(({ slug }) => slug === "rumah");
  expect(staff).toMatchObject({ products: 0, products_below: 1 });
});

test("a hidden category hides what is below it", async () => {
  await asSeed()`update categories set published = false where slug = 'dapur'`;
  const shown = async () => (await listCategories("id")).map(({ slug }) => slug);
  expect(await shown()).not.toContain("teh");
  expect(await shown()).toContain("rumah");
  await asSeed()`update categories set published = true where slug = 'dapur'`;
  expect(await shown()).toContain("teh");
});

test("a category moves among those of its own parent", async () => {
  await add("tidur", "rumah");
  await moveCategory(admin, idOf("tidur"), 0);
  const order = (await listStaffCategories(admin))
    .filter(({ path }) => path[0] === idOf("rumah"))
    .map(({ slug }) => slug);
  expect(order).toEqual(["rumah", "tidur", "dapur", "saji", "teh"]);
  expect(await deleteCategory(admin, idOf("rumah"))).toEqual({
    ok: false,
    problem: "category_has_children",
  });
});

test("a merge moves products, branches, promotions, methods, sales and rules, and redirects", async () => {
  await add("piring", "dapur");
  await put("mug-daun-monstera", "piring");
  await add("cawan", "piring");
  const sql = asSeed();
  await sql`
    insert into promotion_categories (promotion_id, category_id, use)
    select id, c, 'included' from (select id from promotions limit 1) p, unnest(array[${idOf("piring")}, ${idOf("tidur")}]::uuid[]) c
    on conflict do nothing`;
  await sql`
    insert into shipping_method_excluded_categories (method_id, category_id)
    select id, ${idOf("piring")} from shipping_methods limit 1`;
  const sale = crypto.randomUUID();
  await sql`
    insert into sales (id, name, kind, value, category_ids, starts_at, ends_at)
    values (${sale}, 'Obral', 'percent', 10, array[${idOf("piring")}]::uuid[], now() + interval '1 day', now() + interval '2 days')`;
  const collection = crypto.randomUUID();
  await sql`
    insert into collections (id, slug, name, kind, rule) values (${collection}, 'uji-gabung', '{"id": "U", "en": ""}', 'rule',
      ${sql.json({ category_ids: [idOf("piring")] })})`;
  await sql`update categories set slug = 'pinggan' where slug = 'piring'`;

  expect(await mergeCategory(admin, idOf("piring"), idOf("cawan"))).toEqual({
    ok: false,
    problem: "category_cycle",
  });
  expect(await mergeCategory(admin, idOf("piring"), idOf("tidur"))).toEqual({
    ok: true,
    value: null,
  });

  const [row] = await sql<Record<string, unknown>[]>`
    select (select category_ids from sales where id = ${sale}) as sale,
      (select rule -> 'category_ids' from collections where id = ${collection}) as rule,
      (select count(*)::int from promotion_categories where category_id = ${idOf("tidur")}) as promotions,
      (select count(*)::int from shipping_method_excluded_categories where category_id = ${idOf("tidur")}) as methods,
      (select count(*)::int from product_categories where category_id = ${idOf("tidur")}) as products,
      (select parent_id from categories where slug = 'cawan') as parent,
      (select count(*)::int from categories where id = ${idOf("piring")}) as old`;
  expect(row).toEqual({
    sale: [idOf("tidur")],
    rule: [idOf("tidur")],
    promotions: 1,
    methods: 1,
    products: 1,
    parent: idOf("tidur"),
    old: 0,
  });
  expect(await findPresentSlug("category", "pinggan")).toBe("tidur");
  expect(await findPresentSlug("category", "piring")).toBe("tidur");
  expect(await mergeCategory(demoPerson("staff@etalase.test"), idOf("teh"), idOf("saji"))).toEqual({
    ok: false,
    problem: "not_permitted",
  });
});
