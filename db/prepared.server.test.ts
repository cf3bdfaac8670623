import { beforeAll, expect, test } from "vitest";
import { testDatabase } from "#tests/support/database.ts";
import { asShop, sqlState } from "./client.server.ts";
import { openPostgres } from "./driver.server.ts";
import { inPreparedTransaction } from "./prepared.server.ts";

// One connection: what is not given back is missed at once.
const database = testDatabase({ max: 1 });
const write = { mode: "read write", sendsAtOnce: false } as const;
const read = { mode: "read only", sendsAtOnce: true } as const;

beforeAll(async () => {
  const owner = openPostgres(database.url(), { max: 1, onnotice: () => undefined });
  await owner.unsafe(`
    create schema kept;
    create table kept.parents (id int primary key);
    create table kept.children (parent int references kept.parents deferrable initially deferred);
    grant usage on schema kept to service_role;
    grant all on all tables in schema kept to service_role`);
  await owner.end();
});

const insert = (id: number) => ({
  text: "insert into kept.parents values ($1) returning id",
  values: [String(id)],
});
const ids = async () =>
  (await asShop()`select id from kept.parents order by id`).map(({ id }) => id);

test("keeps, undoes, and undoes what failed", async () => {
  const kept = await inPreparedTransaction(write, async (send) => ({
    value: await send(insert(1)),
    keep: true,
  }));
  expect(kept).toEqual([{ id: 1 }]);
  await inPreparedTransaction(write, async (send) => ({
    value: await send(insert(2)),
    keep: false,
  }));
  const failed = inPreparedTransaction(write, async (send) => {
    await send(insert(3));
    throw new Error("thought better");
  });
  await expect(failed).rejects.toThrow("thought better");
  const twice = inPreparedTransaction(write, async (send) => ({
    value: await send(insert(1)),
    keep: true,
  }));
  expect(await twice.catch(sqlState)).toBe("23505");
  expect(await ids()).toEqual([1]);
});

test("values are read as what their place asks for", async () => {
  const ask = (text: string, ...values: (string | null)[]) =>
    inPreparedTransaction(read, async (send) => ({
      value: await send({ text, values }),
      keep: true,
    }));
  for (let time = 0; time < 3; time++) {
    expect(await ask("select $1::timestamptz = 'infinity' as a", "infinity")).toEqual([
      { a: true },
    ]);
    expect(await ask("select $1::jsonb ->> 'a' as a", '{"a":"b"}')).toEqual([{ a: "b" }]);
    expect(await ask("select $1::boolean as a, $2::int as b", "true", null)).toEqual([
      { a: true, b: null },
    ]);
  }
});

test("nothing runs after the end, and a read cannot write", async () => {
  const late = inPreparedTransaction(read, async (send) => {
    await send({ text: "select 1", values: [] });
    return { value: await send({ text: "select current_user", values: [] }), keep: true };
  });
  await expect(late).rejects.toThrow("the transaction has ended");
  const writing = inPreparedTransaction(read, async (send) => ({
    value: await send(insert(9)),
    keep: true,
  }));
  expect(await writing.catch(sqlState)).toBe("25006");
  expect(await ids()).toEqual([1]);
});

test("a refusal at the commit is told, and the connection goes on", async () => {
  const orphan = inPreparedTransaction(write, async (send) => ({
    value: await send({ text: "insert into kept.children values ($1)", values: ["99"] }),
    keep: true,
  }));
  expect(await orphan.catch(sqlState)).toBe("23503");
  expect(await ids()).toEqual([1]);
});

test("a lost connection is replaced", async () => {
  for (let time = 0; time < 3; time++) {
    const lost = inPreparedTransaction(write, async (send) => {
      const [row] = await send<{ pid: number }>({
        text: "select pg_backend_pid() as pid",
        values: [],
      });
      const owner = openPostgres(database.url(), { max: 1 });
      await owner`select pg_terminate_backend(${row?.pid ?? 0})`;
      await owner.end();
      return { value: await send({ text: "select 1", values: [] }), keep: true };
    });
    await expect(lost).rejects.toThrow();
    expect(await ids()).toEqual([1]);
  }
});
