import { beforeAll, beforeEach, expect, test } from "vitest";
import { checkImport, createImport, findImport, runImport } from "#shop/imports/imports.server.ts";
import type { Person } from "#shop/kernel/access.ts";
import { findTask } from "#shop/staff/tasks/read-tasks.server.ts";
import {
  checkFile,
  exportText,
  finishTask,
  importFile,
  placeUpload,
  startRun,
} from "#tests/support/builders/imports.ts";
import { testStore } from "#tests/support/builders/media.ts";
import {
  failures,
  fileOf,
  type Row,
  rowsOf,
  shopState,
} from "#tests/support/builders/product-files.ts";
import { provenAdmin } from "#tests/support/builders/shop.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";

testDatabase({ demo: true, max: 6 });
testStore();

let staff: Person;
let exported: Row[];
beforeAll(async () => {
  staff = await provenAdmin();
});
beforeEach(async () => {
  exported = rowsOf(await exportText(staff));
});
const first = () => exported[0] as Row;

test.each<[string, Partial<Row>, { code: string; field: string | null }]>([
  [
    "a barcode that a spreadsheet rounded",
    { barcode: "8,99E+12" },
    { code: "barcode_scientific", field: "barcode" },
  ],
  [
    "a wrong check digit",
    { barcode: "4006381333932" },
    { code: "barcode_invalid", field: "barcode" },
  ],
  ["a half rupiah", { harga: "12,5" }, { code: "number_not_whole", field: "harga" }],
  ["a word for a number", { harga: "murah" }, { code: "number_invalid", field: "harga" }],
  ["a negative price", { harga: "-5" }, { code: "number_invalid", field: "harga" }],
  [
    "more than a trillion",
    { harga: "1000000000001" },
    { code: "number_too_large", field: "harga" },
  ],
  ["an emptied price", { harga: "-" }, { code: "cannot_be_empty", field: "harga" }],
  ["a NUL", { merek: "a\0b" }, { code: "null_character", field: "merek" }],
  [
    "a status that there is not",
    { status: "terbang" },
    { code: "status_unknown", field: "status" },
  ],
  [
    "an unknown category",
    { kategori: "tidak-ada" },
    { code: "category_unknown", field: "kategori" },
  ],
  ["a long name", { nama_id: "x".repeat(121) }, { code: "too_long", field: "nama_id" }],
  ["an address with blanks", { alamat: "ada spasi" }, { code: "slug_invalid", field: "alamat" }],
])("%s is refused by name, and the product stays as it was", async (_, change, problem) => {
  const only =
    exported.filter(
      ({ alamat }, __, all) => all.filter((other) => other.alamat === alamat).length === 1,
    )[0] ?? first();
  const rows = exported.filter(({ alamat }) => alamat === only.alamat);
  const before = await shopState();
  const task = await importFile(
    staff,
    fileOf(rows.map((row, n) => (n === 0 ? { ...row, ...change } : row))),
  );
  expect((await failures(task))[0]).toEqual({ row_no: 2, ...problem });
  expect(await shopState()).toEqual(before);
});

