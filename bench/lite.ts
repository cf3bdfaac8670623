import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import autocannon from "autocannon";
import { startEmbedded } from "../db/embedded.server.ts";
import { migrate } from "../db/migrate.server.ts";
import { seed } from "../db/seed/seed.server.ts";
import { removeFolder, temporaryFolder } from "../tests/support/runner/program.ts";

/*
 * The query of bench/rest.ts sent to this REST API and to the package `@supabase/lite` over the same PostgreSQL, each
 * in a separate process, alternating. The package is a comparison and no dependency: it is installed into a separate
 * folder.
 * `node bench/lite.ts [folder] [seconds=5] [rounds=3]`; one JSON line; compare the ratio (at least 3).
 */

const version = "0.10.0";
const folder = process.argv[2] ?? path.join(tmpdir(), "etalase-lite");
const seconds = Number(process.argv[3] ?? 5);
const rounds = Number(process.argv[4] ?? 3);
const query = "select=id,slug,name,price_from,tags&price_from=gt.10000&order=slug.asc&limit=10";

/** Runs in the package's folder, where Node resolves the package's modules. Source: the package's README. */
const theirServer = `
  const { App } = await import("@supabase/lite");
  const { createPostgresConnection } = await import("@supabase/lite/postgres");
  const { serve } = await import(${JSON.stringify(import.meta.resolve("@hono/node-server"))});
  const connection = await createPostgresConnection({ url: process.argv[1] });
  const app = new App({ connection, options: { server: { apiKeys: false } }, auth: { enabled: true } });
  await app.build?.();
  serve({ fetch: (request) => app.fetch(request), port: 0, hostname: "127.0.0.1" },
    ({ port }) => console.log(JSON.stringify({ port })));`;

const problem = await install();
if (problem) {
  console.log(JSON.stringify({ lite: "cannot be had", problem }));
  process.exitCode = 1;
} else await compare();

/** The package cannot connect to a Unix socket; the server also listens on 127.0.0.1. */
function byAddress(url: string): string {
  return url.replace(/@[^/]*:(\d+)\//, "@127.0.0.1:$1/");
}

/** @returns why the package could not be installed */
async function install(): Promise<string | undefined> {
  if (existsSync(path.join(folder, "node_modules/@supabase/lite"))) return undefined;
  await mkdir(folder, { recursive: true });
  const wanted = [`@supabase/lite@${version}`, "postgres"];
  try {
    execFileSync("npm", ["install", "--no-audit", "--no-fund", "--prefix", folder, ...wanted], {
      cwd: folder,
      stdio: ["ignore", "ignore", "pipe"],
    });
    return undefined;
  } catch (error) {
    return String((error as { stderr?: Buffer }).stderr ?? error).slice(0, 300);
  }
}

async function compare(): Promise<void> {
  const data = await temporaryFolder();
  const database = await startEmbedded(data);
  const started: ChildProcess[] = [];
  try {
    await migrate(database.url);
    await seed(database.url, "demo");
    const rest = path.join(import.meta.dirname, "rest.ts");
    const ours = start(process.cwd(), [rest, "serve", database.url, data]);
    const theirs = start(folder, [
      "--input-type=module",
      "-e",
      theirServer,
      byAddress(database.url),
    ]);
    started.push(ours, theirs);
    const [us, them] = await Promise.all([announced(ours), announced(theirs)]);
    const headers = { apikey: us.key ?? "" };
    const addresses = {
      ours: `http://127.0.0.1:${us.port}/rest/v1/products?${query}`,
      lite: `http://127.0.0.1:${them.port}/rest/v1/products?${query}`,
    };
    const [mine, other] = await Promise.all(
      [addresses.ours, addresses.lite].map(async (url) => (await fetch(url, { headers })).json()),
    );
    if (!Array.isArray(other) || other.length !== 10 || mine.length !== 10) {
      throw new Error(`the two do not answer alike: ${JSON.stringify(other).slice(0, 300)}`);
    }
    const rates: Record<"ours" | "lite", number[]> = { ours: [], lite: [] };
    for (let round = -1; round < rounds; round++) {
      for (const name of ["ours", "lite"] as const) {
        // The first round warms both up and does not count.
        const duration = round < 0 ? 1 : seconds;
        const result = await autocannon({
          url: addresses[name],
          headers,
          connections: 20,
          duration,
        });
        if (result.non2xx + result.errors > 0) throw new Error(`${name}: not every answer was 200`);
        if (round >= 0) rates[name].push(result.requests.average);
      }
    }
    const middle = (list: number[]) => list.sort((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0;
    console.log(
      JSON.stringify({
        rest_per_second: Math.round(middle(rates.ours)),
        lite_per_second: Math.round(middle(rates.lite)),
        lite_version: version,
        ratio: Number((middle(rates.ours) / middle(rates.lite)).toFixed(2)),
      }),
    );
  } finally {
    for (const server of started) server.kill();
    await database.stop();
    await removeFolder(data);
  }
}

function start(cwd: string, args: readonly string[]): ChildProcess {
  return spawn(process.execPath, [...args], { cwd, stdio: ["ignore", "pipe", "inherit"] });
}

function announced(server: ChildProcess): Promise<{ port: number; key?: string }> {
  return new Promise((resolve, reject) => {
    server.once("exit", () => reject(new Error("a server stopped")));
    server.stdout?.on("data", (chunk: Buffer) => {
      const line = /^\{.*\}$/m.exec(chunk.toString())?.[0];
      if (line) resolve(JSON.parse(line));
    });
  });
}
