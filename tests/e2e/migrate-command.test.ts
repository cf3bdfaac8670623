import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { openPostgres } from "#db/driver.server.ts";
import { startEmbedded } from "#db/embedded.server.ts";
import { readMigrations } from "#db/migrate.server.ts";
import { orderAndWatch } from "#tests/support/builders/order-and-watch.ts";
import { longProof } from "#tests/support/runner/long-proof.ts";
import { managedDatabase, managedLogin } from "#tests/support/runner/managed-database.ts";
import {
  removeFolder,
  runCommand,
  startProgram,
  temporaryFolder,
} from "#tests/support/runner/program.ts";
import { publicKeyOf } from "#tests/support/runner/public-key.ts";

const run = promisify(execFile);

longProof(
  "several npm run migrate at once apply each migration once, while a web process with MIGRATE=0 waits for them",
  { timeout: 90_000 },
  async () => {
    const folder = await temporaryFolder();
    onTestFinished(() => removeFolder(folder));
    const server = await startEmbedded(folder);
    onTestFinished(() => server.stop());
    await managedLogin(server.url, "keeper");
    const DATABASE_URL = await managedDatabase(server.url, "keeper", "toko");
    const dataDir = await temporaryFolder();
    onTestFinished(() => removeFolder(dataDir));
    let said = "";
    const starting = startProgram({
      dataDir,
      env: { DATABASE_URL, SEED: "none", MIGRATE: "0", ROLE: "web" },
      onOutput: (output) => (said = output),
    });
    await expect
      .poll(() => said, { timeout: 30_000 })
      .toMatch(/^Database: waiting for \d+ migrations \(MIGRATE=0\)$/m);
    const env = { ...process.env, DATABASE_URL, NODE_ENV: "development" };
    const migrate = () => run(process.execPath, ["server/commands/migrate.ts"], { env });
    const outputs = await Promise.all([migrate(), migrate(), migrate()]);
    const lines = outputs.flatMap(({ stdout }) => stdout.trim().split("\n"));
    const names = (await readMigrations()).map(({ name }) => name);
    expect(lines.filter((line) => line.startsWith("applied ")).sort()).toEqual(
      names.map((name) => `applied ${name}`),
    );
    const program = await starting;
    expect(await program.stop()).toBe(0);
    expect((await migrate()).stdout).toBe(
      `0 migrations applied, the database has all ${names.length}\n`,
    );
  },
);

test("an embedded shop moves to a managed database with every row, and then takes an order", async () => {
  const first = await startProgram();
  const { dataDir } = first;
  onTestFinished(() => removeFolder(dataDir));
  const port = Number(new URL(first.url).port);
  const folder = await temporaryFolder();
  onTestFinished(() => removeFolder(folder));
  const server = await startEmbedded(folder);
  onTestFinished(() => server.stop());
  await managedLogin(server.url, "keeper");
  const DATABASE_URL = await managedDatabase(server.url, "keeper", "toko");
  const env = { DATABASE_URL, DATA_DIR: dataDir };
  const running = await runCommand("move-database", [], env);
  expect(running).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("is in use by process"),
  });
  await first.stop();

  const moved = await runCommand("move-database", [], env);
  expect(moved, moved.stderr).toMatchObject({ code: 0 });
  expect(moved.stdout).toMatch(/^\d+ tables, \d{5,} rows: counts and checksums are equal$/m);
  expect(moved.stdout).toMatch(/movements: 0 differences\n\d+ orders: 0 differences/);
  const again = await runCommand("move-database", [], env);
  expect(again).toMatchObject({ code: 2, stderr: expect.stringContaining("already has a shop") });

  const owner = openPostgres(DATABASE_URL, { max: 1 });
  const [rules] = await owner`
    select (select count(*)::int from pg_trigger where not tgisinternal and tgenabled = 'D') as off,
      (select count(*) > 100 from pg_constraint where contype = 'f' and convalidated) as "hasKeys"`;
  await owner.end();
  expect(rules).toEqual({ off: 0, hasKeys: true });

  const program = await startProgram({ dataDir, port, env: { DATABASE_URL } });
  onTestFinished(async () => void (await program.stop()));
  const seen = await orderAndWatch(program.url, await publicKeyOf(dataDir));
  expect(seen).toMatchObject({ buyer: [seen.orderId], visitor: [], status: "canceled" });
}, 120_000);
