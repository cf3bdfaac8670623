import { expect, onTestFinished, test } from "vitest";
import { openPostgres } from "#db/driver.server.ts";
import { readMigrations } from "#db/migrate.server.ts";
import { databaseAddress } from "#tests/support/runner/embedded-postgres.ts";
import { longProof } from "#tests/support/runner/long-proof.ts";
import { removeFolder, runToEnd, startProgram } from "#tests/support/runner/program.ts";

const newer = "9000_next_release.sql";

async function readiness(url: string): Promise<{ status: number; database: string }> {
  const response = await fetch(`${url}/readyz`);
  const { checks } = (await response.json()) as { checks: { database: string } };
  return { status: response.status, database: checks.database };
}

longProof(
  "a newer migration leaves an old process ready, and a rolled-back release gets ready on it",
  { timeout: 60_000 },
  async () => {
    const first = await startProgram();
    const { dataDir } = first;
    onTestFinished(() => removeFolder(dataDir));
    const owner = openPostgres(await databaseAddress(dataDir), { max: 1 });
    await owner`create table public.wishes (id uuid primary key)`;
    await owner`insert into migrations.applied (name, checksum) values (${newer}, 'of the next release')`;
    await owner.end();
    expect(await readiness(first.url)).toEqual({ status: 200, database: "ok" });
    expect(await first.stop()).toBe(0);

    const rolledBack = await startProgram({ dataDir });
    expect(await readiness(rolledBack.url)).toEqual({ status: 200, database: "ok" });
    expect(await rolledBack.stop()).toBe(0);
  },
);

test("a missing and a changed migration make a process unready, each with one sentence in the log", async () => {
  const program = await startProgram({ env: { LOG_LEVEL: "info" } });
  const { dataDir } = program;
  onTestFinished(() => removeFolder(dataDir));
  const owner = openPostgres(await databaseAddress(dataDir), { max: 1 });
  const last = (await readMigrations()).at(-1);
  if (!last) throw new Error("there are migrations");
  await owner`delete from migrations.applied where name = ${last.name}`;
  const missing = { status: 503, database: "migrations are missing" };
  expect(await readiness(program.url)).toEqual(missing);
  expect(await readiness(program.url)).toEqual(missing);
  await owner`insert into migrations.applied (name, checksum) values (${last.name}, 'of another text')`;
  const changed = { status: 503, database: "migrations are of another version" };
  expect(await readiness(program.url)).toEqual(changed);
  expect(await readiness(program.url)).toEqual(changed);
  await owner`update migrations.applied set checksum = ${last.checksum} where name = ${last.name}`;
  expect(await readiness(program.url)).toEqual({ status: 200, database: "ok" });
  await owner`update migrations.applied set checksum = 'of another text' where name = ${last.name}`;
  await owner.end();
  await program.stop();

  const told = program
    .output()
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line) => (JSON.parse(line) as { msg: string }).msg)
    .filter((text) => /^(Not ready|Ready)/.test(text));
  expect(told).toEqual([
    `Not ready: the database lacks the migration ${last.name}. Run npm run migrate.`,
    `Not ready: the migration ${last.name} in the database is not the one of this version. Start the version that the database belongs to.`,
    "Ready again",
  ]);
  const { code, output } = await runToEnd({ DATA_DIR: dataDir, PORT: "0" });
  expect(code).toBe(1);
  expect(output).toContain(`its migration ${last.name} is not the one of this version`);
}, 60_000);
