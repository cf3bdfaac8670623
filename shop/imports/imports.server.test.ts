import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { beforeAll, beforeEach, expect, test } from "vitest";
import type { Person } from "#shop/access.ts";
import { csvLine } from "#shop/csv/cell.ts";
import { findTask, listTaskRows } from "#shop/tasks/read-tasks.server.ts";
import { runTask } from "#shop/tasks/run-task.server.ts";
import {
  pauseTask,
  resumeTask,
  retryTask,
  startTask,
  undoTask,
} from "#shop/tasks/start-task.server.ts";
import { readTaskFile } from "#shop/tasks/task-files.server.ts";
import {
  checkFile,
  exportText,
  finishTask,
  importFile,
  placeUpload,
  startRun,
} from "#tests/support/builders/imports.ts";
import { testStore } from "#tests/support/builders/media.ts";
import { demoPerson, provenAdmin } from "#tests/support/builders/shop.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { exportTask } from "./export.server.ts";
import { exportFailures } from "./failures.server.ts";
import { createImport, findImport, runImport } from "./imports.server.ts";
import type { Column } from "./products/columns.ts";
import { productColumns } from "./products/columns.ts";
import { productsKind } from "./products/products-kind.server.ts";
import { importTask } from "./run-import.server.ts";

const importProductsKind = importTask(productsKind);
const exportProductsKind = exportTask(productsKind);

testDatabase({ demo: true, max: 6 });
testStore();

type Row = Record<Column, string>;

let staff: Person;
let exported: Row[];
beforeAll(async () => {
  staff = await provenAdmin();
});
beforeEach(async () => {
  exported = rowsOf(await exportText(staff));
});

function rowsOf(text: string): Row[] {
  return parse(text, { bom: true, delimiter: ";", columns: true });
}
/** A file as a spreadsheet saves it: cells as they are. */
function fileOf(
  rows: readonly Partial<Row>[],
  columns: readonly Column[] = productColumns,
): string {
  const cells = (row: Partial<Row>) => columns.map((column) => row[column] ?? "");
  return [columns, ...rows.map(cells)]
    .map((line) => line.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(";"))
    .join("\r\n");
}
/** Everything that an import may write. */
async function shopState() {
  const sql = asSeed();
  const products = await sql`
    select id, slug, name, summary, description, sections, options, tags, status, tax_class, shipping_class, brand, seo,
      array(select category_id from product_categories c where c.product_id = p.id order by 1) as categories
    from products p order by id`;
  const variants = await sql`
    select v.id, v.product_id, v.sku, v.barcode, v.options, v.price, v.was_price, v.weight_grams, v.length_mm, v.width_mm, v.height_mm,
      v.archived, s.on_hand
    from product_variants v join stock_items s on s.variant_id = v.id order by v.id`;
  return { products: [...products], variants: [...variants] };
}
const first = () => exported[0] as Row;
async function variant(id: string) {
  const [row] = await asSeed()<
    {
      price: number;
      was_price: number | null;
      on_hand: number;
      sku: string;
      version: number;
      archived: boolean;
    }[]
  >`
    select v.price, v.was_price, v.sku, v.version, v.archived, s.on_hand from product_variants v
    join stock_items s on s.variant_id = v.id where v.id = ${id}`;
  if (!row) throw new Error("no variant");
  return row;
}
const failures = async (task: string | null | undefined) =>
  (await listTaskRows(task ?? "", "failed", null)).rows.map(({ row_no, code, field }) => ({
    row_no,
    code,
    field,
  }));

test("an export that is imported unchanged writes nothing", async () => {
  const before = await shopState();
  const [entries] =
    await asSeed()`select count(*)::int as n from audit_entries where subject_kind in ('product', 'category')`;
  const id = await checkFile(staff, await exportText(staff));
  expect((await findImport(staff, id))?.counts).toEqual({
    create: 0,
    change: 0,
    rows: exported.length,
    unchanged: new Set(exported.map(({ alamat }) => alamat)).size,
    failed: 0,
    warnings: 0,
  });
  const task = await startRun(staff, id);
  await finishTask(task);
  expect(await findTask(staff, task)).toMatchObject({
    state: "done",
    done: exported.length,
    failed: 0,
  });
  expect(await shopState()).toEqual(before);
  const [after] =
    await asSeed()`select count(*)::int as n from audit_entries where subject_kind in ('product', 'category')`;
  expect(after).toEqual(entries);
});

