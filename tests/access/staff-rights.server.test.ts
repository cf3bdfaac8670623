import { afterAll, beforeAll, expect, test } from "vitest";
import { asCaller, type Sql } from "#db/client.server.ts";
import { openPostgres, type PoolSql } from "#db/driver.server.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { accountId } from "../../db/seed/accounts.server.ts";
import { prepareProbers } from "./people.ts";

/*
 * Every right of staff requires the second factor, the session and the account: policies and callable functions check
 * roles only through `private.is_staff()` or `private.may()`.
 */

const database = testDatabase({ demo: true });
let owner: PoolSql;
beforeAll(async () => {
  owner = openPostgres(database.url(), { max: 1 });
  await prepareProbers();
});
afterAll(() => owner.end());

const schemas = ["public", "storage", "realtime"];
/** SQL that checks a role without checking the session, the account and the factor. */
const bypass = String.raw`role_of\(|\mprofiles\.role\M|\mrole\M *(=|in|<>) *.{0,12}'(USER|ADMIN)'|'(USER|ADMIN)'::text|raw_app_meta_data|app_metadata`;

interface Finding {
  readonly name: string;
}

const policiesThatBypass = (sql: Sql) => sql<Finding[]>`
  select format('%s.%s: %s', schemaname, tablename, policyname) as name from pg_policies
  where schemaname = any(${schemas}) and roles && '{public,anon,authenticated}'
    and concat(qual, ' ', with_check) ~ ${bypass}`;

/** `private.standing()`, which only the shop itself may call, is the one place that reads a caller's role. */
const functionsThatBypass = (sql: Sql) => sql<Finding[]>`
  select p.oid::regprocedure::text as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
  where n.nspname in ('public', 'private', 'storage', 'realtime', 'auth') and p.prosrc ~ ${bypass}
    and p.proname not in ('is_staff', 'may')
    and (has_function_privilege('anon', p.oid, 'execute') or has_function_privilege('authenticated', p.oid, 'execute'))`;

test("every policy and callable function that checks a role also checks the second factor", async () => {
  expect(await policiesThatBypass(asSeed())).toEqual([]);
  expect(await functionsThatBypass(asSeed())).toEqual([]);
  const [asked] = await asSeed()<{ all: boolean; n: number }[]>`
    select bool_and(prosrc like '%private.standing()%') as all, count(*)::int as n from pg_proc
    where oid in ('private.is_staff()'::regprocedure, 'private.may(text)'::regprocedure,
      'private.has_required_aal()'::regprocedure)`;
  expect(asked).toEqual({ all: true, n: 3 });
});

test("the catalogue finds a policy and a function that bypass the condition", async () => {
  const undone = new Error("undone");
  await owner
    .begin(async (sql) => {
      await sql`
        create policy "staff by role" on public.products for select to authenticated
        using ((select role from public.profiles where profiles.id = auth.uid()) = 'ADMIN')`;
      await sql`
        create policy "staff by function" on public.orders for select to authenticated
        using (private.role_of(auth.uid()) = 'ADMIN')`;
      await sql.unsafe(`
        create function public.am_staff() returns boolean language sql stable security definer set search_path = ''
        as $$ select role in ('USER', 'ADMIN') from public.profiles where id = auth.uid() $$;
        grant execute on function public.am_staff() to authenticated`);
      const policies = await policiesThatBypass(sql);
      expect(policies.map(({ name }) => name).sort()).toEqual([
        "public.orders: staff by function",
        "public.products: staff by role",
      ]);
      expect((await functionsThatBypass(sql)).map(({ name }) => name)).toEqual(["am_staff()"]);
      throw undone;
    })
    .catch((error) => {
      if (error !== undone) throw error;
    });
});

test("every table that people write to checks the second factor, the session and the account", async () => {
  const open = await asSeed()<Finding[]>`
    select c.oid::regclass::text as name from pg_class c
    where c.relnamespace = any(${schemas}::regnamespace[]) and c.relkind in ('r', 'p')
      and (has_any_column_privilege('authenticated', c.oid, 'insert')
        or has_any_column_privilege('authenticated', c.oid, 'update')
        or has_table_privilege('authenticated', c.oid, 'delete'))
      and not exists (
        select from pg_policy p where p.polrelid = c.oid and not p.polpermissive and p.polcmd = '*'
          and pg_get_expr(p.polqual, c.oid) like '%has_required_aal%'
          and pg_get_expr(p.polwithcheck, c.oid) like '%has_required_aal%')`;
  expect(open).toEqual([]);
});

test("staff with a second factor and only a password see what a customer sees, in every table", async () => {
  const admin = accountId("admin@etalase.test");
  await asSeed()`
    insert into auth.mfa_factors (user_id, friendly_name, factor_type, status)
    values (${admin}, 'HP', 'totp', 'verified')`;
  const [stranger] = await asSeed()<{ id: string }[]>`
    insert into auth.users (email) values ('orang-baru@shop.test') returning id`;
  const tables = await asSeed()<Finding[]>`
    select distinct c.oid::regclass::text as name from pg_policy p join pg_class c on c.oid = p.polrelid
    where c.relnamespace = any(${schemas}::regnamespace[])
      and pg_get_expr(p.polqual, c.oid) ~ 'private.(is_staff|may)[(]' order by 1`;
  expect(tables.length).toBeGreaterThan(20);
  const rows = (id: string, aal: string, name: string) =>
    asCaller(
      { dbRole: "authenticated", claims: { sub: id, role: "authenticated", aal } },
      async (sql) => {
        const [row] = await sql<{ n: number }[]>`
          select count(*)::int as n from ${sql(name)} where true`;
        return row?.n ?? 0;
      },
    );
  let more = 0;
  for (const { name } of tables) {
    const isOwn = name === "profiles" ? 1 : 0;
    const customer = (await rows(stranger?.id ?? "", "aal1", name)) - isOwn;
    expect(await rows(admin, "aal1", name), name).toBe(customer);
    if ((await rows(admin, "aal2", name)) > customer) more++;
  }
  // With the factor the same claims see more, so the comparison above is meaningful.
  expect(more).toBeGreaterThan(15);
});
