import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { accountId } from "#db/seed/accounts.server.ts";
import { diskStore } from "#integrations/storage/disk.server.ts";
import { provideStore } from "#integrations/storage/shop-store.server.ts";
import { exportFile } from "#shop/imports/export.server.ts";
import { productsKind } from "#shop/imports/products/products-kind.server.ts";
import type { Person } from "#shop/kernel/access.ts";
import { csvLine } from "#shop/kernel/csv/cell.ts";
import { permissions } from "#shop/kernel/permissions.ts";
import { undoTask } from "#shop/staff/tasks/start-task.server.ts";
import { asSeed, closeConnections, openConnections } from "#tests/support/runner/connections.ts";
import { checkFile, finishTask, startRun } from "../tests/support/builders/imports.ts";
import { databaseAddress } from "../tests/support/runner/embedded-postgres.ts";
import { removeFolder, startProgram } from "../tests/support/runner/program.ts";
import { seconds, watchMemory } from "./watch.ts";

/*
 * An import of new products, the export of the shop, the same file again, one with a new price in each row, and its undo.
 * `node --expose-gc bench/imports.ts [rows=100000] [variants a product=4]`; one JSON line. Seconds of work without the pauses of
 * the queue; memory is the growth of this process's heap and external memory over its start.
 */

const rows = Number(process.argv[2] ?? 100_000);
const perProduct = Number(process.argv[3] ?? 4);

const program = await startProgram({ env: { LOG_LEVEL: "error", ROLE: "web" } });
const folder = await mkdtemp(path.join(tmpdir(), "etalase-bench-"));
try {
  openConnections(await databaseAddress(program.dataDir), { max: 6 });
  provideStore(diskStore(folder));
  const id = accountId("admin@etalase.test");
  const staff: Person = {
    kind: "person",
    id,
    role: "ADMIN",
    email: undefined,
    permissions,
    claims: { sub: id, role: "authenticated" },
  };
  const result: Record<string, number> = { rows, variants_per_product: perProduct };
  const created = await measure("create", () => newProducts());
  result.created = created.done;
  const exported: Uint8Array[] = [];
  const memory = watchMemory();
  const begun = performance.now();
  let size = 0;
  for await (const piece of exportFile(productsKind, staff, ";") ?? []) size += piece.byteLength;
  result.export_seconds = seconds(begun);
  result.export_mib = Math.round(size / 2 ** 20);
  result.export_memory_mib = memory.stop();
  for await (const piece of exportFile(productsKind, staff, ";") ?? []) exported.push(piece);
  const text = Buffer.concat(exported).toString();
  exported.length = 0;
  await measure("unchanged", () => pieces(text));
  // `harga` is a column of digits only; each price rises by less than what a person confirms.
  const header = text.slice(0, text.indexOf("\r\n")).replace("\ufeff", "").split(";");
  const place = header.indexOf("harga");
  const repriced = text
    .split("\r\n")
    .map((line, n) => {
      if (n === 0 || line === "" || line.includes('"')) return line;
      const cells = line.split(";");
      cells[place] = String(Number(cells[place]) + 100);
      return cells.join(";");
    })
    .join("\r\n");
  const run = await measure("reprice", () => pieces(repriced));
  result.repriced = run.done;
  const undo = crypto.randomUUID();
  const undone = performance.now();
  await undoTask(staff, run.task, undo);
  await finishTask(undo);
  result.undo_seconds = seconds(undone);
  console.log(JSON.stringify(result));

  async function measure(
    name: string,
    content: () => AsyncIterable<Uint8Array>,
  ): Promise<{ task: string; done: number }> {
    const watched = watchMemory();
    const start = performance.now();
    const file = await checkFile(staff, content(), "create");
    result[`${name}_check_seconds`] = seconds(start);
    const from = performance.now();
    const task = await startRun(staff, file);
    await finishTask(task);
    result[`${name}_run_seconds`] = seconds(from);
    result[`${name}_memory_mib`] = watched.stop();
    const [row] = await asSeed()<{ done: number; failed: number }[]>`
      select done, failed from staff_tasks where id = ${task}`;
    if (row?.failed) throw new Error(`${row.failed} rows failed`);
    return { task, done: row?.done ?? 0 };
  }
} finally {
  await closeConnections();
  await program.stop();
  await removeFolder(program.dataDir);
  await rm(folder, { recursive: true, force: true });
}

async function* newProducts(): AsyncGenerator<Uint8Array> {
  const columns = [
    "alamat",
    "nama_id",
    "nama_en",
    "deskripsi_id",
    "kategori",
    "opsi1",
    "nilai1",
    "sku",
    "harga",
    "berat_gram",
    "stok",
  ];
  yield Buffer.from(csvLine(columns, ";"));
  for (let n = 0; n < rows; n += perProduct) {
    let text = "";
    for (let of = 0; of < perProduct && n + of < rows; of++) {
      const product = n / perProduct;
      text += csvLine(
        [
          `bench-${product}`,
          `Kaos nomor ${product}`,
          `Shirt number ${product}`,
          "Katun 24s dengan jahitan rantai. ".repeat(8),
          `Bench ${product % 20}`,
          "Ukuran",
          `Ukuran ${of}`,
          `BENCH-${product}-${of}`,
          String(50_000 + of * 1_000),
          "250",
          "10",
        ],
        ";",
      );
    }
    yield Buffer.from(text);
  }
}

async function* pieces(text: string): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < text.length; at += 1 << 16)
    yield Buffer.from(text.slice(at, at + (1 << 16)));
}
