import { readFileSync } from "node:fs";
import { beforeAll, expect, test } from "vitest";
import type { UnknownCategories } from "#shop/imports/import.ts";
import { createImport, findImport } from "#shop/imports/imports.server.ts";
import type { Warning } from "#shop/imports/kind.ts";
import type { Person } from "#shop/kernel/access.ts";
import { listTaskRows, listWarnedRows } from "#shop/staff/tasks/read-tasks.server.ts";
import { undoTask } from "#shop/staff/tasks/start-task.server.ts";
import { checkFile, finishTask, placeUpload, startRun } from "#tests/support/builders/imports.ts";
import { testStore } from "#tests/support/builders/media.ts";
import { failures } from "#tests/support/builders/product-files.ts";
import { provenAdmin } from "#tests/support/builders/shop.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";

testDatabase({ demo: true, max: 6 });
testStore();

let staff: Person;
beforeAll(async () => {
  staff = await provenAdmin();
});

const sample = (name: string) =>
  readFileSync(new URL(`../../../tests/support/files/${name}`, import.meta.url));

/** Checks and runs a file. */
async function importSample(name: string, categories: UnknownCategories = "create") {
  const id = await checkFile(staff, sample(name), categories);
  const checked = await findImport(staff, id);
  const warned = await listWarnedRows(checked?.check?.id ?? "");
  const warnings = warned
    .flatMap(({ after }) => (after as unknown as { warnings: Warning[] }).warnings)
    .map(({ code, column, before, after }) => ({ code, column, before, after }));
  const refused = await failures(checked?.check?.id);
  const writes = (checked?.counts?.create ?? 0) + (checked?.counts?.change ?? 0);
  const task = writes > 0 ? await startRun(staff, id) : null;
  if (task) await finishTask(task);
  return { counts: checked?.counts, warnings, refused, task, check: checked?.check?.id ?? "" };
}

/** The next import counts pictures that failed to download as changes. */
const markPicturesFetched = () =>
  asSeed()`update private.picture_addresses set fetched_at = now() where fetched_at is null`;

const productsOf = (slugs: readonly string[]) => asSeed()<
  { slug: string; status: string; options: string[]; categories: string[]; variants: string[] }[]
>`
  select p.slug, p.status,
    array(select o -> 'name' ->> 'id' from jsonb_array_elements(p.options) o) as options,
    array(select (select string_agg(a.name ->> 'id', ' > ' order by up.level) from unnest(c.path) with ordinality up (id, level)
      join categories a on a.id = up.id) from product_categories pc join categories c on c.id = pc.category_id
      where pc.product_id = p.id order by 1) as categories,
    array(select concat_ws(' ', v.sku, v.price, coalesce(v.was_price::text, '-'), v.weight_grams, s.on_hand,
        (select string_agg(e.value #>> '{}', '/' order by e.key) from jsonb_each(v.options) e))
      from product_variants v join stock_items s on s.variant_id = v.id where v.product_id = p.id order by v.sku) as variants
  from products p where p.slug = any (${[...slugs]}) order by p.slug`;

const textsOf = async (slug: string) => {
  const [row] = await asSeed()<{ name: string; summary: string; description: string }[]>`
    select name ->> 'id' as name, summary ->> 'id' as summary, description ->> 'id' as description
    from products where slug = ${slug}`;
  return row;
};

test("WooCommerce variations become one product, a second import changes nothing, and undo archives it", async () => {
  const slugs = ["kaos-tim-polos", "gantungan-nama"];
  const categories = async () =>
    (await asSeed()<{ id: string }[]>`select id from categories order by id`).map(({ id }) => id);
  const earlier = await categories();
  const first = await importSample("woocommerce-variations.csv");
  expect(first).toMatchObject({ counts: { create: 2, failed: 0 }, warnings: [] });
  expect(await productsOf(slugs)).toEqual([
    {
      slug: "gantungan-nama",
      status: "published",
      options: [],
      categories: ["Aksesori"],
      variants: ["GKN 30000 - 50 40"],
    },
    {
      slug: "kaos-tim-polos",
      status: "published",
      options: ["Warna", "Ukuran"],
      categories: ["Pakaian > Kaos"],
      variants: ["KTP-BM 99000 120000 200 5 biru/m", "KTP-ML 125000 - 200 7 merah/l"],
    },
  ]);
  expect(await textsOf("kaos-tim-polos")).toEqual({
    name: "Kaos Tim Polos",
    summary: "Kaos untuk tim",
    description: "Bahan katun",
  });
  const again = await importSample("woocommerce-variations.csv");
  expect(again.counts).toMatchObject({ create: 0, change: 0, unchanged: 2, failed: 0 });
  const undo = crypto.randomUUID();
  await undoTask(staff, first.task ?? "", undo);
  await finishTask(undo);
  expect((await productsOf(slugs)).map(({ status }) => status)).toEqual(["archived", "archived"]);
  expect(await categories(), "the created categories are deleted").toEqual(earlier);
});

