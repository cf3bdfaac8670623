import { beforeAll, expect, test } from "vitest";
import { countLine } from "#shop/catalogue/stock/stocktakes/count-line.server.ts";
import {
  createStocktake,
  moveStocktake,
  startStocktake,
} from "#shop/catalogue/stock/stocktakes/create-stocktake.server.ts";
import type { Person } from "#shop/kernel/access.ts";
import { findTask } from "#shop/staff/tasks/read-tasks.server.ts";
import { exportText, importFile } from "#tests/support/builders/imports.ts";
import { testStore } from "#tests/support/builders/media.ts";
import { failures, fileOf, rowsOf, undoRun } from "#tests/support/builders/sheet-files.ts";
import { openTestProviders, provenAdmin } from "#tests/support/builders/shop.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";

testDatabase({ demo: true, max: 4 });
testStore();

let staff: Person;
beforeAll(async () => {
  openTestProviders();
  staff = await provenAdmin();
});

test("counts of a stocktake count once however often a file runs, undoing takes back exactly them, and a closed stocktake is left alone", async () => {
  const id = crypto.randomUUID();
  await createStocktake(staff, {
    id,
    name: "Opname berkas",
    scope: "all",
    category_id: null,
    query: "",
    is_blind: true,
    recount_over: null,
  });
  await startStocktake(staff, id);
  const figures = () =>
    asSeed()`
      select variant_id, counted, counters, position from private.stocktake_figures(${id}) where counted is not null order by 1`;
  const exported = rowsOf(await exportText(staff, "counts"));
  const [first, second, third, fourth] = exported;
  if (!first?.sku || !second?.sku || !third?.sku || !fourth) throw new Error("no lines");
  // A blind count tells nobody what should be there.
  expect(Object.keys(first)).not.toContain("stok");
  await countLine(staff, id, { how: "scan", key: crypto.randomUUID(), code: second.sku });
  const before = await figures();
  const untouched = await importFile(staff, fileOf(exported));
  expect(await findTask(staff, untouched)).toMatchObject({ failed: 0 });
  expect(await figures()).toEqual(before);

  const file = fileOf([
    { opname: "opname berkas", sku: first.sku.toLowerCase(), hitungan: "12" },
    { opname: id, sku: second.sku, hitungan: "1.005" },
    { opname: id, sku: third.sku, hitungan: "0" },
    { opname: id, sku: "TIDAK-ADA", hitungan: "1" },
    { opname: "lain", sku: third.sku, hitungan: "1" },
    { opname: id, sku: fourth.sku ?? "", hitungan: "-3" },
    { opname: id, sku: exported[4]?.sku ?? "", hitungan: "9999999" },
  ]);
  const task = await importFile(staff, file);
  expect(await failures(task)).toEqual([
    { row_no: 5, code: "not_in_stocktake", field: null },
    { row_no: 6, code: "stocktake_unknown", field: null },
    { row_no: 7, code: "number_invalid", field: "hitungan" },
    { row_no: 8, code: "number_too_large", field: "hitungan" },
  ]);
  const counted = async () => (await figures()).map(({ counted: n }) => n).sort();
  expect(await counted()).toEqual([0, 1_005, 12]);
  await importFile(staff, file);
  expect(await counted()).toEqual([0, 1_005, 12]);
  expect(await failures(await undoRun(staff, task))).toEqual([]);
  // The first line and the third are uncounted again, not counted as nothing; the scan stays.
  expect(await figures()).toEqual(before);

  const last = await importFile(staff, file);
  await moveStocktake(staff, id, "review");
  expect(new Set((await failures(await undoRun(staff, last))).map(({ code }) => code))).toEqual(
    new Set(["stocktake_state"]),
  );
  expect(await counted()).toEqual([0, 1_005, 12]);
});

test("an emoji at the length limit of a stocktake's name or a SKU fails only its row", async () => {
  const long = `${"a".repeat(99)}😀z`;
  const task = await importFile(
    staff,
    fileOf([
      { opname: long, sku: "A", hitungan: "1" },
      { opname: "lain", sku: long, hitungan: "1" },
    ]),
  );
  expect(await findTask(staff, task)).toMatchObject({ state: "done", failed: 2 });
});
