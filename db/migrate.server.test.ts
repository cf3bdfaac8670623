import { readFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { databaseAddress, dropDatabase } from "#tests/support/runner/cluster.ts";
import { addressAs } from "#tests/support/runner/managed-database.ts";
import { openPostgres } from "./driver.server.ts";
import { awaitMigrations, migrate, readMigrations } from "./migrate.server.ts";
import { OtherVersionError } from "./other-version.ts";
import { readSchema } from "./schema.server.ts";

const name = `killed_${process.pid}`;
const url = databaseAddress(inject("clusterUrl"), name);
const admin = openPostgres(inject("clusterUrl"), { max: 1 });

beforeAll(() => admin.unsafe(`create database ${name}`));
afterAll(async () => {
  await admin.end();
  await dropDatabase(inject("clusterUrl"), name);
});

/** @returns the number of terminated connections */
async function cutMigration(): Promise<number> {
  const cut = await admin`
    select pg_terminate_backend(pid) from pg_stat_activity where datname = ${name}`;
  return cut.length;
}

test("R23: migrations that are killed again and again end in the same schema", async () => {
  let cuts = 0;
  for (let isDone = false; !isDone; ) {
    let isRunning = true;
    const done = migrate(url).then(
      () => true,
      () => false,
    );
    done.then(() => {
      isRunning = false;
    });
    while (isRunning && cuts < 20) {
      await pause(20);
      cuts += await cutMigration();
    }
    isDone = await done;
  }
  expect(cuts).toBeGreaterThanOrEqual(10);
  const committed = await readFile(path.join(import.meta.dirname, "schema.sql"), "utf8");
  expect((await readSchema(url)).sql).toBe(committed);
}, 120_000);

test("a new shop knows the common couriers, and its audit log is empty", async () => {
  const fresh = openPostgres(url, { max: 1 });
  try {
    expect(await fresh`select code from public.couriers where tracking_url <> ''`).toHaveLength(11);
    expect(await fresh`select action from public.audit_entries`).toEqual([]);
  } finally {
    await fresh.end();
  }
});

test("databases of one login that are set up at once grant it the same roles", async () => {
  const login = `granted_${process.pid}`;
  const [server] = await admin<{ major: number }[]>`
    select current_setting('server_version_num')::int / 10000 as major`;
  await admin.unsafe(`create role ${login} login createrole password '${login}'`);
  // Since 16 only who administers a role grants it.
  if ((server?.major ?? 0) >= 16)
    await admin.unsafe(
      `grant anon, authenticated, service_role to ${login} with admin true, inherit false, set false`,
    );
  const [first] = await readMigrations();
  const [roles = ""] = first?.text.match(/^do \$\$[\s\S]+?^end \$\$;/m) ?? [];
  const address = addressAs(inject("clusterUrl"), login);
  expect(roles).toContain("create role");
  const [one, two] = [1, 2].map(() => openPostgres(address, { max: 1 }));
  if (!one || !two) throw new Error("no connections");
  try {
    const [backend] = await two<{ pid: number }[]>`select pg_backend_pid() as pid`;
    const waits = async () => {
      const locks =
        await admin`select from pg_locks where pid = ${backend?.pid ?? 0} and not granted`;
      return locks.length > 0;
    };
    const { second } = await one.begin(async (first) => {
      await first.unsafe(roles);
      const second = two.begin((other) => other.unsafe(roles)).then(() => "done", String);
      while (!(await waits())) await new Promise((done) => setImmediate(done));
      return { second };
    });
    expect(await second).toBe("done");
    const [granted] = await admin<{ all: boolean }[]>`
      select bool_and(pg_has_role(${login}, name, 'member')) as all
      from unnest(array['anon', 'authenticated', 'service_role']) name`;
    expect(granted?.all).toBe(true);
  } finally {
    await Promise.all([one.end(), two.end()]);
    await admin.unsafe(`drop role ${login}`);
  }
});

test("a database whose migrations are listed under another name is refused, and nothing in it changes", async () => {
  const other = `earlier_version_${process.pid}`;
  await admin.unsafe(`create database ${other}`);
  const address = databaseAddress(inject("clusterUrl"), other);
  const sql = openPostgres(address, { max: 1 });
  try {
    await sql`create schema migrations`;
    await sql`create table migrations.earlier (name text primary key)`;
    const refused = await migrate(address).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(OtherVersionError);
    expect(await sql`select to_regclass('migrations.applied') as applied`).toEqual([
      { applied: null },
    ]);
  } finally {
    await sql.end();
    await dropDatabase(inject("clusterUrl"), other);
  }
});

test.each(["an earlier migration that this version lacks", "a migration with another text"])(
  "a database with %s is refused, and nothing in it changes",
  async (kind) => {
    const other = `other_version_${process.pid}`;
    await admin.unsafe(`create database ${other}`);
    const address = databaseAddress(inject("clusterUrl"), other);
    const sql = openPostgres(address, { max: 1 });
    try {
      const [first] = await readMigrations();
      const name = kind.includes("lacks") ? "0002_earlier.sql" : (first?.name ?? "");
      await sql`create schema migrations`;
      await sql`
        create table migrations.applied (
          name text primary key, checksum text not null, applied_at timestamptz not null default now()
        )`;
      const applied = { name, checksum: "of another text" };
      await sql`insert into migrations.applied ${sql(applied)}`;
      const refused = await migrate(address).catch((error: unknown) => error);
      expect(refused).toBeInstanceOf(OtherVersionError);
      expect(refused).toMatchObject({ migration: name });
      expect(await sql`select name, checksum from migrations.applied`).toEqual([applied]);
      const schemas = await sql<{ name: string }[]>`
        select nspname as name from pg_namespace
        where nspname !~ '^pg_' and nspname <> 'information_schema' order by nspname`;
      expect(schemas.map((row) => row.name)).toEqual(["migrations", "public"]);
    } finally {
      await sql.end();
      await dropDatabase(inject("clusterUrl"), other);
    }
  },
);

test("a process that may not migrate ends with one sentence when the migrations do not come", async () => {
  const empty = `unmigrated_${process.pid}`;
  await admin.unsafe(`create database ${empty}`);
  try {
    const waited: string[][] = [];
    const address = databaseAddress(inject("clusterUrl"), empty);
    const waiting = awaitMigrations(address, (missing) => waited.push([...missing]), 0);
    await expect(waiting).rejects.toThrow(
      "The database lacks the migration 0001_roles.sql, and MIGRATE=0 forbids this process to apply it. Run npm run migrate, then start again.",
    );
    expect(waited).toEqual([(await readMigrations()).map(({ name: file }) => file)]);
  } finally {
    await dropDatabase(inject("clusterUrl"), empty);
  }
});
