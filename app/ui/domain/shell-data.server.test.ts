import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readingShared, SharedRead } from "#db/shared-read.server.ts";
import { checkBody, type DocumentName } from "#shop/content/document.ts";
import { publishSiteDraft } from "#shop/content/publish-site.server.ts";
import { findSiteDocument } from "#shop/content/read-site.server.ts";
import { saveSiteDraft } from "#shop/content/site-drafts.server.ts";
import { startCatalogueCache } from "#shop/kernel/cache.server.ts";
import { demoPerson } from "#tests/support/builders/shop.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { shellData } from "./shell-data.server.ts";

testDatabase({ demo: true });
const admin = demoPerson("admin@etalase.test");
let stop = async () => {};
beforeAll(async () => {
  stop = await startCatalogueCache();
});
afterAll(() => stop());

test("the frame of a page depends on no product, so that a change of one leaves other pages stored", async () => {
  const read = new SharedRead();
  const { menu } = await readingShared(read, () => shellData(new URL("http://shop.test/")));
  expect(menu.length).toBeGreaterThan(3);
  expect(menu[0]).toEqual({ name: "Semua produk", to: "/Shop" });
  expect(read.tags).toEqual(new Set());
});

async function publish(name: DocumentName, entries: readonly object[]) {
  const stored = await findSiteDocument(admin, name);
  const checked = checkBody(name, {
    entries: entries.map((one, at) => ({ key: `s${at}`, ...one })),
  });
  if (!("body" in checked)) throw new Error(checked.issues[0]?.message);
  const saved = await saveSiteDraft(admin, name, stored?.revision ?? 0, checked.body);
  if (!saved.ok) throw new Error(saved.problem);
  const published = await publishSiteDraft(admin, name, saved.value.revision, "");
  if (!published.ok) throw new Error(published.problem);
}

const en = new URL("http://shop.test/en/Shop");

test("menus show the current names and addresses of public categories and collections, and omit the others", async () => {
  const [category] = await asSeed()<{ id: string; slug: string }[]>`
    select id, slug from categories where cardinality(path) = 1 order by position limit 1`;
  const [collection] = await asSeed()<{ id: string; slug: string }[]>`
    insert into collections (id, slug, name, kind, published) values (gen_random_uuid(), 'lebaran', '{"id":"Lebaran","en":"Eid"}', 'manual', true)
    returning id, slug`;
  const about = { kind: "link", label: { id: "Tentang", en: "About" }, link: "/About" };
  const entries = [
    { kind: "category", category: category?.id },
    { kind: "collection", collection: collection?.id },
    { kind: "category", category: randomUUID() },
    about,
    { kind: "link", label: { id: "Instagram", en: "" }, link: "https://instagram.com/x" },
  ];
  await publish({ kind: "menu", key: "header" }, entries);
  const column = { kind: "column", title: { id: "Bantuan", en: "Help" } };
  await publish({ kind: "menu", key: "footer" }, [column, about, column]);
  // The cache is invalidated by a notification, which arrives after the commit.
  await expect
    .poll(async () => (await shellData(en)).menu.map(({ to }) => to))
    .toEqual([
      `/en/Shop?category=${category?.slug}`,
      `/en/Collections/${collection?.slug}`,
      "/en/About",
      "https://instagram.com/x",
    ]);
  await expect
    .poll(async () => (await shellData(en)).footer)
    .toEqual([
      { title: "Help", links: [{ name: "About", to: "/en/About" }] },
      { title: "Help", links: [] },
    ]);
  expect((await shellData(en)).menu.at(-1)?.name).toBe("Instagram");
  await asSeed()`update collections set published = false where id = ${collection?.id ?? ""}`;
  await asSeed()`update categories set name = '{"id":"Baru","en":"New"}' where id = ${category?.id ?? ""}`;
  await expect
    .poll(async () => (await shellData(en)).menu.map(({ name }) => name))
    .toEqual(["New", "About", "Instagram"]);
});
