import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { expect, test, vi } from "vitest";
import { testDatabase } from "#tests/support/runner/database.ts";
import { isConnectionLost } from "./connection-lost.server.ts";
import { commandOf, openPool, openPostgres, type Session } from "./driver.server.ts";

const database = testDatabase();
const one = commandOf("select 1", [], "once");

test("a connection whose server process has ended refuses queries and does not end the program", async () => {
  const sql = openPostgres(database.url(), { max: 2 });
  const pool = openPool(database.url(), { max: 1 });
  const session = await pool.borrow();
  const [backend] = await session.run(commandOf("select pg_backend_pid() as pid", [], "once"));
  await sql`select pg_terminate_backend(${(backend as { pid: number }).pid}, 5000)`;
  for (let attempt = 0; attempt < 3; attempt++) {
    await expect(session.run(one)).rejects.toThrow();
  }
  pool.release(session);
  const next = await pool.borrow();
  expect(await next.run(one)).toHaveLength(1);
  pool.release(next);
  await Promise.all([sql.end({ timeout: 1 }), pool.end(1_000)]);
});

test("a connection inside a transaction is not reused", async () => {
  const pool = openPool(database.url(), { max: 1 });
  const session = await pool.borrow();
  await session.run(commandOf("begin", [], "script"));
  pool.release(session);
  const next = await pool.borrow();
  expect(next).not.toBe(session);
  pool.release(next);
  expect(await pool.borrow()).toBe(next);
  pool.release(next);
  await pool.end(1_000);
});

test("a failed statement that is not awaited fails its transaction, not the program", async () => {
  const sql = openPostgres(database.url(), { max: 1 });
  const unhandled = vi.fn();
  process.on("unhandledRejection", unhandled);
  const failed = sql.begin(async (tx) => {
    tx`select 1 / 0`.execute();
    await tx`select 1`;
  });
  await expect(failed).rejects.toThrow("division by zero");
  // Node reports unhandled rejections at the end of the event-loop turn.
  await new Promise((resolve) => setImmediate(resolve));
  process.off("unhandledRejection", unhandled);
  expect(unhandled).not.toHaveBeenCalled();
  await sql.end();
});

test("a query between a socket's error and its close is rejected", async () => {
  const pool = openPool(database.url(), { max: 1 });
  const session = await pool.borrow();
  const underWay = session.run(commandOf("select pg_sleep(10)", [], "once")).catch(codeOf);
  const socket = socketOf(session);
  const asked = new Promise((resolve) => {
    socket.once("error", () => resolve(session.run(one).catch(codeOf)));
  });
  socket.destroy(new Error("the line is cut"));
  expect(await asked).toBe("CONNECTION_CLOSED");
  expect(await underWay).toBe("CONNECTION_CLOSED");
  expect(await session.run(one).catch(codeOf)).toBe("CONNECTION_CLOSED");
  pool.release(session);
  const next = await pool.borrow();
  expect(await next.run(one)).toHaveLength(1);
  pool.release(next);
  await pool.end(1_000);
});

function codeOf(error: unknown): unknown {
  return (error as { code?: unknown }).code;
}

function socketOf({ client }: Session): Socket {
  return (client as unknown as { connection: { stream: Socket } }).connection.stream;
}

test("a pool recovers after all its connections were cut", async () => {
  const sql = openPostgres(database.url(), { max: 4 });
  const admin = openPostgres(database.url(), { max: 1 });
  for (let round = 0; round < 5; round++) {
    const running = Array.from({ length: 8 }, () => sql`select pg_sleep(0.05)`.catch(() => null));
    await admin`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`;
    await Promise.all(running);
  }
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, n) => sql<{ n: number }[]>`select ${n}::int as n`),
  );
  expect(answers.map(([row]) => row?.n)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  await sql.end({ timeout: 1 });
  await admin.end();
});