test("line ends, category paths and negative stock of WooCommerce are read; half a rupiah is refused", async () => {
  const { warnings, refused } = await importSample("woocommerce-oddities.csv");
  expect(refused).toEqual([{ row_no: 5, code: "number_not_whole", field: "harga" }]);
  expect(warnings).toEqual([
    { code: "stock_left_out", column: "stok", before: "-7", after: "" },
    { code: "stock_left_out", column: "stok", before: "-7", after: "" },
  ]);
  await markPicturesFetched();
  expect((await importSample("woocommerce-oddities.csv")).counts).toMatchObject({
    create: 0,
    change: 0,
    unchanged: 4,
  });
  const found = await productsOf([
    "woo-minus",
    "woo-minus-petik",
    "woo-baris-baru",
    "woo-induk-kategori",
  ]);
  expect(found.map(({ slug, categories, variants }) => [slug, categories, variants])).toEqual([
    ["woo-baris-baru", ["Mug"], ["WO-3 45000 50000 200 3"]],
    ["woo-induk-kategori", ["Mug > Mug Keramik"], ["WO-5 50000 - 200 3"]],
    ["woo-minus", ["Kado > Wisuda", "Mug"], ["WO-1 50000 - 200 0"]],
    ["woo-minus-petik", ["Mug"], ["WO-2 50000 - 200 0"]],
  ]);
  expect(await textsOf("woo-baris-baru")).toMatchObject({
    name: "Woo Baris Baru",
    summary: "Baris satu\nBaris dua",
  });
});

test("cells of Shopify that cannot be used are left out with a warning, and no product is refused", async () => {
  const { counts, warnings } = await importSample("shopify-compare-at.csv");
  expect(counts).toMatchObject({ create: 8, failed: 0 });
  expect(warnings).toEqual([
    { code: "was_price_left_out", column: "harga_coret", before: "85000", after: "" },
    { code: "was_price_left_out", column: "harga_coret", before: "0", after: "" },
    { code: "was_price_left_out", column: "harga_coret", before: "70000", after: "" },
    { code: "stock_left_out", column: "stok", before: "-3", after: "" },
    { code: "status_left_out", column: "status", before: "unlisted", after: "" },
    { code: "rounded", column: "berat_gram", before: "226.796185", after: "227" },
  ]);
  const found = await productsOf(["uji-unlisted", "uji-gram", "uji-minus"]);
  expect(found.map(({ slug, status, variants }) => [slug, status, variants])).toEqual([
    ["uji-gram", "published", ["US-6 85000 - 227 4"]],
    ["uji-minus", "published", ["US-4 85000 - 100 0"]],
    ["uji-unlisted", "draft", ["US-5 85000 - 100 4"]],
  ]);
});

test("a row of Shopify that has only a further picture is no variant", async () => {
  const { counts } = await importSample("shopify-picture-rows.csv");
  expect(counts).toMatchObject({ create: 2, failed: 0 });
  await markPicturesFetched();
  expect((await importSample("shopify-picture-rows.csv")).counts).toMatchObject({
    create: 0,
    change: 0,
    unchanged: 2,
  });
  const found = await productsOf(["mug-pagi", "kaos-sore"]);
  expect(found.map(({ variants }) => variants)).toEqual([
    ["KS-B 120000 150000 200 3 biru", "KS-M 120000 150000 200 2 merah"],
    ["MP-1 85000 - 350 12"],
  ]);
});

test("the header row of a template of Shopee is found below its technical rows", async () => {
  const { counts, check } = await importSample("shopee-template.csv", "skip");
  expect(counts).toMatchObject({ rows: 2, create: 1, failed: 0 });
  expect(await productsOf(["sandal-lombok"])).toMatchObject([
    {
      options: ["Ukuran"],
      categories: [],
      variants: ["SL-40 90000 - 400 3 40", "SL-41 90000 - 400 2 41"],
    },
  ]);
  // What is skipped is not announced.
  const { rows } = await listTaskRows(check, "done", null);
  expect(JSON.stringify(rows)).not.toContain("kategori");
});

test("an import of Shopee's file of prices and stock reads the variants' names and the shop's SKUs", async () => {
  const { counts } = await importSample("shopee-sales.csv", "skip");
  expect(counts).toMatchObject({ rows: 3, create: 2, failed: 0 });
  expect(await productsOf(["gelas-lurik", "sendok-jati"])).toMatchObject([
    { options: ["Variasi"], variants: ["GLL-B 47000 - 0 4 biru", "GLL-M 45000 - 0 10 merah"] },
    { options: [], variants: ["SDJ-1 12500 - 0 30"] },
  ]);
});

