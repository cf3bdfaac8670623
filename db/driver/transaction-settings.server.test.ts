import { afterAll, beforeAll, expect, test } from "vitest";
import { testDatabase } from "#tests/support/runner/database.ts";
import { sqlState } from "../client.server.ts";
import { openPostgres, type PoolSql } from "../driver.server.ts";

/* As behind PgBouncer in transaction mode, on any machine: nothing may depend on the connection. */

const database = testDatabase();
let owner: PoolSql;
let visitor: PoolSql;
let shop: PoolSql;

beforeAll(async () => {
  owner = openPostgres(database.url(), { max: 1 });
  await owner.unsafe(`
    create schema kept;
    grant usage on schema kept to anon, service_role;
    create table kept.parents (id int primary key);
    create table kept.children (
      id int primary key,
      parent int references kept.parents deferrable initially deferred
    );
    grant select, insert on kept.parents, kept.children to service_role;`);
  const common = { max: 1, isPooled: true, bigints: "number" } as const;
  visitor = openPostgres(database.url(), {
    ...common,
    connection: { role: "anon", search_path: "kept, public", default_transaction_read_only: true },
  });
  shop = openPostgres(database.url(), {
    ...common,
    connection: { role: "service_role", search_path: "kept", statement_timeout: 5_000 },
  });
});
afterAll(() => Promise.all([owner.end(), visitor.end(), shop.end()]));

test("each single statement and each transaction has the settings, and no statement has a name", async () => {
  const facts = () => visitor`
    select current_user::text as who, current_setting('search_path') as path,
      current_setting('transaction_read_only') as reads,
      (select count(*)::int from pg_prepared_statements) as prepared`;
  const expected = { who: "anon", path: "kept, public", reads: "on", prepared: 0 };
  for (let time = 0; time < 3; time++) expect([...(await facts())]).toEqual([expected]);
  const inside = await visitor.begin((sql) => sql`select current_user::text as who`);
  expect([...inside]).toEqual([{ who: "anon" }]);
  expect(await visitor`insert into kept.parents values (1)`.catch(sqlState)).toBe("25006");
});

test("a single statement is reported as done once it is committed, and its refusal leaves the connection usable", async () => {
  expect(await shop`insert into children values (1, 1)`.catch(sqlState)).toBe("23503");
  expect(await shop`select 1 / 0`.catch(sqlState)).toBe("22012");
  const written = await shop`insert into parents values (1)`;
  expect(written.count).toBe(1);
  expect([...(await owner`select id from kept.parents`)]).toEqual([{ id: 1 }]);
  expect([...(await owner`select id from kept.children`)]).toEqual([]);
});

test("a setting that is refused is the error, and the statement does not run", async () => {
  const wrong = openPostgres(database.url(), {
    max: 1,
    isPooled: true,
    connection: { role: "nobody_at_all" },
  });
  try {
    const refused = wrong`insert into kept.parents values (2)`;
    await expect(refused).rejects.toThrow('role "nobody_at_all" does not exist');
    expect([...(await owner`select id from kept.parents where id = 2`)]).toEqual([]);
  } finally {
    await wrong.end();
  }
});

test("it refuses to listen, which a pooler would silently lose", async () => {
  expect(() => shop.listen("catalogue", () => undefined)).toThrow("cannot listen");
});
