import { readFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { databaseAddress, dropDatabase } from "#tests/support/runner/cluster.ts";
import { openPostgres } from "./driver.server.ts";
import { migrate } from "./migrate.server.ts";
import { readSchema } from "./schema.server.ts";

const name = `killed_${process.pid}`;
const url = databaseAddress(inject("clusterUrl"), name);
const admin = openPostgres(inject("clusterUrl"), { max: 1, onnotice: () => undefined });

beforeAll(() => admin.unsafe(`create database ${name}`));
afterAll(async () => {
  await admin.end();
  await dropDatabase(inject("clusterUrl"), name);
});

/** @returns how many connections were cut */
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
