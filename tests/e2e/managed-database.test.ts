import { readFile } from "node:fs/promises";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openPostgres } from "#db/driver.server.ts";
import { startEmbedded } from "#db/embedded.server.ts";
import { orderAndWatch } from "#tests/support/builders/order-and-watch.ts";
import { longProof } from "#tests/support/runner/long-proof.ts";
import { machinePostgres } from "#tests/support/runner/machine-postgres.ts";
import { managedDatabase, managedLogin } from "#tests/support/runner/managed-database.ts";
import {
  removeFolder,
  runToEnd,
  startProgram,
  temporaryFolder,
} from "#tests/support/runner/program.ts";

/** Servers whose superuser these tests know: the embedded one, and the machine's where there is one. */
async function startServer(kind: string): Promise<string | undefined> {
  const folder = await temporaryFolder();
  onTestFinished(() => removeFolder(folder));
  if (kind === "embedded") {
    const server = await startEmbedded(folder);
    onTestFinished(() => server.stop());
    return server.url;
  }
  const machine = await machinePostgres(folder, { install: false, isDurable: true });
  if (!machine.ok) return undefined;
  onTestFinished(() => machine.value.stop());
  return machine.value.administratorUrl;
}

async function emptyFolder(): Promise<string> {
  const folder = await temporaryFolder();
  onTestFinished(() => removeFolder(folder));
  return folder;
}

/* `npm test` runs the database's own tests on the machine's server. */
longProof.each(["embedded", "machine's"])(
  "the %s PostgreSQL with the rights of a managed database: set up, demo shop, order, REST and realtime",
  { timeout: 90_000 },
  async (kind) => {
    const administrator = await startServer(kind);
    if (!administrator) return;
    await managedLogin(administrator, "keeper");
    const DATABASE_URL = await managedDatabase(administrator, "keeper", "toko");
    const dataDir = await emptyFolder();
    const program = await startProgram({ dataDir, env: { DATABASE_URL } });
    onTestFinished(async () => void (await program.stop()));
    const keys = JSON.parse(await readFile(path.join(dataDir, "keys.json"), "utf8"));
    const seen = await orderAndWatch(program.url, keys.publishable);
    expect(seen).toEqual({
      orderId: seen.orderId,
      buyer: [seen.orderId],
      visitor: [],
      update: "42501",
      status: "canceled",
    });
  },
);

test("an owner without CREATEROLE is told the exact lines for an administrator, and they suffice", async () => {
  const administrator = await startServer("embedded");
  if (!administrator) throw new Error("there is always an embedded one");
  await managedLogin(administrator, "keeper");
  const admin = openPostgres(administrator, { max: 1 });
  await admin`alter role keeper nocreaterole nocreatedb`;
  const DATABASE_URL = await managedDatabase(administrator, "keeper", "toko");
  const env = { DATA_DIR: await emptyFolder(), DATABASE_URL, PORT: "0", SEED: "none" };
  const { code, output } = await runToEnd(env);
  expect(code).toBe(1);
  const lines = [
    "create role anon nologin noinherit;",
    "create role authenticated nologin noinherit;",
    "create role service_role nologin noinherit;",
    "grant anon, authenticated, service_role to keeper;",
  ];
  expect(output).toBe(
    `Database: DATABASE_URL\nThe database user keeper may not set up the shop. Run this as an administrator of the server, in the database toko, and start again:\n  ${lines.join("\n  ")}\n`,
  );
  for (const line of lines) await admin.unsafe(line);
  await admin.end();
  const program = await startProgram({
    dataDir: env.DATA_DIR,
    env: { DATABASE_URL, SEED: "none" },
  });
  expect(await program.stop()).toBe(0);
}, 90_000);
