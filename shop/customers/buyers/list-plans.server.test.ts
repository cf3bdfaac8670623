import { beforeAll, expect, test } from "vitest";
import { asShop } from "#db/client.server.ts";
import { openPostgres } from "#db/driver.server.ts";
import { readListState } from "#shop/staff/filters/list-state.ts";
import { demoPerson } from "#tests/support/builders/shop.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { isWholeRun } from "#tests/support/runner/whole-run.ts";
import { type BuyerField, buyerFields, buyerSorts } from "./buyer-fields.ts";
import { buyersPerPage, listBuyers } from "./list-buyers.server.ts";

/* With one connection, the statistics include each statement before the next one runs. */
const { url } = testDatabase({ demo: true, max: 1 });
const admin = demoPerson("admin@etalase.test");
const buyers = isWholeRun ? 100_000 : 12_000;

beforeAll(async () => {
  const owner = openPostgres(url(), { max: 1, connection: { "shop.actor": "job:seed" } });
  try {
    await owner`
      insert into public.buyers (mailbox, email, name, phone, orders, spent, last_order_at, region_code, tags, created_at)
      select 'pembeli' || n || '@contoh.test', 'pembeli' || n || '@contoh.test',
        (array['Dewi', 'Andi', 'Putri', 'Rizky'])[n % 4 + 1] || ' ' || md5(n::text), '+6281' || 200000000 + n,
        n % 7, n % 7 * 150000 + n, case when n % 7 > 0 then now() - n * interval '5 minutes' end,
        (array['3273', '3171', '3578'])[n % 3 + 1] || '010001', case when n % 50 = 0 then array['grosir'] else '{}' end,
        now() - n * interval '5 minutes'
      from generate_series(1, ${buyers}::int) n`;
    // A few buyers of each kind among many.
    await owner`
      update public.buyers set name = 'Xaverius Langka', tags = '{langka}', orders = 900, spent = 900000000,
        region_code = '9471010001' where mailbox in ('pembeli9000@contoh.test', 'pembeli9001@contoh.test')`;
    await owner`vacuum analyze public.buyers`;
  } finally {
    await owner.end();
  }
}, 120_000);

/** Scans so far: of each index, and of whole tables with thousands of rows. */
async function scans(): Promise<{ indexes: Map<string, number>; tables: Map<string, number> }> {
  // Each connection flushes only its own statistics, so this uses the connection of the list.
  const sql = asShop();
  await sql`select pg_stat_force_next_flush()`;
  const indexes = await sql<{ name: string; n: number }[]>`
    select indexrelname as name, idx_scan::int as n from pg_stat_user_indexes`;
  const tables = await sql<{ name: string; n: number }[]>`
    select relname as name, seq_scan::int as n from pg_stat_user_tables where relname = 'buyers'`;
  const map = (rows: readonly { name: string; n: number }[]) =>
    new Map(rows.map(({ name, n }) => [name, n]));
  return { indexes: map(indexes), tables: map(tables) };
}

async function scansOf(query: Readonly<Record<string, string>>) {
  const state = readListState(new URLSearchParams(query), buyerFields, buyerSorts);
  if (!state.ok) throw new Error(JSON.stringify(state.problem));
  const before = await scans();
  const listed = await listBuyers(admin, state.value);
  if (!listed.ok) throw new Error(listed.problem.code);
  const after = await scans();
  const grown = (one: Map<string, number>, other: Map<string, number>) =>
    [...other].flatMap(([name, n]) => (n > (one.get(name) ?? 0) ? [name] : []));
  return {
    found: listed.value.buyers.length,
    indexes: grown(before.indexes, after.indexes),
    tables: grown(before.tables, after.tables),
  };
}

test.each([
  ["newest", "buyers_newest"],
  ["spent", "buyers_spent"],
  ["last_order", "buyers_last_order"],
])("the order %s reads the index %s and not the whole table", async (sort, index) => {
  const { indexes, tables, found } = await scansOf({ sort });
  expect([tables, found]).toEqual([[], buyersPerPage]);
  expect(indexes).toContain(index);
});

const filters: Readonly<Record<BuyerField, string>> = {
  has_account: "has_account.is:no",
  orders: "orders.gte:900",
  spent: "spent.gte:900000000",
  last_order: "last_order.until:2001-01-01",
  province: "province.any:94",
  tag: "tag.any:langka",
};
test.each(Object.entries(filters))(
  "a rare value of the field %s is found by the index that the field names",
  async (field, filter) => {
    const { indexes, tables } = await scansOf({ filter });
    expect(tables).toEqual([]);
    // Every buyer here is a guest, so the planner may use the index of the sort instead.
    const own = buyerFields[field as BuyerField].index;
    expect(
      indexes.some((name) => name === own || (field === "has_account" && name === "buyers_newest")),
    ).toBe(true);
  },
);

test.each([
  ["pembeli9000@contoh.test", 1, "buyers_email"],
  ["200009001", 1, "buyers_phone"],
  ["xaverius", 2, "buyers_name"],
])("a search for %s reads an index", async (q, count, index) => {
  const { indexes, tables, found } = await scansOf({ q });
  expect([tables, found]).toEqual([[], count]);
  expect(indexes).toContain(index);
});
