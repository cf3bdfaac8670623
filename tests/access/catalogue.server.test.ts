import { expect, test } from "vitest";
import { asCaller } from "#db/client.server.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";

testDatabase();

/* Rules for every table, view and function, including future ones. Each query lists the offenders. */

const schemas = ["public", "private", "auth", "storage", "realtime", "catalogue"];

const offenders = async (rows: Promise<{ name: string }[]>) => (await rows).map((row) => row.name);

test("T1: every table has row-level security, not forced on its owner", async () => {
  const open = asSeed()<{ name: string }[]>`
    select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = any(${schemas}) and c.relkind in ('r', 'p')
      and (not c.relrowsecurity or c.relforcerowsecurity)`;
  expect(await offenders(open)).toEqual([]);
});

/** These have no caller's rights on purpose: a policy would keep searches off their indexes (docs/why/database.md). */
const publicViews = [
  "catalogue.counts",
  "catalogue.places",
  "catalogue.product_categories",
  "catalogue.product_sold",
  "catalogue.products",
];

test("T2: every view runs with the rights of its reader, and none is materialised", async () => {
  const open = asSeed()<{ name: string }[]>`
    select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = any(${schemas}) and (c.relkind in ('m', 'f') or (c.relkind = 'v'
      and not coalesce(c.reloptions && '{security_invoker=on,security_invoker=true}', false)))
    order by 1`;
  expect(await offenders(open)).toEqual(publicViews);
});

test("T3: every function has an empty search path", async () => {
  const open = asSeed()<{ name: string }[]>`
    select p.oid::regprocedure::text as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where n.nspname = any(${schemas}) and not coalesce(p.proconfig && array['search_path=""'], false)`;
  expect(await offenders(open)).toEqual([]);
});

test("no function is callable by default", async () => {
  const open = asSeed()<{ name: string }[]>`
    select p.oid::regprocedure::text as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace,
      aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a
    where n.nspname = any(${schemas}) and a.grantee = 0`;
  expect(await offenders(open)).toEqual([]);
});

test("T3: visitors and customers may call only the functions listed here", async () => {
  const callable = async (role: string) =>
    offenders(
      asSeed()<{ name: string }[]>`
        select format('%s.%s', n.nspname, p.proname) as name
        from pg_proc p join pg_namespace n on n.oid = p.pronamespace
        where n.nspname = any(${schemas}) and has_function_privilege(${role}, p.oid, 'execute')
        order by 1`,
    );
  const everybody = [
    "auth.jwt",
    "auth.role",
    "auth.uid",
    "catalogue.best_of_word",
    "catalogue.collection_members",
    "catalogue.collection_shelf",
    "catalogue.expand_search",
    "catalogue.nearest_products",
    "catalogue.read_words",
    "catalogue.search_products",
    "private.await_large_answer",
    "private.has_required_aal",
    "private.is_staff",
    "private.mark",
    "private.max_difference",
    "private.may",
    "private.newness",
    "private.refuse_large_answer",
    "private.whole_shop",
    // Triggers run with the writer's rights; the policies of realtime.messages decide (tests/compat/stored-
    // broadcasts.test.ts).
    "realtime.broadcast_changes",
    "realtime.send",
    "realtime.send_binary",
    "realtime.store_message",
    "realtime.topic",
    "storage.allow_any_operation",
    "storage.allow_only_operation",
    "storage.extension",
    "storage.filename",
    "storage.foldername",
    "storage.operation",
  ];
  expect(await callable("anon")).toEqual(everybody);
  const signedIn = [
    "private.amount_due",
    "private.awaits_photos",
    "private.awaits_proof",
    "private.is_email",
    "private.is_text",
    "private.may_add_avatar",
    "private.may_all",
    "private.may_follow_campaign",
    "private.may_join_desk",
    "public.stock_available",
  ];
  expect((await callable("authenticated")).filter((name) => !everybody.includes(name))).toEqual(
    signedIn,
  );
});

test("new objects are closed by default", async () => {
  const open = asSeed()<{ name: string }[]>`
    select format('%s for %s', d.defaclobjtype, coalesce(r.rolname, 'public')) as name
    from pg_default_acl d, aclexplode(d.defaclacl) a left join pg_roles r on r.oid = a.grantee
    where a.grantee = 0 or r.rolname in ('anon', 'authenticated')`;
  expect(await offenders(open)).toEqual([]);
});

test("internal schemas are unreachable, and no client role can create objects", async () => {
  const open = asSeed()<{ name: string }[]>`
    select format('%s: %s %s', r.rolname, privilege, n.nspname) as name
    from pg_namespace n, pg_roles r, unnest('{usage,create}'::text[]) privilege
    where r.rolname in ('anon', 'authenticated') and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
      and has_schema_privilege(r.oid, n.oid, privilege)
      and (privilege = 'create' or n.nspname in ('graphile_worker', 'migrations'))`;
  expect(await offenders(open)).toEqual([]);
});

test("T3: a function of the same name in front of a built-in one changes no answer", async () => {
  const id = "7b1f3c52-56a1-4f5d-9a53-2b8c1f0a9d11";
  await asSeed()`insert into auth.users (id, email) values (${id}, 'penyusup@etalase.test')`;
  const answer = await asCaller(
    { dbRole: "authenticated", claims: { sub: id, role: "authenticated" } },
    async (sql) => {
      // The only place where people may make things is their session's temporary schema.
      await sql`create function pg_temp.role_of(uuid) returns text language sql as $$ select 'ADMIN' $$`;
      await sql`create function pg_temp."coalesce"(boolean, boolean) returns boolean language sql as $$ select true $$`;
      await sql`create function pg_temp.uid() returns uuid language sql as $$ select null::uuid $$`;
      await sql`create temporary table profiles (id uuid, role text)`;
      await sql`insert into profiles values (${id}, 'ADMIN')`;
      await sql`set local search_path = pg_temp, public, extensions`;
      const [row] = await sql<{ staff: boolean; admin: boolean; rows: number }[]>`
        select private.is_staff() as staff, private.may('staff.edit') as admin,
          (select count(*)::int from public.profiles) as rows`;
      return row;
    },
  );
  expect(answer).toEqual({ staff: false, admin: false, rows: 1 });
});
