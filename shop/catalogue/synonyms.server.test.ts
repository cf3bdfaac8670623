import { expect, test } from "vitest";
import { asVisitor } from "#db/client.server.ts";
import { demoPerson, giveStaffRole, provenAdmin } from "#tests/support/builders/shop.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { suggestProducts } from "./catalogue.server.ts";
import { listProducts } from "./list-products.server.ts";
import { findNearestCategory } from "./nearest-category.server.ts";
import { searchWords } from "./search-words.ts";
import { readShopFilter } from "./shop-filter.ts";
import { deleteSynonym, listSynonyms, saveSynonym } from "./synonyms.server.ts";
import { maxSynonyms } from "./synonyms.ts";

testDatabase({ demo: true });

const search = (q: string) => listProducts(readShopFilter(new URLSearchParams({ q })), "id");

const expand = async (...words: string[]) => {
  const [row] = await asVisitor()<{ query: string }[]>`
    select catalogue.expand_search(${words}::text[])::text as query`;
  return row?.query;
};

test.each([
  ["gelas", /Mug/],
  ["cangkir", /Mug/],
  ["baju", /Kaos/],
  ["kaus", /Kaos/],
  ["botol", /Tumbler/],
  ["termos", /Tumbler/],
  ["gelas kopi", /Mug/],
])("%s finds what the shop calls otherwise", async (q, name) => {
  const { products, total } = await search(q);
  expect(total).toBeGreaterThan(0);
  expect(products[0]?.name).toMatch(name);
});

test.each(["kado", "wisuda", "ulang tahun", "souvenir", "hampers", "custom", "kado gelas"])(
  "%s finds presents",
  async (q) => expect((await search(q)).total).toBeGreaterThan(0),
);

test("the last word may be half typed, and suggestions know the synonyms too", async () => {
  expect((await suggestProducts("cangk", "id")).map(({ name }) => name)).toContainEqual(
    expect.stringMatching(/Mug/),
  );
  expect(await expand("cangk")).toBe("'cangk':* | 'mug':*");
  expect(await expand("cangk", "merah")).toBe("'cangk':* & 'merah':*");
});

test("of several words the longest with a meaning counts, and the words themselves still match", async () => {
  expect(await expand("mug", "ulang", "tahun")).toBe(
    "'mug':* & ( 'ulang':* & 'tahun':* | 'hadiah':* )",
  );
  expect(searchWords("  T-Shirt, Café ")).toEqual(["t", "shirt", "cafe"]);
});

test("what the merchant changes counts at once; a word is there once, and a stale save is refused", async () => {
  const admin = await provenAdmin();
  const input = { language: "id", word: "pelepas dahaga", means: "tumbler, mug" } as const;
  expect((await search("pelepas dahaga")).total).toBe(0);
  expect(await saveSynonym(admin, null, input)).toMatchObject({ ok: true });
  await expect.poll(async () => (await search("pelepas dahaga")).total).toBeGreaterThan(10);
  expect(await saveSynonym(admin, null, input)).toMatchObject({ problem: "synonym_taken" });

  const stored = (await listSynonyms(admin)).find(({ word }) => word === input.word);
  if (!stored) throw new Error("not stored");
  const changed = { ...input, means: "tumbler" };
  expect(await saveSynonym(admin, stored, changed)).toMatchObject({ ok: true });
  expect(await saveSynonym(admin, stored, input)).toMatchObject({ problem: "changed_meanwhile" });
  expect((await listSynonyms(admin)).find(({ id }) => id === stored.id)).toEqual({
    ...changed,
    id: stored.id,
    version: stored.version + 1,
  });
  await deleteSynonym(admin, stored.id);
  expect(await saveSynonym(admin, stored, input)).toMatchObject({ problem: "synonym_unknown" });
});

test("deleting without an id returns that the synonym is unknown", async () => {
  const admin = await provenAdmin();
  expect(await deleteSynonym(admin, "")).toEqual({ ok: false, problem: "synonym_unknown" });
});

test("who may not change settings neither reads nor changes them", async () => {
  const reader = demoPerson("staff@etalase.test");
  await giveStaffRole(reader, "reader");
  const input = { language: "id", word: "diam", means: "mug" } as const;
  expect(await listSynonyms(reader)).toEqual([]);
  expect(await saveSynonym(reader, null, input)).toMatchObject({ problem: "not_permitted" });
  expect(await asSeed()`select from search_synonyms where word = 'diam'`).toEqual([]);
});

test("the list stays short", async () => {
  const admin = await provenAdmin();
  await asSeed()`
    insert into search_synonyms (language, word, means)
    select 'en', 'kata' || n, 'mug' from generate_series(1, ${maxSynonyms} - (select count(*)::int from search_synonyms)) n`;
  expect(
    await saveSynonym(admin, null, { language: "en", word: "satu lagi", means: "mug" }),
  ).toMatchObject({ problem: "too_many_synonyms" });
});

test("where nothing is found, the category of the nearest products is offered", async () => {
  const { total, nearest } = await search("muuggg");
  expect(total).toBe(0);
  expect(
    await findNearestCategory(
      nearest.map(({ id }) => id),
      "id",
    ),
  ).toEqual({ slug: "mug", name: "Mug" });
  expect(await findNearestCategory([], "id")).toBeNull();
});