test("texts in HTML come without styles and scripts, with letters for entities and cells apart", async () => {
  await importSample("html-description.csv");
  const { description = "" } = (await textsOf("bantal-foto")) ?? {};
  expect(description).toBe("Bahan\nKatun\nDakron\nLebar 40 cm\nHarga < toko — 5″ élok ❤");
});

test("a first line sep=; is skipped", async () => {
  expect((await importSample("excel-sep-line.csv")).counts).toMatchObject({ rows: 2, create: 2 });
});

test("a SKU that a spreadsheet rounded is refused by name and replaces no exact one", async () => {
  const { refused } = await importSample("sku-scientific.csv");
  expect(refused).toEqual([{ row_no: 2, code: "code_scientific", field: "sku" }]);
  const [known] = await asSeed()<{ id: string; sku: string; price: number }[]>`
    select id, sku, price from product_variants where sku = '1E5'`;
  const id = await checkFile(staff, `id_varian;sku;harga\r\n${known?.id};1,00E+05;25000`);
  expect(await failures((await findImport(staff, id))?.check?.id)).toEqual([
    { row_no: 2, code: "code_scientific", field: "sku" },
  ]);
});

test.each([
  ["inch-mark.csv", 2],
  ["inch-mark-row-301.csv", 301],
  ["backslash-quotes.csv", 2],
])("the quote of %s is refused with its row", async (name, row) => {
  const id = await placeUpload(staff, sample(name));
  const made = await createImport(staff, id, name);
  expect(made).toEqual({ ok: false, problem: "quote_misplaced", row });
});

test("prices as people write them are read; one with sen is refused", async () => {
  const { refused } = await importSample("amounts.csv");
  expect(refused).toEqual([{ row_no: 6, code: "number_not_whole", field: "harga" }]);
  const prices = await asSeed()`
    select sku, price from product_variants where sku like 'HA-%' order by sku`;
  expect([...prices]).toEqual([
    { sku: "HA-1", price: 1_250_000 },
    { sku: "HA-2", price: 1_250_000 },
    { sku: "HA-3", price: 1_250_000 },
    { sku: "HA-4", price: 125_000 },
    { sku: "HA-6", price: 1_250_000 },
  ]);
});

test("headings of a sheet of the merchant's own are recognised, with their units and rows above them", async () => {
  const id = await checkFile(
    staff,
    "Daftar Barang Toko Sari\r\n\r\nNama Produk;Deskripsi;Berat (kg);Panjang (cm);Harga (Rp);Stok\r\nPeci Rajut;Halus;0,15;20;35.000;4\r\n;;;;;\r\n",
  );
  const checked = await findImport(staff, id);
  expect(checked?.counts).toMatchObject({ rows: 1, create: 1, failed: 0 });
  await finishTask(await startRun(staff, id));
  expect(await productsOf(["peci-rajut"])).toMatchObject([
    { variants: [expect.stringMatching(/ 35000 - 150 4$/)] },
  ]);
  const again = await checkFile(staff, "Nama Produk;Berat (gram);Harga\r\nPeci Rajut;150;35000");
  expect((await findImport(staff, again))?.counts).toMatchObject({ create: 0, unchanged: 1 });
});

test("a WooCommerce variation for any value becomes one variant per value, and its stock is divided", async () => {
  const first = await importSample("woocommerce-any-value.csv");
  expect(first).toMatchObject({ counts: { create: 2, failed: 0 }, refused: [] });
  expect(first.warnings).toEqual([
    { code: "stock_divided", column: "stok", before: "5", after: "2 + 2 + 1" },
    { code: "attribute_hidden", column: "deskripsi_id", before: "Pemasok: Sari", after: "" },
  ]);
  const found = await productsOf(["kaos-bebas", "tas-kanvas-bebas"]);
  expect(found.map(({ options, variants }) => [options, variants])).toEqual([
    [
      ["Warna", "Ukuran"],
      [
        "KAOS-BEBAS-5 105000 - 200 0 merah/m",
        "KAOS-BEBAS-5-2 105000 - 200 0 merah/xl",
        "KBS-B 100000 - 200 2 biru/m",
        "KBS-B-L 100000 - 200 2 biru/l",
        "KBS-B-XL 100000 - 200 1 biru/xl",
        "KBS-ML 110000 - 200 4 merah/l",
      ],
    ],
    [[], ["TKB 50000 - 100 4"]],
  ]);
  const again = await importSample("woocommerce-any-value.csv");
  expect(again.counts).toMatchObject({ create: 0, change: 0, unchanged: 2, failed: 0 });
});

test("WooCommerce attributes without variations become lines of the description", async () => {
  await importSample("woocommerce-any-value.csv");
  expect((await textsOf("kaos-bebas"))?.description).toBe("Jahitan rantai\n\nBahan: Katun, Linen");
  expect((await textsOf("tas-kanvas-bebas"))?.description).toBe("Bahan: Kanvas, tebal");
});
