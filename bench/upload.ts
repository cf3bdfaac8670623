import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { type FileHandle, open, readFile } from "node:fs/promises";
import { Agent, createServer, request } from "node:http";
import path from "node:path";
import { createClient } from "@supabase/supabase-js";
import { removeFolder, startProgram } from "#tests/support/runner/program.ts";
import { postgresOf, treeMilliseconds } from "./process-time.ts";

/*
 * Uploads of 1,000 files of 100 kB, 8 at a time, beside a bare Node server that writes the same bytes to the same
 * disk with fsync of the file and of its folder. Each runs in a separate process, alternating.
 * `node bench/upload.ts [files=1000] [rounds=7]`; one JSON line; compare the ratio.
 */

const atOnce = 8;
const size = 100_000;

if (process.argv[2] === "bare") await serveBare(process.argv[3] ?? "");
else await compare(Number(process.argv[2] ?? 1000), Number(process.argv[3] ?? 7));

async function compare(files: number, rounds: number): Promise<void> {
  const program = await startProgram({
    env: {
      SEED: "none",
      LOG_LEVEL: "error",
      ...(process.env.PROF
        ? { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${process.env.PROF}` }
        : {}),
    },
  });
  let bare: ChildProcess | undefined;
  try {
    const keys = JSON.parse(await readFile(path.join(program.dataDir, "keys.json"), "utf8"));
    const client = createClient(program.url, keys.secret, { auth: { persistSession: false } });
    const made = await client.storage.createBucket("bench");
    if (made.error) throw made.error;
    bare = spawn(process.execPath, [import.meta.filename, "bare", program.dataDir], {
      stdio: ["ignore", "pipe", "inherit"],
      // As many threads for the disk as the program has.
      env: { ...process.env, UV_THREADPOOL_SIZE: "16" },
    });
    const bareUrl = await firstLine(bare);
    const headers = { authorization: `Bearer ${keys.secret}` };
    const ours: number[] = [];
    const plain: number[] = [];
    const computing = {
      node: () => treeMilliseconds(program.pid),
      postgres: () => treeMilliseconds(postgresOf(program.dataDir) ?? 0),
      bare: () => treeMilliseconds(bare?.pid ?? 0),
    };
    const spent = { node: 0, postgres: 0, bare: 0 };
    const names = ["node", "postgres", "bare"] as const;
    for (let round = -1; round < rounds; round++) {
      // The first round warms both up and does not count.
      const count = round < 0 ? Math.ceil(files / 5) : files;
      const target = `${program.url}/storage/v1/object/bench/${round}`;
      const before = names.map((name) => computing[name]());
      const mine = await filesPerSecond(target, headers, count);
      const theirs = await filesPerSecond(`${bareUrl}/${round}`, {}, count);
      if (round < 0) continue;
      names.forEach((name, index) => {
        spent[name] += computing[name]() - (before[index] ?? 0);
      });
      ours.push(mine);
      plain.push(theirs);
    }
    console.log(
      JSON.stringify({
        files,
        bytes: size,
        at_once: atOnce,
        files_per_second: Math.round(median(ours)),
        bare_files_per_second: Math.round(median(plain)),
        // Processor milliseconds for one file, independent of the machine's other load.
        cpu_ms: Object.fromEntries(
          names.map((name) => [name, Number((spent[name] / files / rounds).toFixed(2))]),
        ),
        share_of_bare: Number((median(ours) / median(plain)).toFixed(3)),
      }),
    );
  } finally {
    bare?.kill();
    await program.stop();
    await removeFolder(program.dataDir);
  }
}

async function filesPerSecond(
  target: string,
  headers: Record<string, string>,
  count: number,
): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce });
  const body = randomBytes(size);
  let next = 0;
  const began = performance.now();
  const worker = async () => {
    while (next < count) await send(agent, `${target}-${next++}`, headers, body);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  const seconds = (performance.now() - began) / 1000;
  agent.destroy();
  return count / seconds;
}

function send(
  agent: Agent,
  url: string,
  headers: Record<string, string>,
  body: Buffer,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const asked = request(url, {
      method: "POST",
      agent,
      headers: {
        ...headers,
        "content-type": "application/octet-stream",
        "content-length": body.length,
      },
    });
    asked.once("error", reject);
    asked.once("response", (answer) => {
      answer.resume();
      answer.once("end", () =>
        answer.statusCode === 200 ? resolve() : reject(new Error(`${url}: ${answer.statusCode}`)),
      );
    });
    asked.end(body);
  });
}

/** Writes each request's body to a new file and responds when the bytes and the file's name are on the disk. */
async function serveBare(folder: string): Promise<void> {
  const directory: FileHandle = await open(folder, "r");
  const server = createServer(async (incoming, response) => {
    const file = path.join(folder, `bare${incoming.url?.replaceAll("/", "-")}`);
    const handle = await open(file, "wx");
    for await (const chunk of incoming) await handle.write(chunk);
    await Promise.all([handle.sync(), directory.sync()]);
    await handle.close();
    response.end("{}");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  console.log(`http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`);
}

function firstLine(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.stdout?.once("data", (chunk: Buffer) => resolve(chunk.toString().trim()));
  });
}

function median(values: readonly number[]): number {
  return values.toSorted((x, y) => x - y)[Math.floor(values.length / 2)] ?? 0;
}