test("a connection has a bounded number of prepared statements, also in PostgreSQL", async () => {
  const sql = openPostgres(database.url(), { max: 1 });
  const texts = Array.from({ length: 700 }, (_, n) => [`select ${n} as n`] as readonly string[]);
  const ask = (text: readonly string[]) =>
    sql<{ n: number }[]>(Object.assign([...text], { raw: text }));
  for (const text of texts) await ask(text);
  const [prepared] = await sql<
    { count: number }[]
  >`select count(*)::int as count from pg_prepared_statements`;
  expect(prepared?.count).toBeLessThanOrEqual(501);
  const first = texts[0] as readonly string[];
  expect(await Promise.all([ask(first), ask(first)])).toEqual([[{ n: 0 }], [{ n: 0 }]]);
  await sql.end();
});

test("a prepared statement still works after its table has changed", async () => {
  const sql = openPostgres(database.url(), { max: 1 });
  await sql`create table altered (word text)`;
  await sql`insert into altered values ('one')`;
  const read = () => sql`select * from altered`;
  expect(await read()).toEqual([{ word: "one" }]);
  await sql`alter table altered add more text default 'two'`;
  expect(await read()).toEqual([{ word: "one", more: "two" }]);
  // The transaction has failed by then; the next one succeeds.
  await sql`alter table altered drop more`;
  const inside = () => sql.begin((tx) => tx`select * from altered`);
  await read().then(() => sql`alter table altered add other int`);
  await inside().catch(() => undefined);
  expect(await inside()).toEqual([{ word: "one", other: null }]);
  await sql.end();
});

test("values are read as they were written", async () => {
  const sql = openPostgres(database.url(), { max: 1, bigints: "number" });
  const at = new Date("2026-11-23T10:00:00.123Z");
  const list = ["plain", "", "with, comma", 'a "quote"', "back\\slash", "{curly}", "NULL", null];
  const nested = [
    [1, 2],
    [3, 4],
  ];
  const document = { text: "x", list: [1, null, { deep: true }] };
  const bytes = Buffer.from([0, 255, 10]);
  const [row] = await sql`
    select ${"text"} as text, ${7}::int as int, ${2 ** 40}::bigint as bigint, ${true} as yes, ${null} as nothing,
      ${at} as at, ${[at]}::timestamptz[] as times, ${list}::text[] as list, ${nested}::int[] as nested,
      ${sql.json(document)} as document, ${sql.json([1, "two"])} as json_list, ${bytes} as bytes, ${[]}::text[] as empty,
      ${"1.50"}::numeric as numeric, '[2:3]={a,b}'::text[] as shifted, '2026-11-23'::date as day, ${[true, false]}::boolean[] as flags`;
  expect(row).toEqual({
    text: "text",
    int: 7,
    bigint: 2 ** 40,
    yes: true,
    nothing: null,
    at,
    times: [at],
    list,
    nested,
    document,
    json_list: [1, "two"],
    bytes,
    empty: [],
    numeric: "1.50",
    shifted: ["a", "b"],
    day: new Date("2026-11-23"),
    flags: [true, false],
  });
  await expect(sql`select ${undefined as never}`).rejects.toThrow("undefined");
  await sql.end();
});

test("fragments, names, rows and lists are composed with their values bound", async () => {
  const sql = openPostgres(database.url(), { max: 1 });
  await sql`create table put_together (id int, word text, "odd ""name" jsonb)`;
  const rows = [
    { id: 1, word: "one", 'odd "name': sql.json({ a: 1 }) },
    { id: 2, word: "'; drop table put_together --", 'odd "name': null },
  ];
  expect((await sql`insert into put_together ${sql(rows)}`).count).toBe(2);
  await sql`update put_together set ${sql({ word: "uno" })} where id in ${sql([1, 9])}`;
  const conditions = [sql`where id > ${0}`, sql`and id < ${3}`];
  expect(
    await sql`select ${sql("word")}, ${sql("public.put_together")}.${sql('odd "name')} from put_together ${conditions} order by id`,
  ).toEqual([
    { word: "uno", 'odd "name': { a: 1 } },
    { word: "'; drop table put_together --", 'odd "name': null },
  ]);
  expect(await sql`select from put_together where id in ${sql([])}`).toHaveLength(0);
  await sql.end();
});

test("the stack of a PostgreSQL error shows the calling line", async () => {
  const sql = openPostgres(database.url(), { max: 1 });
  const error = await sql`select 1 / 0`.catch((reason: Error) => reason);
  expect((error as Error).stack).toContain("driver.server.test.ts");
  await sql.end();
});

