import { expect, test } from "vitest";
import { listCategories } from "#shop/catalogue/catalogue.server.ts";
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
import { listCategoryPictures } from "./category-choices.server.ts";

testDatabase({ demo: true, max: 4 });
const admin = demoPerson("admin@etalase.test");
const inputOf = (part: Partial<CategoryInput>): CategoryInput => ({
  id: crypto.randomUUID(),
  version: 0,
  name: { id: "Gelas & Cangkir", en: "" },
  description: { id: "", en: "" },
  slug: "",
  published: true,
  parent_id: null,
  seo: { title: { id: "", en: "" }, description: { id: "", en: "" } },
  picture_id: null,
  ...part,
});

test("a category gets an address of its name, comes last, and saving twice makes one", async () => {
  const input = inputOf({});
  await Promise.all([saveCategory(admin, input), saveCategory(admin, input)]);
  const last = (await listStaffCategories(admin)).at(-1);
  expect(last).toMatchObject({ id: input.id, slug: "gelas-cangkir", version: 1, products: 0 });
  expect(await saveCategory(admin, inputOf({}))).toEqual({
    ok: false,
    problem: "category_slug_taken",
  });
});

test("a changed address leads from the old one, and an old version is refused", async () => {
  const input = inputOf({ slug: "lama" });
  await saveCategory(admin, input);
  expect((await saveCategory(admin, { ...input, version: 1, slug: "baru" })).ok).toBe(true);
  const [redirect] = await asSeed()`
    select old_slug from slug_redirects where kind = 'category' and target_id = ${input.id}`;
  expect(redirect).toEqual({ old_slug: "lama" });
  expect(await saveCategory(admin, { ...input, version: 1 })).toEqual({
    ok: false,
    problem: "changed_meanwhile",
  });
});

test("moves by two people at once leave a permutation", async () => {
  const before = (await listStaffCategories(admin)).map(({ id }) => id);
  const [first = "", second = ""] = before;
  await Promise.all([moveCategory(admin, second, 0), moveCategory(admin, first, 1)]);
  const after = (await listStaffCategories(admin)).map(({ id }) => id);
  expect([...after].sort()).toEqual([...before].sort());
  const positions = await asSeed()<
    { position: number }[]
  >`select position from categories where parent_id is null`;
  expect(positions.map(({ position }) => position).sort((a, b) => a - b)).toEqual(
    before.map((_, index) => index),
  );
});

test("a category that a promotion names or that has products stays; an empty one goes", async () => {
  const [full] = await asSeed()<{ id: string }[]>`
    select c.id from categories c join product_categories p on p.category_id = c.id
    where not exists (select from promotion_categories g where g.category_id = c.id)
      and not exists (select from shipping_method_excluded_categories m where m.category_id = c.id)
    group by c.id limit 1`;
  expect(await deleteCategory(admin, full?.id ?? "")).toEqual({
    ok: false,
    problem: "category_not_empty",
  });
  const empty = inputOf({ slug: "kosong" });
  await saveCategory(admin, empty);
  await asSeed()`
    insert into promotion_categories (promotion_id, category_id, use)
    select id, ${empty.id}, 'included' from promotions limit 1`;
  expect(await deleteCategory(admin, empty.id)).toEqual({ ok: false, problem: "category_in_use" });
  await asSeed()`delete from promotion_categories where category_id = ${empty.id}`;
  expect((await deleteCategory(admin, empty.id)).ok).toBe(true);
  expect((await listStaffCategories(admin)).map(({ id }) => id)).not.toContain(empty.id);
  expect(await deleteCategory(demoPerson("staff@etalase.test"), full?.id ?? "")).toEqual({
    ok: false,
    problem: "not_permitted",
  });
});

test("a category shows the chosen picture of its goods, and its best seller's once that is removed", async () => {
  const [shelf] = await asSeed()<{ slug: string }[]>`
    select c.slug from categories c join product_categories k on k.category_id = c.id
    join product_images i using (product_id) group by c.slug having count(distinct product_id) > 2 order by c.slug limit 1`;
  const shown = async () =>
    (await listCategories("id")).find(({ slug }) => slug === shelf?.slug)?.picture?.url;
  const ofBestSeller = await shown();
  const category = (await listStaffCategories(admin)).find(({ slug }) => slug === shelf?.slug);
  if (!category) throw new Error("no category");
  const choices = await listCategoryPictures(admin, category.id, "id");
  const chosen = choices.find(({ picture }) => picture.url !== ofBestSeller);
  const input = { ...category, picture_id: chosen?.id ?? "" };
  expect(await saveCategory(admin, input)).toMatchObject({ ok: true });
  await expect.poll(shown).toBe(chosen?.picture.url);
  const unknown = { ...input, version: category.version + 1, picture_id: crypto.randomUUID() };
  expect(await saveCategory(admin, unknown)).toEqual({
    ok: false,
    problem: "category_picture_unknown",
  });
  await asSeed()`delete from product_images where id = ${input.picture_id}`;
  await expect.poll(shown).toBe(ofBestSeller);
});
