import { readFile } from "node:fs/promises";
import path from "node:path";
import { createClient } from "@supabase/supabase-js";
import { expect, onTestFinished, test } from "vitest";
import { openPostgres } from "#db/driver.server.ts";
import { startEmbedded } from "#db/embedded.server.ts";
import { directConnectionsOf, pooledConnections } from "#server/boot/connection-counts.ts";
import { orderAndWatch } from "#tests/support/builders/order-and-watch.ts";
import { databaseAddress } from "#tests/support/runner/cluster.ts";
import { longProof } from "#tests/support/runner/long-proof.ts";
import {
  addressAs,
  managedDatabase,
  managedLogin,
  plainLogin,
} from "#tests/support/runner/managed-database.ts";
import { findPgBouncer, startPgBouncer } from "#tests/support/runner/pgbouncer.ts";
import {
  removeFolder,
  runToEnd,
  startProgram,
  temporaryFolder,
} from "#tests/support/runner/program.ts";

const pgbouncer = await findPgBouncer();

async function managedServer(): Promise<{ folder: string; admin: string; owner: string }> {
  const folder = await temporaryFolder();
  onTestFinished(() => removeFolder(folder));
  const server = await startEmbedded(folder);
  onTestFinished(() => server.stop());
  await managedLogin(server.url, "keeper");
  return { folder, admin: server.url, owner: await managedDatabase(server.url, "keeper", "toko") };
}

async function start(env: NodeJS.ProcessEnv) {
  const dataDir = await temporaryFolder();
  onTestFinished(() => removeFolder(dataDir));
  const program = await startProgram({ dataDir, env });
  onTestFinished(async () => void (await program.stop()));
  const keys = JSON.parse(await readFile(path.join(dataDir, "keys.json"), "utf8"));
  return { program, publishable: keys.publishable as string };
}

/** Many reads and orders at a time, as pages and clients send them. */
async function load(url: string, publishable: string): Promise<void> {
  const client = createClient(url, publishable, { auth: { persistSession: false } });
  const reads = Array.from({ length: 60 }, () =>
    client.from("product_variants").select("id").limit(5),
  );
  const pages = Array.from({ length: 20 }, (_, n) => fetch(`${url}/Search?q=${n}`));
  await Promise.all([...reads, ...pages]);
}

/** The connections of each login to the database, at this moment. */
async function connectionsOf(admin: string): Promise<Record<string, number>> {
  const sql = openPostgres(admin, { max: 1 });
  const rows = await sql<{ login: string; count: number }[]>`
    select usename as login, count(*)::int as count from pg_stat_activity
    where datname = 'toko' group by usename`;
  await sql.end();
  return Object.fromEntries(rows.map(({ login, count }) => [login, count]));
}

test.runIf(pgbouncer)(
  "through PgBouncer in transaction mode: demo shop, order, REST and realtime",
  async () => {
    const { folder, admin, owner } = await managedServer();
    await plainLogin(admin, "web");
    const pooler = await startPgBouncer(pgbouncer ?? "", folder, owner, ["web"]);
    onTestFinished(() => pooler.stop());
    const env = {
      DATABASE_URL: pooler.through(addressAs(owner, "web")),
      DATABASE_DIRECT_URL: owner,
    };
    // The owner did not make the login, so an administrator has to change it.
    const refused = await runToEnd({ ...env, DATA_DIR: folder, PORT: "0", SEED: "none" });
    expect(refused.output).toContain("Run this as an administrator of the server and start again");
    const administrator = openPostgres(databaseAddress(admin, "toko"), { max: 1 });
    const lines = refused.output.split("\n").filter((line) => line.startsWith("  "));
    expect(lines).toHaveLength(6);
    for (const line of lines) await administrator.unsafe(line);
    await administrator.end();
    const { program, publishable } = await start(env);
    const seen = await orderAndWatch(program.url, publishable);
    expect(seen).toMatchObject({
      buyer: [seen.orderId],
      visitor: [],
      update: "42501",
      status: "canceled",
    });
    await load(program.url, publishable);
    const { web, keeper } = await connectionsOf(admin);
    // PgBouncer's own default_pool_size.
    expect(web).toBeLessThanOrEqual(20);
    expect(keeper).toBeLessThanOrEqual(directConnectionsOf.all);
    // What the login may do outside of the program's transactions.
    const bare = openPostgres(addressAs(owner, "web"), { max: 1 });
    const [rights] =
      await bare`select current_user::text as role, current_setting('transaction_read_only') as reads`;
    await bare.end();
    expect(rights).toEqual({ role: "anon", reads: "on" });
  },
  90_000,
);

longProof(
  "a process under load opens no more connections than docs/operations.md says",
  { timeout: 90_000 },
  async () => {
    const { admin, owner } = await managedServer();
    const { program, publishable } = await start({ DATABASE_URL: owner, SEED: "none" });
    await load(program.url, publishable);
    const { keeper } = await connectionsOf(admin);
    expect(keeper).toBeGreaterThan(directConnectionsOf.web);
    expect(keeper).toBeLessThanOrEqual(pooledConnections + directConnectionsOf.all);

    const text = await readFile("docs/operations.md", "utf8");
    for (const [role, direct] of Object.entries(directConnectionsOf)) {
      const row = new RegExp(`\\| \`${role}\` +\\| (\\d+) +\\| (\\d+) +\\| (\\d+) +\\|`).exec(text);
      const numbers = row?.slice(1).map(Number);
      expect([role, numbers]).toEqual([
        role,
        [pooledConnections, direct, pooledConnections + direct],
      ]);
    }
  },
);
