import { expect, test } from "vitest";
import { asCaller } from "#db/client.server.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { accountId } from "../../db/seed/accounts.server.ts";

testDatabase({ demo: true });

/** Tables of signed-in people: those that a visitor may not read. */
const guardedTables = async () =>
  asSeed()<{ name: string; is_guarded: boolean }[]>`
    select c.oid::regclass::text as name, exists (
      select from pg_policies p where p.schemaname = 'public' and p.tablename = c.relname
        and p.permissive = 'RESTRICTIVE' and p.cmd = 'ALL' and 'authenticated' = any (p.roles)
        and p.qual like '%has_required_aal%' and p.with_check like '%has_required_aal%') as is_guarded
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
      and has_any_column_privilege('authenticated', c.oid, 'select')
      and not has_any_column_privilege('anon', c.oid, 'select')
    order by 1`;

test("every table of signed-in people requires the second factor", async () => {
  const tables = await guardedTables();
  expect(tables.length).toBeGreaterThan(10);
  expect(tables.filter((table) => !table.is_guarded)).toEqual([]);
});

test("with a second factor, a stolen password alone reads and changes nothing", async () => {
  const admin = accountId("admin@etalase.test");
  const as = (aal: string) => ({
    dbRole: "authenticated" as const,
    claims: { sub: admin, role: "authenticated", aal },
  });
  const count = (aal: string, table: string) =>
    asCaller(as(aal), async (sql) => {
      const [row] = await sql<{ rows: number }[]>`
        select count(*)::int as rows from (select from ${sql(table)} limit 5) some_rows`;
      return row?.rows ?? 0;
    });
  const tables = (await guardedTables()).map(({ name }) => name.replace(/^public\./, ""));
  const before = new Map<string, number>();
  for (const table of tables) before.set(table, await count("aal1", table));
  expect([...before.values()].filter((rows) => rows > 0).length).toBeGreaterThan(5);

  await asSeed()`
    insert into auth.mfa_factors (user_id, friendly_name, factor_type, status)
    values (${admin}, 'HP', 'totp', 'verified')`;
  for (const table of tables) {
    expect(await count("aal1", table), table).toBe(0);
    expect(await count("aal2", table), table).toBe(before.get(table));
  }
  const rename = (aal: string) =>
    asCaller(as(aal), (sql) => sql`update profiles set full_name = 'Pencuri' where id = ${admin}`);
  expect((await rename("aal1")).count).toBe(0);
  expect((await rename("aal2")).count).toBe(1);
});