test("columns in another order, other separators and number formats change nothing", async () => {
  const before = await shopState();
  const columns = [...productColumns].reverse();
  const rows = exported.map((row) => ({
    ...row,
    harga: `Rp ${row.harga.replace(/\B(?=(\d{3})+$)/g, ".")}`,
    deskripsi_id: row.deskripsi_id.replaceAll("\n", "\r\n"),
  }));
  const text = [columns, ...rows.map((row) => columns.map((column) => row[column]))]
    .map((line) =>
      csvLine(
        line.map((cell) => cell.replace(/^'(?=[=+\-@])/, "")),
        ",",
      ),
    )
    .join("");
  const bytes = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, "utf16le")]);
  const id = await checkFile(staff, bytes);
  expect(await findImport(staff, id)).toMatchObject({
    encoding: "utf-16le",
    delimiter: ",",
    source: "etalase",
    counts: { create: 0, change: 0, failed: 0 },
  });
  expect(await shopState()).toEqual(before);
});

test("undoing a run gives the shop as it was: random edits of random cells", async () => {
  const edits: Partial<Record<Column, (value: number) => string>> = {
    nama_id: (n) => `Nama ${n}`,
    nama_en: (n) => (n % 2 ? `Name ${n}` : "-"),
    deskripsi_id: (n) => `=SUM(${n})\nbaris; "kedua"`,
    label: (n) => `a${n} | b`,
    merek: (n) => `Merek ${n}`,
    status: (n) => (n % 2 ? "draft" : "archived"),
    harga: (n) => String(1_000 + n),
    harga_coret: (n) => String(100_000_000 + n),
    berat_gram: (n) => `${1 + (n % 900)}`,
    stok: (n) => String(n % 60),
    nilai1: (n) => `Nilai ${n}`,
    sku: (n) => `UJI-${n}`,
  };
  const columns = Object.keys(edits) as Column[];
  const edit = fc.record({
    row: fc.nat(exported.length - 1),
    column: fc.constantFrom(...columns),
    value: fc.nat(10_000),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(edit, { minLength: 1, maxLength: 12 }), async (list) => {
      const before = await shopState();
      const rows = rowsOf(await exportText(staff));
      for (const { row, column, value } of list) {
        const target = rows[row] as Row;
        if (column === "nilai1" && target.opsi1 === "") continue;
        const text = edits[column]?.(value) ?? "";
        const shared = ["nama_id", "nama_en", "deskripsi_id", "label", "merek", "status"].includes(
          column,
        );
        for (const other of shared
          ? rows.filter(({ alamat }) => alamat === target.alamat)
          : [target])
          other[column] = text;
      }
      const task = await importFile(staff, fileOf(rows));
      expect(await findTask(staff, task)).toMatchObject({ state: "done" });
      const undo = crypto.randomUUID();
      const started = await undoTask(staff, task, undo);
      if (!started.ok) {
        // Every edit was refused, or changed nothing.
        expect(started.problem).toBe("task_state");
        expect(await shopState()).toEqual(before);
        return;
      }
      await finishTask(undo);
      expect(await findTask(staff, undo)).toMatchObject({ state: "done", failed: 0 });
      expect(await shopState()).toEqual(before);
    }),
    { numRuns: 12, seed: 20_261_123 },
  );
}, 120_000);

test("a person's change is applied beside a colleague's, sold pieces stay sold, and a true conflict is a row", async () => {
  const row = exported.find(({ stok }) => Number(stok) > 20) as Row;
  const other = exported.find(
    ({ alamat, stok }) => alamat !== row.alamat && Number(stok) > 5,
  ) as Row;
  const sql = asSeed();
  // Meanwhile two pieces are gone, and a colleague changes both prices.
  await sql`
    insert into stock_movements (variant_id, kind, quantity, reason) values (${row.id_varian}, 'adjusted', -2, 'lost')`;
  await sql`update product_variants set price = price + 1000 where id in (${row.id_varian}, ${other.id_varian})`;
  const rows = [
    { ...row, stok: String(Number(row.stok) + 10), berat_gram: "777" },
    { ...other, harga: String(Number(other.harga) + 5) },
  ];
  const task = await importFile(staff, fileOf(rows));
  expect(await variant(row.id_varian)).toMatchObject({
    on_hand: Number(row.stok) + 8,
    price: Number(row.harga) + 1000,
  });
  expect(await variant(other.id_varian)).toMatchObject({ price: Number(other.harga) + 1000 });
  expect(await failures(task)).toEqual([{ row_no: 3, code: "conflict", field: "harga" }]);
});