test("a server that does not answer is reported as an unreachable database", async () => {
  const silent = createServer(() => undefined).listen(0, "127.0.0.1");
  await once(silent, "listening");
  const { port } = silent.address() as AddressInfo;
  const sql = openPostgres(`postgres://someone:secret@127.0.0.1:${port}/shop`, {
    connect_timeout: 0.05,
  });
  const error = await sql`select 1`.catch((reason: unknown) => reason);
  expect(isConnectionLost(error)).toBe(true);
  await sql.end({ timeout: 1 });
  silent.close();
});

test("notifications are received again after the connection was lost", async () => {
  const sql = openPostgres(database.url(), {
    max: 1,
    connection: { application_name: "listener" },
  });
  const admin = openPostgres(database.url(), { max: 1 });
  const heard: string[] = [];
  let again = Promise.withResolvers<void>();
  const gaps = vi.fn(() => again.resolve());
  const message = async (word: string) => {
    await admin`select pg_notify('news', ${word})`;
    await vi.waitFor(() => expect(heard).toContain(word));
  };
  const { unlisten } = await sql.listen(
    "news",
    (payload) => {
      heard.push(payload);
      throw new Error("a handler that fails is logged");
    },
    gaps,
  );
  await message("one");
  again = Promise.withResolvers<void>();
  await admin`
    select pg_terminate_backend(pid, 5000) from pg_stat_activity
    where application_name = 'listener' and pid <> pg_backend_pid()`;
  await again.promise;
  await message("two");
  expect(gaps).toHaveBeenCalledTimes(2);
  await unlisten();
  await Promise.all([sql.end(), admin.end()]);
});

test("waiting too long for a connection fails with that reason, and sends nothing", async () => {
  const sql = openPostgres(database.url(), { max: 1, wait_timeout: 1 });
  await sql.begin(async (tx) => {
    await tx`select 1`;
    expect(await sql`select 2`.catch(codeOf)).toBe("CONNECTION_NOT_FREE");
  });
  expect(await sql`select 3 as n`).toEqual([{ n: 3 }]);
  await sql.end();
});

test("a commit of an already failed transaction is reported as an error", async () => {
  const sql = openPostgres(database.url(), { max: 1 });
  const unnoticed = sql.begin(async (tx) => {
    tx`select 1 / 0`.execute().catch(() => undefined);
    return "done";
  });
  await expect(unnoticed).rejects.toThrow("division by zero");
  await sql.end();
});

test("work that continues after its transaction was rolled back writes nothing", async () => {
  const sql = openPostgres(database.url(), { max: 1 });
  await sql`create table left_behind (word text)`;
  let later: Promise<unknown> | undefined;
  const undone = sql.begin((inside) => {
    // One branch sends its second statement after the other failed without a statement to PostgreSQL.
    const branch = async () => {
      await inside`select pg_sleep(0.05)`;
      await inside`insert into left_behind values ('late')`;
    };
    later = branch().catch((error: Error) => error.message);
    return Promise.all([later, Promise.reject(new Error("the other branch"))]);
  });
  await expect(undone).rejects.toThrow("the other branch");
  expect(await later).toBe("the transaction is over");
  expect(await sql`select from left_behind`).toHaveLength(0);
  await sql.end({ timeout: 1 });
});

test("work that continues after its savepoint was rolled back writes nothing", async () => {
  const sql = openPostgres(database.url(), { max: 1 });
  await sql`create table left_over (word text)`;
  let later: Promise<unknown> | undefined;
  await sql.begin(async (outside) => {
    const undone = outside.savepoint((inside) => {
      const branch = async () => {
        await inside`select pg_sleep(0.05)`;
        await inside`insert into left_over values ('late')`;
      };
      later = branch().catch((error: Error) => error.message);
      return Promise.all([later, Promise.reject(new Error("the other branch"))]);
    });
    await expect(undone).rejects.toThrow("the other branch");
    expect(await later).toBe("the transaction is over");
    await outside`insert into left_over values ('kept')`;
  });
  expect(await sql`select word from left_over`).toEqual([{ word: "kept" }]);
  await sql.end({ timeout: 1 });
});
