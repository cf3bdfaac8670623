import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { get, type IncomingHttpHeaders } from "node:http";
import path from "node:path";
import autocannon from "autocannon";
import { removeFolder, startProgram } from "#tests/support/runner/program.ts";
import { mainThreadMilliseconds } from "./thread-time.ts";

/*
 * Pages of the shop beside a bare Node server that sends the same bytes, by turns in one run, all on the same processors.
 * `node bench/pages.ts [--store] [seconds=5] [rounds=3]`; one JSON line for each page and encoding; compare the ratio, which
 * is that of the median round. With `--store` the pages come from the page store, otherwise each request renders its page.
 */

const store = process.argv.includes("--store");
const [seconds = 5, rounds = 3] = process.argv
  .slice(2)
  .filter((one) => /^\d+$/.test(one))
  .map(Number);
const connections = 20;
const paths = ["/", "/Shop", "/item/mug-ngopi-dulu", "/Shop?q=mug"];
const encodings = ["identity", "gzip, deflate, br, zstd"];

const program = await startProgram({
  env: {
    NODE_ENV: "production",
    ALLOW_BUILTIN_PAYMENTS: "1",
    SEED: "demo",
    ALLOW_DEMO_DATA: "1",
    LOG_LEVEL: "error",
    PAGE_STORE_MB: store ? "48" : "0",
  },
});
try {
  for (const address of paths) {
    for (const encoding of encodings) await measure(address, encoding);
  }
} finally {
  await program.stop();
  await removeFolder(program.dataDir);
}

async function measure(address: string, encoding: string): Promise<void> {
  const url = program.url + address;
  await load(url, encoding, 2);
  const page = await read(url, encoding);
  const bare = spawn(
    process.execPath,
    [path.join(import.meta.dirname, "bare-server.ts"), ...(page.encoding ? [page.encoding] : [])],
    { stdio: ["pipe", "pipe", "inherit"] },
  );
  bare.stdin.end(page.body);
  const [port] = (await once(bare.stdout.setEncoding("utf8"), "data")) as [string];
  const pairs: { ours: autocannon.Result; plain: autocannon.Result; ratio: number }[] = [];
  let worked = 0;
  for (let round = 0; round < rounds; round++) {
    const before = mainThreadMilliseconds(program.pid);
    const ours = await load(url, encoding, seconds);
    worked += mainThreadMilliseconds(program.pid) - before;
    const plain = await load(`http://127.0.0.1:${Number(port)}/`, encoding, seconds);
    pairs.push({ ours, plain, ratio: ours.requests.average / plain.requests.average });
  }
  bare.kill();
  pairs.sort((a, b) => a.ratio - b.ratio);
  const median = pairs[Math.floor(pairs.length / 2)];
  if (!median) throw new Error("no rounds");
  const total = pairs.reduce((sum, { ours }) => sum + ours.requests.total, 0);
  console.log(
    JSON.stringify({
      address,
      encoding: page.encoding ?? "identity",
      requests_per_second: Math.round(median.ours.requests.average),
      main_thread_ms_per_request: Number((worked / total).toFixed(3)),
      p50_ms: median.ours.latency.p50,
      p99_ms: median.ours.latency.p99,
      failed: pairs.reduce((sum, { ours }) => sum + ours.non2xx + ours.errors, 0),
      bytes: page.body.length,
      bare_requests_per_second: Math.round(median.plain.requests.average),
      share_of_bare: Number(median.ratio.toFixed(3)),
      rss_mib: residentMebibytes(program.pid),
    }),
  );
}

function load(url: string, encoding: string, duration: number) {
  return autocannon({ url, connections, duration, headers: { "accept-encoding": encoding } });
}

/** The bytes as they are sent; `fetch` would decompress them. */
function read(
  url: string,
  encoding: string,
): Promise<{ body: Buffer; encoding: IncomingHttpHeaders["content-encoding"] }> {
  return new Promise((resolve, reject) => {
    get(url, { headers: { "accept-encoding": encoding } }, (answer) => {
      const pieces: Buffer[] = [];
      answer.on("data", (piece: Buffer) => pieces.push(piece));
      answer.on("end", () =>
        resolve({ body: Buffer.concat(pieces), encoding: answer.headers["content-encoding"] }),
      );
    }).on("error", reject);
  });
}

/** Linux only; undefined elsewhere. */
function residentMebibytes(pid: number): number | undefined {
  try {
    const pages = Number(readFileSync(`/proc/${pid}/statm`, "utf8").split(" ")[1]);
    return Math.round((pages * 4096) / 1024 / 1024);
  } catch {
    return undefined;
  }
}
