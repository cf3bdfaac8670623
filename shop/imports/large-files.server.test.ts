import { beforeAll, expect, test } from "vitest";
import { inTransaction } from "#db/client.server.ts";
import { maxOptionValues } from "#shop/catalogue/products/product.ts";
import type { Person } from "#shop/kernel/access.ts";
import type { TaskRow, TaskValue } from "#shop/staff/tasks/task.ts";
import type { RunningTask } from "#shop/staff/tasks/task-kind.ts";
import { checkFile, placeUpload } from "#tests/support/builders/imports.ts";
import { testStore } from "#tests/support/builders/media.ts";
import { provenAdmin } from "#tests/support/builders/shop.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { checkTask } from "./check-import.server.ts";
import { findHeader } from "./find-header.ts";
import { maxFileColumns, maxRowsOfThing } from "./import.ts";
import { createImport, findImport } from "./imports.server.ts";
import type { ImportKind } from "./kind.ts";
import { kindNamed } from "./kinds.server.ts";
import { planNext, readImportFile } from "./plan-next.server.ts";
import { Options } from "./products/variant-options.ts";
import { importTask } from "./run-import.server.ts";

testDatabase({ demo: true, max: 6 });
testStore();

let staff: Person;
beforeAll(async () => {
  staff = await provenAdmin();
});

const lines = (count: number, line: (n: number) => string) =>
  Array.from({ length: count }, (_, n) => line(n)).join("\n");

test.each([
  ["products", "alamat;nama_id;opsi1;nilai1;harga", (n: number) => `sama;Sama;Ukuran;${n};1000`],
  ["redirects", "jenis;alamat_lama;tujuan", (n: number) => `barang;sama;tujuan-${n}`],
  ["subscribers", "email;nama", (n: number) => `sama@contoh.test;Nama ${n}`],
])("a file of %s with too many rows of one thing is refused as a whole", async (_, head, line) => {
  const id = await checkFile(staff, `${head}\n${lines(maxRowsOfThing + 1, line)}`);
  expect(await findImport(staff, id)).toMatchObject({
    problem: "thing_has_too_many_rows",
    problem_row: 2,
    counts: null,
  });
});

test("a product with the maximum number of rows is planned, and its variants above the limit are refused", async () => {
  const line = (n: number) => `sama;Sama;Ukuran;${n};Warna;murah`;
  const head = "alamat;nama_id;opsi1;nilai1;opsi2;harga";
  const id = await checkFile(staff, `${head}\n${lines(maxRowsOfThing, line)}`);
  expect((await findImport(staff, id))?.counts).toMatchObject({ rows: maxRowsOfThing, failed: 1 });
});

/** Begins a check. @returns the import and its task */
async function begin(content: string, kind: string) {
  const id = await placeUpload(staff, content);
  expect((await createImport(staff, id, "besar.csv", kind)).ok).toBe(true);
  const task = crypto.randomUUID();
  await asSeed()`
    insert into staff_tasks (id, kind, title, input, permission, started_by)
    values (${task}, ${`check-${kind}`}, 'besar.csv', ${asSeed().json({ import_id: id })}, 'imports.run', ${staff.id})`;
  await asSeed()`update imports set check_task = ${task} where id = ${id}`;
  return {
    id,
    task: { id: task, input: { import_id: id }, actorId: staff.id } as unknown as RunningTask,
  };
}

test("a chunk has few rows if their cells are long, so that the program does not keep all of a file in memory", async () => {
  const kind = kindNamed("redirects");
  const long = "x".repeat(400_000);
  const { id, task } = await begin(
    `jenis;alamat_lama;tujuan\n${lines(30, (n) => `barang;lama-${n};${long}`)}`,
    "redirects",
  );
  const read = await inTransaction((sql) => checkTask(kind).chunk(sql, task, null, undefined));
  const cursor = read.cursor as { phase: string; row: number };
  expect(cursor.phase).toBe("read");
  expect(cursor.row).toBeLessThan(20);
  const planned = await inTransaction(async (sql) => {
    const file = await readImportFile(sql, id);
    const worker = await kind.open(sql, file, {
      key: task.id,
      actorId: staff.id,
      isWriting: false,
    });
    const first = await planNext(sql, kind, worker, id, "");
    const second = await planNext(sql, kind, worker, id, first.after ?? "~");
    return { first, second };
  });
  expect(planned.first.plans.length).toBeGreaterThan(0);
  expect(planned.first.after).toBe(planned.first.plans.at(-1)?.key);
  expect(planned.first.plans.length + planned.second.plans.length).toBe(cursor.row - 1);
});

test("a retry of rows with long cells plans few rows at a time", async () => {
  const kind = kindNamed("redirects");
  const long = "x".repeat(400_000);
  const { id, task } = await begin(
    `jenis;alamat_lama;tujuan\n${lines(30, (n) => `barang;ulang-${n};${long}`)}`,
    "redirects",
  );
  for (let cursor: TaskValue = null, isRead = false; !isRead; ) {
    const read = await inTransaction((sql) => checkTask(kind).chunk(sql, task, cursor, undefined));
    cursor = read.cursor;
    isRead = (cursor as { phase?: string } | null)?.phase !== "read";
  }
  const failed = await asSeed()<TaskRow[]>`
    select row_no, 'failed' as outcome from private.import_rows where import_id = ${id} order by row_no`;
  expect(failed).toHaveLength(30);
  const planned: number[] = [];
  const measured: ImportKind = {
    ...kind,
    async open(...input) {
      const worker = await kind.open(...input);
      return {
        ...worker,
        plan(groups) {
          planned.push(groups.size);
          return worker.plan(groups);
        },
      };
    },
  };
  const { retry } = importTask(measured);
  if (!retry) throw new Error("an import cannot be retried");
  const rows = await inTransaction((sql) => retry(sql, task, failed));
  expect(rows.map(({ row_no, outcome }) => [row_no, outcome])).toEqual(
    failed.map(({ row_no }) => [row_no, "failed"]),
  );
  expect(planned.reduce((sum, size) => sum + size, 0)).toBe(30);
  expect(Math.max(...planned)).toBeLessThan(20);
});

test("rows with too many columns are not compared with the kinds", () => {
  const compared: number[] = [];
  const kind: ImportKind = {
    ...kindNamed("redirects"),
    recognise(headers) {
      compared.push(headers.length);
      return undefined;
    },
  };
  const wide = Array.from({ length: maxFileColumns + 1 }, (_, n) => `kolom ${n}`);
  const { headers } = findHeader([["judul"], wide, wide], [kind]);
  expect(headers).toEqual(wide);
  expect(compared).toEqual([1]);
});

test("an option stores at most one value above the limit, because each further value is compared with all stored ones", () => {
  const options = new Options([{ code: "size", name: { id: "Ukuran", en: "" }, values: [] }]);
  for (let n = 1; n <= 2 * maxOptionValues; n++) options.valueOf(0, "★".repeat(n));
  expect(options.all[0]?.values.length).toBe(maxOptionValues + 1);
});
