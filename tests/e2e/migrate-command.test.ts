import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, onTestFinished } from "vitest";
import { startEmbedded } from "#db/embedded.server.ts";
import { readMigrations } from "#db/migrate.server.ts";
import { longProof } from "#tests/support/runner/long-proof.ts";
import { managedDatabase, managedLogin } from "#tests/support/runner/managed-database.ts";
import { removeFolder, startProgram, temporaryFolder } from "#tests/support/runner/program.ts";

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
