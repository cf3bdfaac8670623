import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import autocannon from "autocannon";
import { removeFolder, startProgram } from "#tests/support/runner/program.ts";
import { mainThreadMilliseconds } from "./thread-time.ts";

/*
 * Pages that the server renders without any page cache, process and database on the same cores, beside a bare Node
 * server that sends the same bytes. `node bench/pages.ts [seconds]`; one JSON line; compare the ratio.
 */

const seconds = Number(process.argv[2] ?? 10);
const connections = 20;
const paths = ["/", "/Shop", "/item/mug-ngopi-dulu"];

const program = await startProgram({
  env: {
    NODE_ENV: "production",
    ALLOW_BUILTIN_PAYMENTS: "1",
    SEED: "demo",
    ALLOW_DEMO_DATA: "1",
    LOG_LEVEL: "error",
  },
});
try {
  for (const path of paths) {
    await load(program.url + path, 3);
    const before = mainThreadMilliseconds(program.pid);
    const ours = await load(program.url + path, seconds);
    const worked = mainThreadMilliseconds(program.pid) - before;
    const page = Buffer.from(await (await fetch(program.url + path)).arrayBuffer());
    const bare = createServer((_, response) => {
      response.setHeader("content-type", "text/html; charset=utf-8");
      response.end(page);
    });
    await new Promise<void>((resolve) => bare.listen(0, "127.0.0.1", resolve));
    const address = bare.address();
    const port = address !== null && typeof address === "object" ? address.port : 0;
    const plain = await load(`http://127.0.0.1:${port}/`, seconds);
    await new Promise((resolve) => bare.close(resolve));
    console.log(
      JSON.stringify({
        path,
        requests_per_second: Math.round(ours.requests.average),
        main_thread_ms_per_request: Number((worked / ours.requests.total).toFixed(2)),
        p50_ms: ours.latency.p50,
        p99_ms: ours.latency.p99,
        failed: ours.non2xx + ours.errors,
        bytes: page.length,
        bare_requests_per_second: Math.round(plain.requests.average),
        share_of_bare: Number((ours.requests.average / plain.requests.average).toFixed(3)),
        rss_mib: residentMebibytes(program.pid),
      }),
    );
  }
} finally {
  await program.stop();
  await removeFolder(program.dataDir);
}

function load(url: string, duration: number) {
  return autocannon({ url, connections, duration });
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
