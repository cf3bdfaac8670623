import { type ChildProcess, spawn } from "node:child_process";
import { serve } from "@hono/node-server";
import autocannon from "autocannon";
import { type Context, Hono } from "hono";
import { readCaller } from "#backend/gateway/caller.server.ts";
import { type Keys, loadKeys } from "#backend/gateway/keys.server.ts";
import { createRestApi } from "#backend/rest/rest.server.ts";
import { asCaller } from "#db/client.server.ts";
import { openConnections } from "#tests/support/runner/connections.ts";
import { startEmbedded } from "../db/embedded.server.ts";
import { migrate } from "../db/migrate.server.ts";
import { seed } from "../db/seed/seed.server.ts";
import { removeFolder, temporaryFolder } from "../tests/support/runner/program.ts";

/*
 * Ten products, filtered and ordered, as a visitor under row-level security: the REST API beside a handler written by
 * hand for this query alone (Hono, the same driver, the same transaction as the caller, the same columns). Both run
 * in one process, alternating, with the database on the same cores.
 * `node bench/rest.ts [seconds=5] [rounds=3]`; one JSON line; compare the ratio (at least 0.8).
 */

const query = "select=id,slug,name,price_from,tags&price_from=gt.10000&order=slug.asc&limit=10";

if (process.argv[2] === "serve") await serveBoth(process.argv[3] ?? "", process.argv[4] ?? "");
else await measure(Number(process.argv[2] ?? 5), Number(process.argv[3] ?? 3));

async function serveBoth(url: string, dataDir: string): Promise<void> {
  openConnections(url);
  const keys = await loadKeys(dataDir);
  const publicUrl = "http://localhost";
  const app = new Hono();
  app.route("/rest/v1", createRestApi({ keys, publicUrl }));
  app.get("/by-hand", byHand(keys, publicUrl));
  serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" }, ({ port }) =>
    console.log(JSON.stringify({ port, key: keys.publishable })),
  );
}

function byHand(keys: Keys, publicUrl: string): (c: Context) => Promise<Response> {
  return async (c) => {
    const caller = await readCaller(keys, publicUrl, {
      apikey: c.req.header("apikey"),
      authorization: c.req.header("authorization"),
    });
    const above = Number(c.req.query("above"));
    const rows = await asCaller(
      caller,
      (sql) => sql`
        select id, slug, name, price_from, tags from public.products
        where price_from > ${above} order by slug asc limit ${10}`,
      "read only",
    );
    return c.json(rows);
  };
}

async function measure(seconds: number, rounds: number): Promise<void> {
  const folder = await temporaryFolder();
  const database = await startEmbedded(folder);
  let server: ChildProcess | undefined;
  try {
    await migrate(database.url);
    await seed(database.url, "demo");
    server = spawn(process.execPath, [import.meta.filename, "serve", database.url, folder], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const { port, key } = await announced(server);
    const base = `http://127.0.0.1:${port}`;
    const headers = { apikey: key };
    const addresses = {
      rest: `${base}/rest/v1/products?${query}`,
      hand: `${base}/by-hand?above=10000`,
    };
    const [rest, hand] = await Promise.all(
      [addresses.rest, addresses.hand].map(async (url) => (await fetch(url, { headers })).json()),
    );
    if (JSON.stringify(rest) !== JSON.stringify(hand) || rest.length !== 10) {
      throw new Error("the two do not answer alike");
    }
    const rates: Record<"rest" | "hand", number[]> = { rest: [], hand: [] };
    let failed = 0;
    for (const name of ["rest", "hand"] as const) await load(addresses[name], headers, 1);
    for (let round = 0; round < rounds; round++) {
      for (const name of ["rest", "hand"] as const) {
        const result = await load(addresses[name], headers, seconds);
        rates[name].push(result.requests.average);
        failed += result.non2xx + result.errors;
      }
    }
    const middle = (list: number[]) => list.sort((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0;
    console.log(
      JSON.stringify({
        rest_per_second: Math.round(middle(rates.rest)),
        by_hand_per_second: Math.round(middle(rates.hand)),
        ratio: Number((middle(rates.rest) / middle(rates.hand)).toFixed(3)),
        failed,
        rounds,
        seconds,
      }),
    );
  } finally {
    server?.kill();
    await database.stop();
    await removeFolder(folder);
  }
}

function load(url: string, headers: Record<string, string>, duration: number) {
  return autocannon({ url, headers, connections: 20, duration });
}

function announced(server: ChildProcess): Promise<{ port: number; key: string }> {
  return new Promise((resolve, reject) => {
    server.once("exit", () => reject(new Error("the server stopped")));
    server.stdout?.once("data", (chunk: Buffer) => resolve(JSON.parse(chunk.toString())));
  });
}
