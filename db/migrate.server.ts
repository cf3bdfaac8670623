import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { runMigrations as migrateJobs } from "graphile-worker";
import { OperatorError } from "#base/errors.ts";
import { compareMigrations, type MigrationMark } from "./compare-migrations.ts";
import { openPostgres, type PoolSql, withLibraryPool } from "./driver.server.ts";
import { OtherVersionError } from "./other-version.ts";
import { requireRights } from "./required-rights.server.ts";

const folder = path.join(import.meta.dirname, "migrations");
const migrationName = /^(\d{4})_[a-z_]+\.sql$/;
const lockKey = 718_243;

export interface Migration extends MigrationMark {
  readonly text: string;
}

export async function readMigrations(): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => migrationName.test(name)).sort();
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(path.join(folder, name), "utf8");
      return { name, text, checksum: createHash("sha256").update(text).digest("hex") };
    }),
  );
}

/** Milliseconds that `awaitMigrations` waits, and between two looks. */
const awaitMs = 120_000;
const lookMs = 1_000;

/**
 * Waits until another process has applied all migrations of this version.
 * @param onWait called once, when there is something to wait for
 * @throws OtherVersionError; OperatorError when they do not come in two minutes
 */
export async function awaitMigrations(
  url: string,
  onWait: (missing: readonly string[]) => void,
  timeoutMs = awaitMs,
): Promise<void> {
  const sql = openPostgres(url, { max: 1 });
  try {
    const migrations = await readMigrations();
    const end = performance.now() + timeoutMs;
    for (let isFirst = true; ; isFirst = false) {
      const missing = await findMissing(sql, migrations);
      if (missing.length === 0) return;
      if (isFirst) onWait(missing);
      if (performance.now() > end) {
        throw new OperatorError(
          `The database lacks the migration ${missing[0]}, and MIGRATE=0 forbids this process to apply it. Run npm run migrate, then start again.`,
        );
      }
      await new Promise((resolve) => setTimeout(resolve, lookMs));
    }
  } finally {
    await sql.end({ timeout: 5 });
  }
}

/**
 * Applies the missing migrations, each in a transaction of its own, so that a kill at any moment leaves only
 * whole migrations. When several processes start at once, one migrates and the others wait.
 * @param onApplied called with each name as soon as it is applied
 * @returns the names of the migrations applied now
 * @throws OtherVersionError when the database has a migration of another version, unless it has only newer ones
 * beside all of this version's; nothing is changed then
 * @throws Error when the server is too old, or the connection ends
 */
export async function migrate(
  url: string,
  onApplied: (name: string) => void = () => undefined,
): Promise<string[]> {
  const sql = openPostgres(url, { max: 1 });
  try {
    return await applyMigrations(sql, url, onApplied);
  } finally {
    await sql.end({ timeout: 5 });
  }
}

async function applyMigrations(
  sql: PoolSql,
  url: string,
  onApplied: (name: string) => void,
): Promise<string[]> {
  const migrations = await readMigrations();
  const [server] = await sql<{ version: number }[]>`
      select current_setting('server_version_num')::int as version`;
  if (!server || server.version < 150_000) {
    throw new OperatorError("PostgreSQL 15 or newer is needed; DATABASE_URL names an older one");
  }
  await findMissing(sql, migrations);
  await requireRights(sql);
  await withLibraryPool(url, (pgPool) => migrateJobs({ pgPool }));
  await sql.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(${lockKey})`;
    await tx`create schema if not exists migrations`;
    await tx`
        create table if not exists migrations.applied (
          name text primary key,
          checksum text not null,
          applied_at timestamptz not null default now()
        )`;
  });
  const applied: string[] = [];
  for (const migration of migrations) {
    if (!(await applyMigration(sql, migration))) continue;
    applied.push(migration.name);
    onApplied(migration.name);
  }
  // Running programs reload their schema cache.
  if (applied.length > 0) await sql`select pg_notify('pgrst', 'reload schema')`;
  return applied;
}

/** @returns the names that the database lacks. @throws OtherVersionError */
async function findMissing(
  sql: PoolSql,
  migrations: readonly Migration[],
): Promise<readonly string[]> {
  const tables = await sql<{ name: string }[]>`
    select relname as name from pg_class
    where relnamespace = to_regnamespace('migrations') and relkind = 'r'`;
  // Earlier versions had their list under another name.
  const earlier = tables.find(({ name }) => name !== "applied");
  if (earlier) throw new OtherVersionError(`migrations.${earlier.name}`);
  if (tables.length === 0) return migrations.map(({ name }) => name);
  const applied = await sql<MigrationMark[]>`
    select name, checksum from migrations.applied order by name collate "C"`;
  const { missing, foreign } = compareMigrations(migrations, applied);
  if (foreign !== undefined) throw new OtherVersionError(foreign);
  return missing;
}

async function applyMigration(sql: PoolSql, migration: Migration): Promise<boolean> {
  return sql.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(${lockKey})`;
    await tx`set local lock_timeout = '10s'`;
    const [known] = await tx<{ checksum: string }[]>`
      select checksum from migrations.applied where name = ${migration.name}`;
    if (known) {
      if (known.checksum !== migration.checksum) throw new OtherVersionError(migration.name);
      return false;
    }
    await tx.unsafe(migration.text);
    await tx`
      insert into migrations.applied (name, checksum) values (${migration.name}, ${migration.checksum})`;
    return true;
  });
}
