import { once } from "node:events";
import net from "node:net";
import { expect, test } from "vitest";
import { testDatabase } from "#tests/support/runner/database.ts";
import { openPostgres } from "./driver.server.ts";

const database = testDatabase();

test("a connection whose server process is gone refuses queries and does not end the program", async () => {
  const sql = openPostgres(database.url(), { max: 2, onnotice: () => undefined });
  const reserved = await sql.reserve();
  const [backend] = await reserved<{ pid: number }[]>`select pg_backend_pid() as pid`;
  await sql`select pg_terminate_backend(${backend?.pid ?? 0}, 5000)`;
  for (let attempt = 0; attempt < 3; attempt++) {
    await expect(reserved`select 1`).rejects.toThrow();
  }
  await sql.end({ timeout: 1 });
});

test("a query between a socket's error and its end is refused, not forgotten", async () => {
  const { hostname, port } = new URL(database.url());
  const folder = decodeURIComponent(hostname);
  const sockets: net.Socket[] = [];
  const sql = openPostgres(database.url(), {
    max: 1,
    onnotice: () => undefined,
    socket: async () => {
      const socket = folder.startsWith("/")
        ? net.connect(`${folder}/.s.PGSQL.${port}`)
        : net.connect(Number(port), hostname);
      await once(socket, "connect");
      sockets.push(socket);
      return socket;
    },
  } as Parameters<typeof openPostgres>[1]);
  await sql`select 1`;
  const [socket] = sockets;
  const asked = new Promise((resolve) => {
    socket?.once("error", () => resolve(sql`select 2`.catch((error: Error) => error.message)));
  });
  socket?.destroy(new Error("the line is cut"));
  expect(await asked).toMatch(/CONNECTION_CLOSED/);
  const [row] = await sql<{ three: number }[]>`select 3 as three`;
  expect(row?.three).toBe(3);
  await sql.end({ timeout: 1 });
});

test("a pool is of use again after all of its connections were cut", async () => {
  const sql = openPostgres(database.url(), { max: 4, onnotice: () => undefined });
  const admin = openPostgres(database.url(), { max: 1, onnotice: () => undefined });
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

test("what goes on after its transaction was undone writes nothing", async () => {
  const sql = openPostgres(database.url(), { max: 1, onnotice: () => undefined });
  await sql`create table left_behind (word text)`;
  let later: Promise<unknown> | undefined;
  const undone = sql.begin((inside) => {
    // The second step of one branch is asked for when the other has failed without PostgreSQL knowing of it.
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

test("what goes on after its savepoint was undone writes nothing, and the transaction goes on", async () => {
  const sql = openPostgres(database.url(), { max: 1, onnotice: () => undefined });
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
