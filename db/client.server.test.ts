import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { testDatabase } from "#tests/support/runner/database.ts";
import {
  asCaller,
  asShop,
  asVisitor,
  inSavepoint,
  inTransaction,
  type Sql,
  sqlState,
  withCommit,
} from "./client.server.ts";
import { openPostgres } from "./driver.server.ts";

const database = testDatabase();

const person = "7b1f3c52-56a1-4f5d-9a53-2b8c1f0a9d11";

test("a transaction runs with the caller's role and claims, and leaves nothing behind", async () => {
  const caller = { dbRole: "authenticated", claims: { sub: person } } as const;
  const [inside] = await asCaller(
    caller,
    (sql) => sql`select current_user::text as role, auth.uid()::text as uid`,
  );
  expect(inside).toEqual({ role: "authenticated", uid: person });
  const [after] = await asShop()`select current_user::text as role, auth.uid() as uid`;
  expect(after).toEqual({ role: "service_role", uid: null });
});

test("a visitor cannot write", async () => {
  const code = await asVisitor()`create table public.mine (id int)`.catch(sqlState);
  expect(code).toBe("25006");
});

describe("statements that travel with the commit", () => {
  beforeAll(async () => {
    const admin = openPostgres(database.url(), { max: 1 });
    await admin.unsafe(`
      create table public.notes (
        id bigint generated always as identity, word text, count int default 0,
        written_by xid8 default pg_current_xact_id());
      grant all on public.notes to service_role`);
    await admin.end();
  });
  beforeEach(async () => {
    await asShop()`delete from notes`;
  });

  const note = (sql: Sql, word: string, seconds = 0) => sql`
    insert into notes (word) select ${word} from pg_sleep(${seconds})`;
  const noted = async () =>
    (await asShop()<{ word: string }[]>`select word from notes order by id`).map(
      ({ word }) => word,
    );

  test("are the last of their transaction, in their order", async () => {
    const seen = await inTransaction(async (sql) => {
      await withCommit(sql, [note(sql, "second", 0.02), note(sql, "third")]);
      await note(sql, "first");
      return sql`select from notes`;
    });
    expect(seen.length).toBe(1);
    expect(await noted()).toEqual(["first", "second", "third"]);
    const [writers] = await asShop()`select count(distinct written_by)::int as n from notes`;
    expect(writers).toEqual({ n: 1 });
  });

  test("undo the whole transaction when one of them fails, and report why", async () => {
    const failed = inTransaction(async (sql) => {
      await note(sql, "before");
      await withCommit(sql, [note(sql, "good"), sql`select 1 / 0`, note(sql, "behind")]);
    });
    expect(await failed.catch(sqlState)).toBe("22012");
    expect(await noted()).toEqual([]);
  });

  test("are never sent when the work fails", async () => {
    const failed = inTransaction(async (sql) => {
      await withCommit(sql, [note(sql, "never")]);
      throw new Error("work");
    });
    await expect(failed).rejects.toThrow("work");
    expect(await noted()).toEqual([]);
  });

  test("are sent at once in a savepoint, which undoes them", async () => {
    await inTransaction(async (sql) => {
      await note(sql, "kept");
      const undone = inSavepoint(sql, async (inner) => {
        await withCommit(inner, [note(inner, "undone"), inner`select 1 / 0`]);
      });
      expect(await undone.catch(sqlState)).toBe("22012");
    });
    expect(await noted()).toEqual(["kept"]);
  });

  test("are retried with their transaction after a deadlock", async () => {
    await asShop()`insert into notes (word) values ('a'), ('b')`;
    const raise = (sql: Sql, word: string) => sql`
      update notes set count = count + 1 where word = ${word}`;
    const both = (first: string, last: string) =>
      inTransaction(async (sql) => {
        await raise(sql, first);
        await sql`select pg_sleep(0.05)`;
        await withCommit(sql, [raise(sql, last)]);
      });
    await Promise.all([both("a", "b"), both("b", "a")]);
    expect(await asShop()`select count from notes`).toMatchObject([{ count: 2 }, { count: 2 }]);
  });
});
