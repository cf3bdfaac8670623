import { beforeAll, expect, test } from "vitest";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { callerConnections, sqlState } from "./client.server.ts";
import { commandOf, openPostgres } from "./driver.server.ts";
import { inPreparedTransaction, type Send, type TransactionOptions } from "./prepared.server.ts";

// One connection, so that a leaked one blocks the next test.
const database = testDatabase({ max: 1 });
const write = { mode: "read write", sendsAtOnce: false } as const;
const read = { mode: "read only", sendsAtOnce: true } as const;

beforeAll(async () => {
  const owner = openPostgres(database.url(), { max: 1 });
  await owner.unsafe(`
    create schema kept;
    create table kept.parents (id int primary key);
    create table kept.children (parent int references kept.parents deferrable initially deferred);
    grant usage on schema kept to service_role;
    grant all on all tables in schema kept to service_role`);
  await owner.end();
});

/** Sets the role first, without awaiting it. */
function asTheShop<T>(
  options: TransactionOptions,
  work: (send: Send) => Promise<{ value: T; keep: boolean }>,
): Promise<T> {
  return inPreparedTransaction(options, async (send) => {
    const role = send({ text: "select set_config('role', $1, true)", values: ["service_role"] });
    const done = await work(send);
    await role;
    return done;
  });
}

const insert = (id: number) => ({
  text: "insert into kept.parents values ($1) returning id",
  values: [String(id)],
});
const ids = async () =>
  (await asSeed()`select id from kept.parents order by id`).map(({ id }) => id);

test("commits, rolls back, and rolls back on failure", async () => {
  const written = await asTheShop(write, async (send) => ({
    value: await send(insert(1)),
    keep: true,
  }));
  expect(written).toEqual([{ id: 1 }]);
  await asTheShop(write, async (send) => ({
    value: await send(insert(2)),
    keep: false,
  }));
  const failed = asTheShop(write, async (send) => {
    await send(insert(3));
    throw new Error("thought better");
  });
  await expect(failed).rejects.toThrow("thought better");
  const twice = asTheShop(write, async (send) => ({
    value: await send(insert(1)),
    keep: true,
  }));
  expect(await twice.catch(sqlState)).toBe("23505");
  expect(await ids()).toEqual([1]);
});

test("parameters have the type that their place expects", async () => {
  const ask = (text: string, ...values: (string | null)[]) =>
    asTheShop(read, async (send) => ({
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
  const late = asTheShop(read, async (send) => {
    await send({ text: "select 1", values: [] });
    return { value: await send({ text: "select current_user", values: [] }), keep: true };
  });
  await expect(late).rejects.toThrow("the transaction has ended");
  const writing = asTheShop(read, async (send) => ({
    value: await send(insert(9)),
    keep: true,
  }));
  expect(await writing.catch(sqlState)).toBe("25006");
  expect(await ids()).toEqual([1]);
});

test("a refusal at the commit is reported, and the connection stays usable", async () => {
  const orphan = asTheShop(write, async (send) => ({
    value: await send({ text: "insert into kept.children values ($1)", values: ["99"] }),
    keep: true,
  }));
  expect(await orphan.catch(sqlState)).toBe("23503");
  expect(await ids()).toEqual([1]);
});

test("a statement whose prepared form is gone never runs outside its transaction", async () => {
  const who = { text: "select current_user::text as who, $1::text as what", values: ["x"] };
  const ask = () =>
    asTheShop(read, async (send) => ({
      value: (await send<{ who: string }>(who))[0]?.who,
      keep: true,
    }));
  for (let time = 0; time < 3; time++) expect(await ask()).toBe("service_role");
  const seen: unknown[] = [];
  for (let time = 0; time < 3; time++) {
    await inPreparedTransaction(read, async (send) => ({
      // The text differs each time, so that this statement is never a prepared one itself.
      value: await send({ text: `deallocate all -- ${time}`, values: [] }),
      keep: true,
    }));
    for (let again = 0; again < 4; again++) seen.push(await ask().catch(sqlState));
  }
  // Behind a pooler no statement has a name that could be gone.
  const lost = process.env.TEST_POOLER_URL ? [] : ["26000"];
  expect(new Set(seen)).toEqual(new Set([...lost, "service_role"]));
  expect(seen.at(-1)).toBe("service_role");
});

test("outside of a transaction, and before a role is set, it is a visitor who cannot write", async () => {
  const pool = callerConnections();
  const session = await pool.borrow();
  const [row] = await session.run(
    commandOf(
      "select current_user::text as who, current_setting('default_transaction_read_only') as reads",
      [],
      "once",
    ),
  );
  pool.release(session);
  expect(row).toEqual({ who: "anon", reads: "on" });
  const roleless = inPreparedTransaction(write, async (send) => ({
    value: await send({ text: "insert into kept.parents values ($1)", values: ["5"] }),
    keep: true,
  }));
  expect(await roleless.catch(sqlState)).toBe("42501");
});

test("many at once wait for their turn", async () => {
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      asTheShop(read, async (send) => ({
        value: await send({ text: "select $1::int as n", values: [String(n)] }),
        keep: true,
      })),
    ),
  );
  expect(answers.flat()).toEqual(Array.from({ length: 20 }, (_, n) => ({ n })));
});

test("a lost connection is replaced", async () => {
  for (let time = 0; time < 3; time++) {
    const lost = asTheShop(write, async (send) => {
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