test.each<[string, string, object]>([
  [
    "shopify",
    "Handle,Title,Body (HTML),Vendor,Tags,Option1 Name,Option1 Value,Variant SKU,Variant Grams,Variant Inventory Qty,Variant Price,Status\n" +
      'kaos-impor,Kaos impor,"<p>Halus</p><p>Adem</p>",Kain,"a, b",Color,Red,SH-1,200,4,125000.00,active\nkaos-impor,,,,,,Blue,SH-2,200,1,125000.00,',
    {
      slug: "kaos-impor",
      brand: "Kain",
      tags: ["a", "b"],
      description: "Halus\nAdem",
      status: "published",
      variants: 2,
      weight: 200,
      price: 125_000,
      stock: 5,
    },
  ],
  [
    "shopify",
    "Title,URL handle,Description,Vendor,SKU,Price,Weight value (grams),Inventory quantity\nTopi impor,topi-impor,<p>Teduh</p>,Kain,SHN-1,90000.00,120,3",
    {
      slug: "topi-impor",
      brand: "Kain",
      tags: [],
      description: "Teduh",
      status: "draft",
      variants: 1,
      weight: 120,
      price: 90_000,
      stock: 3,
    },
  ],
  [
    "woocommerce",
    "SKU,Name,Short description,Regular price,Weight (kg),Length (cm),Stock\nWOO-1,Meja kayu,Kokoh,1250000,12.5,120,2",
    {
      slug: "meja-kayu",
      brand: "",
      tags: [],
      description: "",
      status: "draft",
      variants: 1,
      weight: 12_500,
      price: 1_250_000,
      stock: 2,
    },
  ],
  [
    "tokopedia",
    "Nama Produk*;Deskripsi Produk;Nomor Etalase;SKU Name;Harga (Rp)*;Berat (Gram)*;Jumlah Stok*\nTopi rimba;Lebar;1;TP-1;75.000;150;9",
    {
      slug: "topi-rimba",
      brand: "",
      tags: [],
      description: "Lebar",
      status: "draft",
      variants: 1,
      weight: 150,
      price: 75_000,
      stock: 9,
    },
  ],
  [
    "shopee",
    "Nama Produk;Deskripsi Produk;SKU Induk;Nama Variasi 1;Varian untuk Variasi 1;Kode Variasi;Harga;Stok;Berat\n" +
      "Sandal gunung;Awet;S;Ukuran;40;SP-40;90000;3;400\nSandal gunung;Awet;S;Ukuran;41;SP-41;90000;2;400",
    {
      slug: "sandal-gunung",
      brand: "",
      tags: [],
      description: "Awet",
      status: "draft",
      variants: 2,
      weight: 400,
      price: 90_000,
      stock: 5,
    },
  ],
])(
  "a file of %s is recognised by its columns and becomes a product",
  async (source, text, expected) => {
    const id = await checkFile(staff, text);
    expect((await findImport(staff, id))?.source).toBe(source);
    const task = await startRun(staff, id);
    await finishTask(task);
    expect(await failures(task)).toEqual([]);
    const [made] = await asSeed()`
    select p.slug, p.brand, p.tags, p.description ->> 'id' as description, p.status, count(*)::int as variants,
      min(v.weight_grams) as weight, min(v.price)::int as price, sum(s.on_hand)::int as stock
    from products p join product_variants v on v.product_id = p.id join stock_items s on s.variant_id = v.id
    where p.slug = ${(expected as { slug: string }).slug} group by p.id`;
    expect(made).toEqual(expected);
  },
);

test.each<[string, string | Uint8Array, string]>([
  ["an empty file", "", "file_empty"],
  ["a file of Excel", "PK\x03\x04…", "not_csv"],
  ["two columns of one name", "sku;sku\r\na;b", "header_twice"],
  ["no header", ";;;\r\n;;;", "header_empty"],
  [
    "broken letters",
    Buffer.concat([Buffer.from("\ufeffsku;harga\r\n"), Buffer.from([0xff, 0xfe, 0xff])]),
    "encoding_broken",
  ],
])("%s is refused at the upload by name", async (_, content, problem) => {
  const id = await placeUpload(staff, content);
  expect(await createImport(staff, id, "x.csv")).toEqual({ ok: false, problem });
});

test("a file that breaks in its middle says where, and nothing is written", async () => {
  const before = await shopState();
  const good = Array.from({ length: 50 }, (_, n) => `S-${n};1`).join("\r\n");
  const id = await checkFile(staff, `sku;harga\r\n${good}\r\n"S-51;1`);
  expect(await findImport(staff, id)).toMatchObject({
    problem: "quote_not_closed",
    problem_row: 52,
    counts: null,
  });
  expect(await runImport(staff, id, { task_id: crypto.randomUUID(), confirmed: true })).toEqual({
    ok: false,
    problem: "import_state",
  });
  expect(await shopState()).toEqual(before);
});

