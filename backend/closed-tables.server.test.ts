import { expect, test } from "vitest";
import { asCaller, sqlState } from "#db/client.server.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";

testDatabase();

/** Backend tables that every role may query although policies show no rows by default. */
const askable = ["realtime.messages", "storage.buckets", "storage.objects"];
const person = {
  dbRole: "authenticated",
  claims: { sub: "7b1f3c52-56a1-4f5d-9a53-2b8c1f0a9d11" },
} as const;
const visitor = { dbRole: "anon", claims: {} } as const;

const tables = () => asSeed()<{ name: string; secured: boolean }[]>`
  select c.oid::regclass::text as name, c.relrowsecurity as secured
  from pg_class c where c.relkind = 'r' and c.relnamespace::regnamespace::text
    in ('auth', 'storage', 'realtime', 'private') order by 1`;

test("T1: no visitor and no person reads or writes a table of the backend", async () => {
  const all = await tables();
  expect(all.length).toBeGreaterThan(15);
  for (const { name, secured } of all) {
    expect([name, secured]).toEqual([name, true]);
    for (const caller of [visitor, person]) {
      const read = await asCaller(caller, (sql) => sql.unsafe(`select * from ${name}`)).then(
        (rows) => rows.length,
        sqlState,
      );
      expect([name, read]).toEqual([name, askable.includes(name) ? 0 : "42501"]);
      for (const statement of [`delete from ${name}`, `insert into ${name} default values`]) {
        const outcome = await asCaller(caller, (sql) => sql.unsafe(statement)).then(
          (rows) => rows.count,
          sqlState,
        );
        // 23502: the insert reached the table, where a column was missing. 0: there was no visible row to
        // delete.
        const refusals = askable.includes(name) ? ["42501", "23502", 0] : ["42501"];
        expect(refusals, `${statement} as ${caller.dbRole}`).toContain(outcome);
      }
    }
  }
});

test("no visitor and no person may send, publish or queue", async () => {
  for (const call of [
    "realtime.publish('{}')",
    "private.enqueue('deliver-mail')",
    "private.notify_ban()",
  ]) {
    for (const caller of [visitor, person]) {
      const outcome = await asCaller(caller, (sql) => sql.unsafe(`select ${call}`)).catch(sqlState);
      expect([call, outcome]).toEqual([call, "42501"]);
    }
  }
});

test("a send to a topic without a policy stores nothing and does not fail the transaction", async () => {
  for (const caller of [visitor, person]) {
    for (const call of ["send('{}', 'e', 't')", "send_binary('\\x00', 'e', 't')"]) {
      await asCaller(caller, (sql) => sql.unsafe(`select realtime.${call}`));
    }
  }
  expect(await asSeed()`select 1 from realtime.messages`).toHaveLength(0);
});

test("rows of the audit log never change", async () => {
  await asSeed()`insert into auth.audit_log_entries (payload) values ('{}')`;
  const outcome = await asSeed()`update auth.audit_log_entries set payload = '{"a":1}'`.catch(
    sqlState,
  );
  expect(outcome).toBe("23001");
});
