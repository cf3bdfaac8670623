import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import {
  createStocktake,
  startStocktake,
} from "#shop/catalogue/stock/stocktakes/create-stocktake.server.ts";
import type { Person } from "#shop/kernel/access.ts";
import { findTask } from "#shop/staff/tasks/read-tasks.server.ts";
import { undoTask } from "#shop/staff/tasks/start-task.server.ts";
import { finishTask, importFile } from "#tests/support/builders/imports.ts";
import { testStore } from "#tests/support/builders/media.ts";
import { failures, fileOf, type Row } from "#tests/support/builders/sheet-files.ts";
import { openTestProviders, provenAdmin } from "#tests/support/builders/shop.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { isWholeRun } from "#tests/support/runner/whole-run.ts";
import { kindNamed } from "./kinds.server.ts";

/*
 * For every kind whose rows are things: whatever a person writes into its export, the run, its repetition and its undoing are
 * as they should be. `npm run verify -- imports` tries many more files, with a new seed; SEED=7 repeats a run.
 */

testDatabase({ demo: true, max: 4 });
testStore();

const numRuns = isWholeRun ? 60 : 4;
const seed = Number(process.env.PROPERTY_SEED ?? 20_261_124);
/** Rows of an export that a file has, so that a long one is quick too. */
const maxRows = 40;

let staff: Person;
beforeAll(async () => {
  openTestProviders();
  staff = await provenAdmin();
  const sql = asSeed();
  await sql`insert into customer_groups (name) values ('Grosir'), ('Reseller') on conflict do nothing`;
  await sql`
    insert into promotions (name, class, type, value, ends_at, enabled)
    select json_build_object('id', 'Uji ' || n, 'en', ''), 'order', 'fixed', 5000 + n, now() + n * interval '1 day', n % 2 = 0
    from generate_series(1, 4) n`;
  const id = crypto.randomUUID();
  await createStocktake(staff, {
    id,
    name: "Opname acak",
    scope: "all",
    category_id: null,
    query: "",
    is_blind: true,
    recount_over: null,
  });
  await startStocktake(staff, id);
});

interface Subject {
  readonly name: string;
  /** Everything that the kind writes, but versions, times of changes and sets, whose order says nothing. */
  readonly state: () => Promise<unknown>;
  /** Cells that name a thing, mostly a new one. */
  readonly fresh: (n: number) => Row;
}

const rowsOfTable = (table: string, left: readonly string[], order: string) => () =>
  asSeed().unsafe(
    `select to_jsonb(t) - '{${["version", "updated_at", "search", ...left].join(",")}}'::text[] as row from ${table} t order by ${order}`,
  );

const subjects: readonly Subject[] = [
  {
    name: "rates",
    state: rowsOfTable("shipping_rates", [], "method_id, zone_id"),
    fresh: () => ({}),
  },
  {
    name: "postcodes",
    state: () => asSeed()`select code, postal_code from regions order by code limit 500`,
    fresh: (n) => ({ kode_wilayah: `11.01.01.20${String(n % 90).padStart(2, "0")}` }),
  },
  {
    name: "codes",
    state: rowsOfTable("promo_codes", [], "code"),
    fresh: (n) => ({ kode: `ACAK-${n}` }),
  },
  {
    name: "promotions",
    state: rowsOfTable("promotions", ["combines_with"], "id"),
    fresh: (n) => ({ promosi: `Promosi ${n}` }),
  },
  {
    name: "customers",
    state: () => asSeed()`
      select u.email, u.encrypted_password, u.email_confirmed_at, p.full_name, p.phone, p.language, p.role, p.created_at,
        array(select g.name from customer_group_members m join customer_groups g on g.id = m.group_id
          where m.customer_id = u.id order by 1) as groups
      from auth.users u join profiles p on p.id = u.id order by u.email`,
    fresh: (n) => ({ email: `acak-${n}@uji.test` }),
  },
  {
    name: "redirects",
    state: rowsOfTable("slug_redirects", ["created_at"], "kind, old_slug"),
    fresh: (n) => ({ alamat_lama: `alamat-lama-${n}` }),
  },
  {
    name: "counts",
    state: () => asSeed()`
      select variant_id, pieces, counted_by from private.standing_counts order by variant_id, id`,
    fresh: () => ({}),
  },
];

/** Cells that people and spreadsheets write, in whatever column. */
const texts = [
  ...[
    "-",
    "0",
    "1",
    "7",
    "12",
    "12.500",
    "1,5 jt",
    "99999",
    "-5",
    "ya",
    "tidak",
    "persen",
    "potongan",
  ],
  ...[
    "barang",
    "kategori",
    "Grosir | Reseller",
    "en",
    "0812 1111 2222",
    "2026-12-01 08:00",
    "1/1/2027",
  ],
  ...["0-1000=9000|1000-=15000", "=1+1", "Nama <b>", "jenjang berat", "tetap", " ", "\u00e9\u4e2d"],
];

/** A cell of a row becomes another text, or that of the same column in another row; or a new row is made of a row. */
const step = fc.record({
  row: fc.nat(maxRows - 1),
  column: fc.nat(40),
  text: fc.oneof(
    fc.constantFrom(...texts),
    fc.nat(maxRows - 1).map((row) => ({ row })),
  ),
  fresh: fc.option(fc.nat(60), { freq: 4 }),
});

/** The first rows of an export. */
async function exportedOf(name: string): Promise<readonly Row[]> {
  const { columns, exportRows } = kindNamed(name);
  const { rows } = await exportRows(asSeed(), null);
  return rows
    .slice(0, maxRows)
    .map((cells) => Object.fromEntries(columns.map((column, n) => [column, cells[n] ?? ""])));
}
const pick = <T>(all: readonly T[], at: number): T => {
  const found = all[at % all.length];
  if (found === undefined) throw new Error("nothing to pick from");
  return found;
};

test.each(subjects.map((subject) => [subject.name, subject] as const))(
  "%s: random edits of an export run, change nothing when they run again, and are undone to the shop as it was",
  async (name, { state, fresh }) => {
    if (name === "redirects") {
      await asSeed()`
        select private.set_redirect('product', 'lama-' || slug, id) from products order by slug limit 5`;
    }
    const exported = await exportedOf(name);
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 10 }), async (steps) => {
        const before = await state();
        const rows = exported.map((row) => ({ ...row }));
        for (const { row, column, text, fresh: n } of steps) {
          const source = pick(rows, row);
          const key = n === null ? {} : fresh(n);
          const target = Object.keys(key).length > 0 ? { ...source, versi: "", ...key } : source;
          if (target !== source) rows.push(target);
          const free = Object.keys(target).filter((one) => one !== "versi" && !(one in key));
          const changed = pick(free, column);
          target[changed] =
            typeof text === "string" ? text : (pick(exported, text.row)[changed] ?? "");
        }
        const task = await importFile(staff, fileOf(rows));
        expect(await findTask(staff, task)).toMatchObject({ state: "done" });
        const after = await state();
        const again = await importFile(staff, fileOf(rows));
        expect(await findTask(staff, again)).toMatchObject({ state: "done" });
        expect(await state(), "the same file again").toEqual(after);
        const id = crypto.randomUUID();
        const started = await undoTask(staff, task, id);
        // Every edit was refused, or changed nothing.
        if (!started.ok) expect(started.problem).toBe("task_state");
        else {
          await finishTask(id);
          expect(await failures(id), "left by undoing").toEqual([]);
        }
        expect(await state(), "undone").toEqual(before);
      }),
      { numRuns, seed },
    );
  },
  isWholeRun ? 3_600_000 : 60_000,
);