test("rows that merged or were cut are refused, each by name", async () => {
  const id = await checkFile(
    staff,
    "nama_id;sku;harga\r\nA;M-1;1000;B;M-2;2000\r\nC;M-3\r\nD;M-4;4000",
  );
  const file = await findImport(staff, id);
  expect(await failures(file?.check?.id)).toEqual([
    { row_no: 2, code: "too_many_columns", field: null },
    { row_no: 3, code: "too_few_columns", field: null },
  ]);
  expect(file?.counts).toMatchObject({ create: 1, failed: 2 });
});

test("a file that no kind knows has its columns by their names", async () => {
  const id = await placeUpload(staff, "sku;merek\r\nTIDAK-ADA;Batik\r\n");
  expect(await createImport(staff, id, "uji.csv")).toMatchObject({ ok: true });
  expect(Object.keys((await findImport(staff, id))?.mapping ?? {}).sort()).toEqual([
    "merek",
    "sku",
  ]);
});

test("a constant of the mapping is in every row, and a column has one source", async () => {
  const id = await placeUpload(
    staff,
    "nama_id;sku;harga\r\nTetap A;TTP-1;1000\r\nTetap B;TTP-2;2000",
  );
  await createImport(staff, id, "tetap.csv");
  const mapping = (await findImport(staff, id))?.mapping ?? {};
  const task_id = crypto.randomUUID();
  const started = await checkImport(staff, id, {
    mapping: { ...mapping, merek: { constant: "Merek tetap" }, bukan_kolom: { constant: "x" } },
    unknown_categories: "fail",
    task_id,
  });
  expect(started.ok).toBe(true);
  await finishTask(task_id);
  await finishTask(await startRun(staff, id));
  expect(
    await asSeed()`select distinct brand from products where slug in ('tetap-a', 'tetap-b')`,
  ).toEqual([{ brand: "Merek tetap" }]);
  expect(Object.keys((await findImport(staff, id))?.mapping ?? {})).not.toContain("bukan_kolom");
});

/** Length limits of texts in files. */
const cuts = [80, 120, 160, 200, 500];

test.each(["nama_id", "alamat", "sku", "deskripsi_id", "kategori", "status", "merek"] as const)(
  "an emoji at the length limit of %s neither fails the file nor aborts its check",
  async (column) => {
    const row = { nama_id: "Kaos", alamat: "kaos", sku: "EMO", harga: "1000", status: "draf" };
    const columns = [...new Set([...Object.keys(row), column])];
    const lines = cuts.map((cut, index) => {
      const cells: Record<string, string> = {
        ...row,
        alamat: `kaos-emoji-${index}`,
        sku: `EMO-${index}`,
        [column]: `${"a".repeat(cut - 1)}😀z`,
      };
      return columns.map((name) => cells[name] ?? "").join(";");
    });
    const id = await checkFile(staff, [columns.join(";"), ...lines].join("\r\n"), "create");
    const checked = await findImport(staff, id);
    expect(checked?.check).toMatchObject({ state: "done" });
    if ((checked?.counts?.create ?? 0) === 0) return;
    const task = await startRun(staff, id);
    await finishTask(task);
    expect(await findTask(staff, task)).toMatchObject({ state: "done" });
  },
);

test("a row with too many categories fails and creates none of them", async () => {
  const before = await asSeed()`select count(*)::int as n from categories`;
  const names = Array.from({ length: 51 }, (_, index) => `Rak ${index}`).join("|");
  const deep = Array.from({ length: 51 }, (_, index) => `A > B > C > D > ${index}`).join("|");
  const text = `nama_id;sku;harga;kategori\r\nBanyak;BNY-1;1000;${names}\r\nDalam;BNY-2;1000;${deep}`;
  const id = await checkFile(staff, text, "create");
  const checked = await findImport(staff, id);
  expect(checked?.counts).toMatchObject({ create: 0, failed: 2, warnings: 0 });
  const refused = await failures(checked?.check?.id);
  expect(refused).toMatchObject([
    { code: "too_many", field: "kategori" },
    { code: "too_many", field: "kategori" },
  ]);
  expect(await asSeed()`select count(*)::int as n from categories`).toEqual(before);
});
