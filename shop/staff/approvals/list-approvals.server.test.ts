import { beforeAll, expect, test } from "vitest";
import { inTransaction } from "#db/client.server.ts";
import { openPostgres } from "#db/driver.server.ts";
import type { Person } from "#shop/kernel/access.ts";
import { makeStaff } from "#tests/support/builders/limits.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { decidedIds } from "./decided-approvals.server.ts";
import { listApprovals } from "./list-approvals.server.ts";

const { url } = testDatabase({ demo: true });
const many = 20_000;

let warehouse: Person;
let manager: Person;
beforeAll(async () => {
  warehouse = await makeStaff("gudang", "warehouse");
  manager = await makeStaff("manajer", "manager");
  const asker = await makeStaff("peminta", "manager");
  const owner = openPostgres(url(), { max: 1, connection: { "shop.actor": "job:seed" } });
  try {
    await owner.begin(async (sql) => {
      await sql`alter table public.approvals disable trigger user`;
      // Every 200th is about stock, the others about prices.
      await sql`
        insert into public.approvals (kind, subject_id, limit_kind, amount, permissions, payload, shown, requested_by,
          requested_at, expires_at, decision, decided_at)
        select case when n % 200 = 0 then 'stock' else 'grid' end, gen_random_uuid(),
          case when n % 200 = 0 then 'write_off' else 'price_cut' end, n,
          case when n % 200 = 0 then '{stock.adjust}' else '{prices.edit}' end::text[],
          '{}', '{"title": "Uji", "changes": [], "total": 0}', ${asker.id},
          now() - n * interval '1 minute', now() - n * interval '1 minute' + interval '2 days', 'expired', now()
        from generate_series(1, ${many}) n`;
      await sql`alter table public.approvals enable trigger user`;
    });
    await owner`analyze public.approvals`;
  } finally {
    await owner.end();
  }
});

const decidedOf = (person: Person, after: string | null = null, kind: "stock" | null = null) =>
  listApprovals(person, { view: "decided", kind, after });

test("decided requests are paged newest first, as far as their reader may decide", async () => {
  const amounts: number[] = [];
  let after: string | null = null;
  do {
    const page = await decidedOf(warehouse, after);
    amounts.push(...page.approvals.map(({ amount }) => amount));
    after = page.after;
  } while (after !== null);
  expect(amounts).toEqual(Array.from({ length: many / 200 }, (_, n) => (n + 1) * 200));
  const all = await decidedOf(manager);
  expect(all.approvals.map(({ amount }) => amount)).toEqual(
    Array.from({ length: 30 }, (_, n) => n + 1),
  );
  const stock = await decidedOf(manager, null, "stock");
  expect(stock.approvals[1]).toMatchObject({ kind: "stock", amount: 400 });
});

test("a page reads as many rows for a reader who may decide few of very many requests", async () => {
  const plan = await inTransaction(async (sql) => {
    const none = sql``;
    const lines = await sql<{ "QUERY PLAN": string }[]>`
      explain (analyze, costs off) ${decidedIds(sql, warehouse, { kind: none, beyond: none, limit: 31 })}`;
    return lines.map((line) => line["QUERY PLAN"]).join("\n");
  });
  expect(plan).not.toContain("Seq Scan on approvals");
  const removed = [...plan.matchAll(/Rows Removed by Filter: (\d+)/g)].map(([, n]) => Number(n));
  expect(Math.max(0, ...removed), plan).toBeLessThan(100);
});
