import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { beforeAll, beforeEach, expect, test } from "vitest";
import type { Person } from "#shop/kernel/access.ts";
import { csvLine } from "#shop/kernel/csv/cell.ts";
import { findTask, listTaskRows } from "#shop/staff/tasks/read-tasks.server.ts";
import { runTask } from "#shop/staff/tasks/run-task.server.ts";
import {
  pauseTask,
  resumeTask,
  retryTask,
  startTask,
  undoTask,
} from "#shop/staff/tasks/start-task.server.ts";
import { readTaskFile } from "#shop/staff/tasks/task-files.server.ts";
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
  variant,
} from "#tests/support/builders/product-files.ts";
import { demoPerson, provenAdmin } from "#tests/support/builders/shop.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { exportTask } from "./export.server.ts";
import { exportFailures } from "./failures.server.ts";
import { checkImport, createImport, findImport, runImport } from "./imports.server.ts";
import type { Column } from "./products/columns.ts";
import { productColumns } from "./products/columns.ts";
import { productsKind } from "./products/products-kind.server.ts";
import { importTask } from "./run-import.server.ts";

const importProductsKind = importTask(productsKind);
const exportProductsKind = exportTask(productsKind);

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
/** Row versions: rows that are deleted and staged again have others. */
const rowsStaged = (id: string) =>
  asSeed()`select row_no, ctid::text from private.import_rows where import_id = ${id} order by row_no`;

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
      // One appears next month: undoing must not publish it at once.
      await asSeed()`
        update products set published_at = now() + interval '1 month'
        where id = (select min(id::text)::uuid from products where status = 'published')`;
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

test("a check that a later check replaced changes neither the counts nor the rows", async () => {
  const rows = exported.map((row) => ({ ...row, alternative: row.harga, harga: "1000" }));
  const text = [[...productColumns, "alternative"], ...rows.map((row) => Object.values(row))]
    .map((cells) => csvLine(cells, ";"))
    .join("");
  const id = await placeUpload(staff, text);
  expect((await createImport(staff, id, "uji.csv")).ok).toBe(true);
  const mapping = (await findImport(staff, id))?.mapping ?? {};
  const begin = async (price: string) => {
    const task_id = crypto.randomUUID();
    const started = await checkImport(staff, id, {
      mapping: { ...mapping, harga: { header: price } },
      unknown_categories: "fail",
      task_id,
    });
    if (!started.ok) throw new Error(started.problem);
    return task_id;
  };
  const replaced = await begin("alternative");
  await pauseTask(staff, replaced);
  await finishTask(await begin("harga"));
  const shown = (await findImport(staff, id))?.counts;
  expect(shown?.warnings).toBeGreaterThan(0);
  // As a pause behind the last chunk of things leaves it.
  const cursor = { phase: "check", after: "~", counts: { ...shown, warnings: 0 } };
  await asSeed()`
    update staff_tasks set cursor = ${asSeed().json(cursor)} where id = ${replaced}`;
  await resumeTask(staff, replaced);
  await finishTask(replaced);
  expect((await findImport(staff, id))?.counts).toEqual(shown);
  expect(
    await runImport(staff, id, { task_id: crypto.randomUUID(), confirmed: false }),
  ).toMatchObject({ problem: "not_confirmed" });
});

test("a replaced check that is resumed during the run leaves the run its rows", async () => {
  const columns = ["id_varian", "stok"] as const;
  const text = [columns, ...exported.map((row) => [row.id_varian, String(Number(row.stok) + 1)])]
    .map((cells) => csvLine([...cells], ";"))
    .join("");
  const id = await placeUpload(staff, text);
  expect((await createImport(staff, id, "uji.csv")).ok).toBe(true);
  const mapping = (await findImport(staff, id))?.mapping ?? {};
  const begin = async () => {
    const task_id = crypto.randomUUID();
    await checkImport(staff, id, { mapping, unknown_categories: "fail", task_id });
    return task_id;
  };
  const replaced = await begin();
  await pauseTask(staff, replaced);
  await finishTask(await begin());
  const task = await startRun(staff, id);
  const before = await rowsStaged(id);
  await resumeTask(staff, replaced);
  await finishTask(replaced);
  expect(await rowsStaged(id)).toEqual(before);
  await finishTask(task);
  expect(await findTask(staff, task)).toMatchObject({ state: "done", done: exported.length });
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
