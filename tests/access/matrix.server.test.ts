import { afterAll, beforeAll, expect, test } from "vitest";
import { asCaller, type Caller, type Sql } from "#db/client.server.ts";
import { openPostgres, type PoolSql } from "#db/driver.server.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { matrix, type Principal, type Rows, type TableAccess } from "./matrix.ts";
import { prepareProbers } from "./people.ts";
import {
  differences,
  expected,
  keyOf,
  observe,
  type Print,
  type Prober,
  printOf,
  type Sets,
  type Try,
} from "./probe.ts";

const database = testDatabase({ demo: true });
let probers: Prober[] = [];
let columns = new Map<string, string[]>();
let owner: PoolSql;

beforeAll(async () => {
  owner = openPostgres(database.url(), { max: 1 });
  probers = await prepareProbers();
  const rows = await asSeed()<{ name: string; columns: string[] }[]>`
    select format('%s.%s', n.nspname, c.relname) as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where n.nspname in ('public', 'storage', 'realtime') and c.relkind in ('r', 'v', 'm', 'p', 'f')
    group by 1`;
  columns = new Map(rows.map((row) => [row.name, row.columns]));
});
afterAll(() => owner.end());

const tables = Object.entries(matrix);
const columnsOf = (name: string) => columns.get(name) ?? [];

class Undo extends Error {}

/** Runs the statement as the program's endpoints do, and always rolls it back. */
const tryAsCaller: Try = async (caller, statement, values = []) => {
  let print: Print | undefined;
  await asCaller(caller, async (sql) => {
    [print] = await sql.unsafe<Print[]>(statement, [...values]);
    throw new Undo();
  }).catch((error) => {
    if (!(error instanceof Undo)) throw error;
  });
  return print;
};

async function setsOf(sql: Sql, name: string, access: TableAccess, who: Prober): Promise<Sets> {
  const print = async (where: string, values: string[] = []) => {
    const query = printOf(`(select ${keyOf(access)} as k from ${name} where ${where}) rows`);
    const [found] = await sql.unsafe<Print[]>(query, values);
    if (!found) throw new Error(name);
    return found;
  };
  return {
    none: { n: 0, digest: "" },
    ...(access.own ? { own: await print(access.own, [who.id]) } : {}),
    ...(access.public ? { public: await print(access.public) } : {}),
    all: await print("true"),
  };
}

test("every table and view that clients can name is in the matrix", () => {
  expect([...columns.keys()].sort()).toEqual(Object.keys(matrix).sort());
});

test("the demo shop has rows that distinguish the cells of the matrix", async () => {
  const dull: string[] = [];
  for (const [name, access] of tables) {
    for (const who of probers) {
      const sets = await setsOf(asSeed(), name, access, who);
      const used = new Set<Rows>([access.select[who.principal], "all", "none"]);
      const digests = [...used].flatMap((set) => sets[set]?.digest ?? []);
      if (new Set(digests).size < digests.length) dull.push(`${name} for ${who.label}`);
    }
  }
  expect(dull).toEqual([]);
});

test("no grant exists that the matrix does not name", async () => {
  const surplus: string[] = [];
  const roles = { anon: ["anon"], authenticated: ["customer", "staff", "admin"] } as const;
  for (const [name, access] of tables) {
    for (const [role, principals] of Object.entries(roles)) {
      const may = (verb: "select" | "insert" | "update", column: string) =>
        (principals as readonly Principal[]).some((principal) => {
          if (verb === "select") {
            return access.select[principal] !== "refused" && !access.unreadable?.includes(column);
          }
          const writing = access[verb];
          return writing?.rows[principal] !== "refused" && writing?.columns.includes(column);
        });
      const mayDelete = (principals as readonly Principal[]).some(
        (principal) => (access.delete?.[principal] ?? "refused") !== "refused",
      );
      const granted = await asSeed()<{ verb: string; column: string; granted: boolean }[]>`
        select verb, c as column, has_column_privilege(${role}, ${name}, c, verb) as granted
        from unnest(${columnsOf(name)}::text[]) c, unnest('{select,insert,update,references}'::text[]) verb`;
      for (const { verb, column, granted: isGranted } of granted) {
        const isMeant = verb === "references" ? false : may(verb as "select", column);
        if (isGranted !== Boolean(isMeant))
          surplus.push(`${role} ${verb} ${name}.${column}: ${isGranted}`);
      }
      const whole = await asSeed()<{ verb: string; granted: boolean }[]>`
        select verb, has_table_privilege(${role}, ${name}, verb) as granted
        from unnest('{delete,truncate,trigger}'::text[]) verb`;
      for (const { verb, granted: isGranted } of whole) {
        const isMeant = verb === "delete" && mayDelete;
        if (isGranted !== isMeant) surplus.push(`${role} ${verb} ${name}: ${isGranted}`);
      }
    }
  }
  expect(surplus).toEqual([]);
});