test("undoing leaves what somebody changed since, names it, and takes back only what the import added", async () => {
  const row = exported.find(({ stok }) => Number(stok) > 3) as Row;
  const start = await variant(row.id_varian);
  const edited = {
    ...row,
    harga: "123456",
    harga_coret: "-",
    stok: String(Number(row.stok) + 5),
    merek: "Baru",
  };
  const siblings = exported
    .filter(({ alamat }) => alamat === row.alamat)
    .map((other) => ({ ...other, merek: "Baru" }));
  const task = await importFile(
    staff,
    fileOf(siblings.map((other) => (other.id_varian === row.id_varian ? edited : other))),
  );
  expect(await variant(row.id_varian)).toMatchObject({
    price: 123_456,
    on_hand: start.on_hand + 5,
  });
  const sql = asSeed();
  await sql`update product_variants set price = 99000 where id = ${row.id_varian}`;
  await sql`
    insert into stock_movements (variant_id, kind, quantity, reason) values (${row.id_varian}, 'adjusted', -1, 'lost')`;
  const undo = crypto.randomUUID();
  await undoTask(staff, task, undo);
  await finishTask(undo);
  expect(await variant(row.id_varian)).toMatchObject({
    price: 99_000,
    on_hand: start.on_hand - 1,
    was_price: start.was_price,
  });
  const [product] = await sql<
    { brand: string }[]
  >`select brand from products where slug = ${row.alamat}`;
  expect(product?.brand).toBe(row.merek);
  expect((await listTaskRows(undo, "failed", null)).rows).toMatchObject([
    { code: "changed_since", field: `${row.sku}: price` },
  ]);
});

const newProduct = (change: Partial<Row> = {}): Partial<Row> => ({
  alamat: "tas-kanvas-uji",
  nama_id: "Tas kanvas",
  nama_en: "Canvas bag",
  kategori: "Tas Baru",
  opsi1: "Warna",
  nilai1: "Merah",
  sku: "TAS-UJI-M",
  barcode: "4006381333931",
  harga: "1,25 jt",
  berat_gram: "1.250",
  stok: "12",
  status: "tampil",
  ...change,
});

test("a new product comes with options, category and stock, is published, and undoing archives it", async () => {
  const rows = [
    newProduct(),
    newProduct({ nilai1: "Biru", sku: "TAS-UJI-B", barcode: "", stok: "3" }),
  ];
  const refused = await checkFile(staff, fileOf(rows));
  expect((await findImport(staff, refused))?.counts).toMatchObject({ create: 0, failed: 1 });
  const id = await checkFile(staff, fileOf(rows), "create");
  expect((await findImport(staff, id))?.counts).toMatchObject({ create: 1, failed: 0 });
  const sql = asSeed();
  expect(await sql`select from products where slug = 'tas-kanvas-uji'`).toHaveLength(0);
  const task = await startRun(staff, id);
  await finishTask(task);
  expect(await failures(task)).toEqual([]);
  const [made] = await sql`
    select p.status, p.options, array(select c.name ->> 'id' from product_categories pc join categories c on c.id = pc.category_id
      where pc.product_id = p.id) as categories,
      (select sum(on_hand)::int from product_variants v join stock_items s on s.variant_id = v.id where v.product_id = p.id) as stock,
      (select min(price) from product_variants v where v.product_id = p.id)::int as price
    from products p where slug = 'tas-kanvas-uji'`;
  expect(made).toMatchObject({
    status: "published",
    categories: ["Tas Baru"],
    stock: 15,
    price: 1_250_000,
    options: [
      {
        code: "colour",
        name: { id: "Warna" },
        values: [{ label: { id: "Merah" } }, { label: { id: "Biru" } }],
      },
    ],
  });
  const undo = crypto.randomUUID();
  await undoTask(staff, task, undo);
  await finishTask(undo);
  expect(await sql`select status from products where slug = 'tas-kanvas-uji'`).toMatchObject([
    { status: "archived" },
  ]);
});

test("prices that jump and stock of 0 wait for a tick", async () => {
  const row = exported.find(({ stok }) => Number(stok) > 1) as Row;
  const id = await checkFile(
    staff,
    fileOf([{ ...row, harga: String(Number(row.harga) * 3), harga_coret: "-", stok: "0" }]),
  );
  expect((await findImport(staff, id))?.counts).toMatchObject({ change: 1, warnings: 2 });
  expect(await runImport(staff, id, { task_id: crypto.randomUUID(), confirmed: false })).toEqual({
    ok: false,
    problem: "not_confirmed",
  });
  expect(await variant(row.id_varian)).toMatchObject({ price: Number(row.harga) });
});

test("a process that dies in the middle of a run goes on without a row twice", async () => {
  const rows = exported.map((row) => ({ ...row, stok: String(Number(row.stok) + 1) }));
  const task = await startRun(staff, await checkFile(staff, fileOf(rows)));
  // The first chunk writes its rows and dies with its transaction.
  const dying = {
    ...importProductsKind,
    async chunk(...args: Parameters<typeof importProductsKind.chunk>) {
      await importProductsKind.chunk(...args);
      throw Object.assign(new Error("killed"), { code: "CONNECTION_CLOSED" });
    },
  };
  await expect(runTask(new Map([[dying.kind, dying]]), task)).rejects.toThrow("killed");
  // The next one stops between two products, as a slow machine does, and the person pauses there.
  const slow = {
    ...importProductsKind,
    async chunk(...args: Parameters<typeof importProductsKind.chunk>) {
      const chunk = await importProductsKind.chunk(...args);
      await pauseTask(staff, task);
      return chunk;
    },
  };
  await runTask(new Map([[slow.kind, slow]]), task);
  await resumeTask(staff, task);
  await Promise.all([finishTask(task), finishTask(task)]);
  for (const row of exported) {
    expect((await variant(row.id_varian)).on_hand, row.sku).toBe(Number(row.stok) + 1);
  }
});

