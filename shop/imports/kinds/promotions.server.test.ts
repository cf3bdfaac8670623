import { beforeAll, expect, test } from "vitest";
import type { Person } from "#shop/kernel/access.ts";
import { findTask } from "#shop/staff/tasks/read-tasks.server.ts";
import { exportText, importFile } from "#tests/support/builders/imports.ts";
import { testStore } from "#tests/support/builders/media.ts";
import {
  failures,
  fileOf,
  type Row,
  rowsOf,
  undoRun,
} from "#tests/support/builders/sheet-files.ts";
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

const stored = () => asSeed()`
  select id, name, class, type, value, max_discount, min_subtotal, starts_at, ends_at, enabled, automatic, usage_limit, budget, priority
  from promotions order by id`;

test("promotions go out and in unchanged; a change, a new one and their undo leave the table as it was; one with codes stays", async () => {
  // Ended by hand, not at a whole minute.
  await asSeed()`
    insert into promotions (name, class, type, value, ends_at, enabled)
    values ('{"id": "Sudah diakhiri", "en": ""}', 'order', 'fixed', 5000, now() - interval '1 day', false)`;
  const before = await stored();
  const exported = rowsOf(await exportText(staff, "promotions"));
  expect(exported.length).toBeGreaterThan(2);
  const same = await importFile(staff, fileOf(exported));
  expect(await findTask(staff, same)).toMatchObject({ failed: 0 });
  expect(await stored()).toEqual(before);

  const known = exported.find(({ promosi }) => promosi === "Sudah diakhiri");
  const blank = Object.fromEntries(Object.keys(exported[0] ?? {}).map((column) => [column, ""]));
  const make = (promosi: string, more: Row): Row => ({ ...blank, promosi, ...more });
  const task = await importFile(
    staff,
    fileOf([
      { ...known, nilai: "7.500", min_belanja: "100rb" },
      make("Hari ibu", {
        jenis: "persen",
        nilai: "10",
        mulai: "22/12/2026",
        berakhir: "22/12/2026",
      }),
      make("Punya kode", { jenis: "gratis ongkir" }),
      make("Terlalu banyak", { jenis: "persen", nilai: "101" }),
      make("Terbalik", {
        jenis: "potongan",
        nilai: "1",
        mulai: "2026-12-02",
        berakhir: "2026-12-01",
      }),
      make("Tidak ada hari", { jenis: "potongan", nilai: "1", mulai: "31/02/2026" }),
      make("Beli satu", { jenis: "beli x dapat y", nilai: "100" }),
      make("Tanpa jenis", { nilai: "1" }),
    ]),
  );
  expect(await failures(task)).toEqual([
    { row_no: 5, code: "percent_invalid", field: "nilai" },
    { row_no: 6, code: "promotion_ends_before_start", field: "berakhir" },
    { row_no: 7, code: "date_invalid", field: "mulai" },
    { row_no: 8, code: "promotion_type_by_screen", field: "jenis" },
    { row_no: 9, code: "required", field: "jenis" },
  ]);
  const [made] = await asSeed()`
    select enabled, automatic, created_by, to_char(starts_at at time zone 'Asia/Jakarta', 'YYYY-MM-DD HH24:MI') as starts,
      to_char(ends_at at time zone 'Asia/Jakarta', 'YYYY-MM-DD HH24:MI:SS') as ends
    from promotions where name ->> 'id' = 'Hari ibu'`;
  expect(made).toEqual({
    enabled: false,
    automatic: false,
    created_by: staff.id,
    starts: "2026-12-22 00:00",
    ends: "2026-12-22 23:59:59",
  });
  await asSeed()`
    insert into promo_codes (code, promotion_id) select 'PUNYA-KODE', id from promotions where name ->> 'id' = 'Punya kode'`;
  expect(await failures(await undoRun(staff, task))).toMatchObject([
    { row_no: 4, code: "promotion_in_use" },
  ]);
  await asSeed()`delete from promotions where name ->> 'id' = 'Punya kode'`;
  expect(await stored()).toEqual(before);
});