test("I8, T42: the real access of each role matches the matrix, cell by cell", {
  timeout: 240_000,
}, async () => {
  const wrong: string[] = [];
  let cells = 0;
  for (const [name, access] of tables) {
    await Promise.all(
      probers.map(async (who) => {
        const sets = await setsOf(asSeed(), name, access, who);
        const seen = await observe(tryAsCaller, who, name, access, columnsOf(name), sets);
        cells += seen.size;
        wrong.push(...differences(name, who, seen, expected(who, access, columnsOf(name))));
      }),
    );
  }
  expect(wrong).toEqual([]);
  expect(cells).toBeGreaterThan(4_000);
});

/** Changes something in a transaction that is rolled back, and probes one table with the change. */
async function noticedWhen(statement: string, name: string): Promise<string[]> {
  const access = matrix[name];
  if (!access) throw new Error(name);
  const sets = new Map<string, Sets>();
  for (const who of probers) sets.set(who.label, await setsOf(asSeed(), name, access, who));
  const noticed: string[] = [];
  await owner
    .begin(async (sql) => {
      await sql.unsafe(statement);
      const attempt: Try = async (caller: Caller, query, values = []) => {
        let print: Print | undefined;
        await sql
          .savepoint(async (inner) => {
            await inner`
              select set_config('role', ${caller.dbRole}, true),
                set_config('request.jwt.claims', ${JSON.stringify(caller.claims)}, true)`;
            [print] = await inner.unsafe<Print[]>(query, [...values]);
            throw new Undo();
          })
          .catch((error) => {
            if (!(error instanceof Undo)) throw error;
          });
        return print;
      };
      for (const who of probers) {
        const seen = await observe(attempt, who, name, access, [], sets.get(who.label) ?? {});
        noticed.push(...differences(name, who, seen, expected(who, access, [])));
      }
      throw new Undo();
    })
    .catch((error) => {
      if (!(error instanceof Undo)) throw error;
    });
  return noticed;
}

test("an intact schema gives no finding", async () => {
  expect(await noticedWhen("select 1", "public.orders")).toEqual([]);
});

test("a table without its row-level security is noticed", { timeout: 120_000 }, async () => {
  const open = tables.filter(([, { select }]) =>
    Object.values(select).some((rows) => rows !== "refused"),
  );
  const unnoticed: string[] = [];
  for (const [name, { select }] of open) {
    // Where every principal reads all rows, policies have no effect.
    if (Object.values(select).every((rows) => rows === "all")) continue;
    const noticed = await noticedWhen(`alter table ${name} disable row level security`, name);
    if (noticed.length === 0) unnoticed.push(name);
  }
  expect(unnoticed).toEqual([]);
});

test("every policy that is dropped or opened is noticed", { timeout: 120_000 }, async () => {
  const policies = await asSeed()<{ name: string; policy: string }[]>`
    select format('%s.%s', schemaname, tablename) as name, policyname as policy from pg_policies
    where schemaname in ('public', 'storage', 'realtime') and policyname <> 'the shop itself may do everything'
      -- Nobody here has a second factor; second-factor.server.test.ts gives one.
      and policyname <> 'a second factor that exists was used'
    order by 1, 2`;
  expect(policies.length).toBeGreaterThan(20);
  const unnoticed: string[] = [];
  for (const { name, policy } of policies) {
    // Its policies need a topic; tests/compat/realtime.test.ts joins with and without the right.
    if (name === "realtime.messages") continue;
    // These policies only restrict, and nothing is granted here; tests/compat/storage-access.test.ts tests both.
    if (name.startsWith("storage.")) continue;
    if ((await noticedWhen(`drop policy "${policy}" on ${name}`, name)).length === 0) {
      unnoticed.push(`dropped: ${policy} on ${name}`);
    }
    const access = matrix[name];
    if (access && Object.values(access.select).every((rows) => rows === "all")) continue;
    const opened = `alter policy "${policy}" on ${name} using (true)`;
    if ((await noticedWhen(opened, name)).length === 0)
      unnoticed.push(`opened: ${policy} on ${name}`);
  }
  expect(unnoticed).toEqual([]);
});