test("rows that failed are tried again once the shop is mended", async () => {
  const rows = [newProduct({ alamat: "dompet-uji", sku: first().sku, kategori: "", barcode: "" })];
  const task = await importFile(staff, fileOf(rows));
  expect(await failures(task)).toEqual([{ row_no: 2, code: "sku_taken", field: "sku" }]);
  await asSeed()`update product_variants set sku = 'LAIN-1' where id = ${first().id_varian}`;
  const again = crypto.randomUUID();
  await retryTask(staff, task, again);
  await finishTask(again);
  expect(await findTask(staff, again)).toMatchObject({ state: "done", done: 1, failed: 0 });
  expect(await asSeed()`select from products where slug = 'dompet-uji'`).toHaveLength(1);
});

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
  [
    "a was-price below the price",
    { harga: "5000", harga_coret: "4000" },
    { code: "was_price_invalid", field: "harga_coret" },
  ],
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

test("a person without the right over prices imports texts and no prices", async () => {
  const other = demoPerson("staff@etalase.test");
  const sql = asSeed();
  await sql`
    insert into staff_roles (id, name, permissions) values ('importir', 'Importir', '{products.read,products.edit,imports.run}')`;
  await sql`update profiles set staff_role = 'importir' where id = ${other.id}`;
  const person: Person = {
    ...other,
    permissions: ["products.read", "products.edit", "imports.run"],
  };
  const rows = exported.filter(({ alamat }) => alamat === first().alamat);
  const task = await importFile(
    person,
    fileOf(rows.map((row) => ({ ...row, harga: String(Number(row.harga) + 1) }))),
  );
  expect((await failures(task))[0]).toMatchObject({ code: "prices_not_permitted" });
  const texts = await importFile(
    person,
    fileOf(rows.map((row) => ({ ...row, merek: "Teks saja" }))),
  );
  expect(await failures(texts)).toEqual([]);
  expect(await sql`select brand from products where slug = ${first().alamat}`).toMatchObject([
    { brand: "Teks saja" },
  ]);
});

test("a large export is a task in parts, whose file is the one that is streamed", async () => {
  const id = crypto.randomUUID();
  await startTask(staff, exportProductsKind, { id, title: "", input: { delimiter: ";" } });
  const kinds = new Map([[exportProductsKind.kind, exportProductsKind]]);
  await runTask(kinds, id);
  expect(await findTask(staff, id)).toMatchObject({
    state: "done",
    total: exported.length,
    done: exported.length,
    has_result: true,
  });
  const file = await readTaskFile(staff, id);
  expect(await new Response(file).text()).toBe(await exportText(staff));
  expect(await readTaskFile(demoPerson("staff@etalase.test"), id)).toBeUndefined();
  await asSeed()`update staff_tasks set finished_at = now() - interval '25 hours' where id = ${id}`;
  expect(await readTaskFile(staff, id)).toBeUndefined();
});

test("failures come back as a file that imports again once it is mended", async () => {
  const row = first();
  const rows = exported
    .filter(({ alamat }) => alamat === row.alamat)
    .map((other, n) =>
      n === 0 ? { ...other, harga: "12,5", merek: "=Merek" } : { ...other, merek: "=Merek" },
    );
  const task = await importFile(staff, fileOf(rows));
  const failed = await exportFailures(staff, task, { number_not_whole: "Harus bilangan bulat." });
  const back: (Row & { kolom: string; alasan: string })[] = parse(
    await new Response(failed).text(),
    {
      bom: true,
      delimiter: ";",
      columns: true,
    },
  );
  expect(back).toHaveLength(rows.length);
  expect(back[0]).toMatchObject({
    kolom: "harga",
    alasan: "Harus bilangan bulat.",
    merek: "'=Merek",
  });
  const mended = back.map((other, n) => (n === 0 ? { ...other, harga: row.harga } : other));
  expect(await findTask(staff, await importFile(staff, fileOf(mended)))).toMatchObject({
    failed: 0,
  });
  const [product] = await asSeed()<
    { brand: string }[]
  >`select brand from products where slug = ${row.alamat}`;
  expect(product?.brand).toBe("=Merek");
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
  ["no header", ";;;\r\na;b;c;d", "header_empty"],
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
