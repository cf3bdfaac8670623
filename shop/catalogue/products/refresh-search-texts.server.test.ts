import { expect, test } from "vitest";
import { openPostgres } from "#db/driver.server.ts";
import { demoPerson } from "#tests/support/builders/shop.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import {
  type CategoryInput,
  listStaffCategories,
  saveCategory,
} from "./categories/categories.server.ts";
import { mergeCategory } from "./categories/merge-categories.server.ts";
import { refreshSearchTexts } from "./refresh-search-texts.server.ts";

const database = testDatabase({ demo: true, max: 3 });
const admin = demoPerson("admin@etalase.test");
const noText = { id: "", en: "" };

async function save(
  slug: string,
  change: Partial<CategoryInput> & { readonly parent_id?: string | null },
): Promise<string> {
  const known = (await listStaffCategories(admin)).find((one) => one.slug === slug);
  const {
    path: _,
    products: __,
    products_below: ___,
    ...input
  } = known ?? {
    id: crypto.randomUUID(),
    version: 0,
    slug,
    published: true,
    picture_id: null,
    name: { id: slug, en: "" },
    description: noText,
    parent_id: null,
    path: [],
    seo: { title: noText, description: noText },
    products: 0,
    products_below: 0,
  };
  const saved = await saveCategory(admin, { ...input, ...change });
  if (!saved.ok) throw new Error(saved.problem);
  return input.id;
}

const found = async (word: string) =>
  (
    await asSeed()<{ n: number }[]>`
      select count(*)::int as n from products where search @@ to_tsquery('simple', ${`${word}:*`})`
  )[0]?.n;

/** How often the queue has the job. */
async function jobs(): Promise<number | undefined> {
  const owner = openPostgres(database.url(), { max: 1 });
  const [row] = await owner<{ n: number }[]>`
    select count(*)::int as n from graphile_worker._private_jobs where key = 'refresh-search-texts'`;
  await owner.end();
  return row?.n;
}

test("a renamed, a moved and a merged category make their new words findable and the old ones not, chunk by chunk", async () => {
  const top = await save("perabotsatu", {});
  const below = await save("rakdua", { parent_id: top });
  await asSeed()`insert into product_categories (product_id, category_id) select id, ${below} from products`;
  const [all] = await asSeed()<{ n: number }[]>`select count(*)::int as n from products`;
  expect(await found("perabotsatu")).toBe(all?.n);

  await save("perabotsatu", { name: { id: "Mebelbaru", en: "Furniturenew" } });
  expect(await jobs()).toBe(1);
  // The category was saved without a write to a product.
  expect(await found("mebelbaru")).toBe(0);
  // More chunks than one.
  await refreshSearchTexts(3);
  expect([
    await found("perabotsatu"),
    await found("mebelbaru"),
    await found("furniturenew"),
  ]).toEqual([0, all?.n, all?.n]);

  const other = await save("gudangtiga", {});
  await save("rakdua", { parent_id: other });
  await refreshSearchTexts(3);
  expect([await found("mebelbaru"), await found("gudangtiga")]).toEqual([0, all?.n]);

  const target = await save("tujuanempat", {});
  expect(await mergeCategory(admin, other, target)).toEqual({ ok: true, value: null });
  await refreshSearchTexts(3);
  expect([await found("gudangtiga"), await found("tujuanempat")]).toEqual([0, all?.n]);
  expect(await asSeed()`select from private.renamed_categories`).toEqual([]);
});

test("a save that changes no name and no place leaves the products alone", async () => {
  const id = await save("deskripsi", {});
  await save("deskripsi", { description: { id: "Lain", en: "" } });
  expect(await asSeed()`select from private.renamed_categories where category_id = ${id}`).toEqual(
    [],
  );
});
