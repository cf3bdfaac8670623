import { beforeAll, beforeEach, expect, test } from "vitest";
import type { Person } from "#shop/kernel/access.ts";
import { listHistory } from "#shop/staff/read-audit.server.ts";
import { makeStaff } from "#tests/support/builders/limits.ts";
import { provenAdmin } from "#tests/support/builders/shop.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { listStaffCategories, saveCategory } from "./categories/categories.server.ts";
import { findStaffProduct } from "./find-product.server.ts";
import { saveVariantRows } from "./grid/variant-grid.server.ts";
import { putBack } from "./put-back.server.ts";
import { saveProduct } from "./save-product.server.ts";

testDatabase({ demo: true });

let admin: Person;
let id: string;
beforeAll(async () => {
  admin = await provenAdmin();
});
beforeEach(async () => {
  const [row] = await asSeed()<{ id: string }[]>`
    select id from products where status = 'published' and slug !~ 'mug' order by slug limit 1`;
  id = row?.id ?? "";
});

async function product() {
  const found = await findStaffProduct(admin, id);
  if (!found) throw new Error("no product");
  return found;
}
type Fields = Awaited<ReturnType<typeof product>>["fields"];

async function save(change: Partial<Fields>) {
  const { version, fields } = await product();
  const saved = await saveProduct(admin, id, {
    version,
    before: fields,
    after: { ...fields, ...change },
    variants: [],
    removed_variant_ids: [],
    counts: [],
    key: crypto.randomUUID(),
  } as never);
  expect(saved.ok).toBe(true);
}
/** The newest entry that changed a column. */
async function entryOf(column: string, kind = "product", subject = id): Promise<number> {
  const { entries } = await listHistory(admin, { kind, id: subject }, null, "id");
  const found = entries.find(({ changes }) => Object.hasOwn(changes, column));
  if (!found) throw new Error(`nobody changed ${column}`);
  return found.id;
}
const done = { ok: true, value: null };
const changedSince = { ok: false, problem: "changed_since" };

test("one language of a name is put back, other fields and later changes stay, and the log has an entry of its own", async () => {
  const { fields } = await product();
  await save({ name: { id: "Nama salah", en: "Wrong name" }, brand: "Uji" });
  await save({ name: { id: "Nama salah", en: "Better name" } });
  const first = await entryOf("brand");
  expect(await putBack(admin, first, "name.id")).toEqual(done);
  expect((await product()).fields).toMatchObject({
    name: { id: fields.name.id, en: "Better name" },
    brand: "Uji",
  });
  // English was changed again since that entry.
  expect(await putBack(admin, first, "name.en")).toEqual(changedSince);
  expect(await putBack(admin, first, "name.id")).toEqual(changedSince);
  // What was put back is a change like any other.
  expect(await putBack(admin, await entryOf("name"), "name.id")).toEqual(done);
  expect((await product()).fields.name.id).toBe("Nama salah");
});

test("a price is put back, with its history", async () => {
  const [variant] = (await product()).variants;
  if (!variant) throw new Error("no variant");
  const { id: variantId, price, on_hand } = variant;
  const saved = await saveVariantRows(admin, crypto.randomUUID(), [
    {
      id: variantId,
      version: variant.version,
      price: price + 1000,
      was_price: null,
      seen: on_hand,
      counted: on_hand,
    },
  ]);
  expect(saved.ok).toBe(true);
  expect(await putBack(admin, await entryOf("price"), "price")).toEqual(done);
  const stored = (await product()).variants.find((one) => one.id === variantId);
  expect(stored).toMatchObject({ price, on_hand });
  const prices =
    await asSeed()`select price from price_changes where variant_id = ${variantId} order by id desc limit 2`;
  expect(prices.map((row) => Number(row.price))).toEqual([price, price + 1000]);
});

test("an address that another product has meanwhile is refused, and nothing changes", async () => {
  const { fields } = await product();
  await save({ slug: "alamat-baru-uji" });
  const entry = await entryOf("slug");
  expect(await putBack(admin, entry, "slug")).toEqual(done);
  expect((await product()).fields.slug).toBe(fields.slug);
  await save({ slug: "alamat-lain-uji" });
  const [other] = await asSeed()<{ id: string }[]>`
    select id from products where id <> ${id} and status = 'published' order by slug limit 1`;
  await asSeed()`delete from slug_redirects where old_slug = ${fields.slug}`;
  await asSeed()`update products set slug = ${fields.slug} where id = ${other?.id ?? ""}`;
  expect(await putBack(admin, await entryOf("slug"), "slug")).toEqual({
    ok: false,
    problem: "refused",
  });
  expect((await product()).fields.slug).toBe("alamat-lain-uji");
});

test("a category's visibility is put back; what is no single value, and what the role may not change, is not found", async () => {
  const [category] = await listStaffCategories(admin);
  if (!category) throw new Error("no category");
  expect((await saveCategory(admin, { ...category, published: !category.published })).ok).toBe(
    true,
  );
  const entry = await entryOf("published", "category", category.id);
  const reader = await makeStaff("pembaca-saja", "reader");
  const notFound = { ok: false, problem: "not_found" };
  expect(await putBack(reader, entry, "published")).toEqual(notFound);
  for (const field of ["version", "id", "constructor", "", "published.id.en"]) {
    const result = await putBack(admin, entry, field);
    expect(result.ok, field).toBe(false);
  }
  expect(await putBack(admin, 2 ** 52, "published")).toEqual(notFound);
  expect(await putBack(admin, entry, "published")).toEqual(done);
  const again = (await listStaffCategories(admin)).find(({ id }) => id === category.id);
  expect(again?.published).toBe(category.published);
});
