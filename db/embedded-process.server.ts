import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";
import { chown, open, readdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Owner } from "./embedded-owner.server.ts";
import { commandOf, isRunning } from "./running-processes.server.ts";

/*
 * The processes of the embedded server. PostgreSQL's programs get their arguments one by one: `pg_ctl start` would put
 * them on a shell's line, where the name of a folder could run something.
 */

/** Milliseconds that a server gets to start, recovery after a crash included. */
const startTimeoutMs = 120_000;
const pollMs = 25;
/** Characters of a program's output that an error repeats. */
const maxOutput = 4_000;
/** Bytes: 103 on macOS, 107 on Linux, where a name's end is counted too. */
const maxSocketName = 102;

/** A postmaster, from the second and later lines of its postmaster.pid (PostgreSQL's src/include/utils/pidfile.h). */
export interface Postmaster {
  readonly pid: number;
  readonly port: number;
  /** Whether it takes connections, as far as it has said. */
  readonly isReady: boolean;
}

/**
 * Starts the server and waits until it takes connections.
 * @param settings names and values, passed as they are
 * @throws Error with what the server printed, when it ended instead
 */
export async function launch(
  native: string,
  cluster: string,
  owner: Owner | undefined,
  settings: Readonly<Record<string, string>>,
): Promise<Postmaster> {
  if (await findPostmaster(cluster)) throw new Error("PostgreSQL runs on this cluster already");
  await disownDeadServer(cluster);
  await removeSockets(cluster);
  const logFile = path.join(cluster, "server.log");
  const log = await open(logFile, "a", 0o600);
  try {
    if (owner) await chown(logFile, owner.uid, owner.gid);
    const begin = (await log.stat()).size;
    const flags = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
    const child = spawn(path.join(native, "bin", "postgres"), ["-D", cluster, ...flags], {
      ...identityOf(owner),
      stdio: ["ignore", log.fd, log.fd],
    });
    const ended = new Promise<Error>((resolve) => {
      child.once("error", resolve);
      child.once("exit", async (code, signal) => {
        const printed = (await readFile(logFile)).subarray(begin).toString().trim();
        resolve(new Error(`PostgreSQL ended (${signal ?? code}): ${printed.slice(-maxOutput)}`));
      });
    });
    const started = await Promise.race([ended, waitUntilReady(cluster, child)]);
    if (started instanceof Error) throw started;
    child.unref();
    return started;
  } finally {
    await log.close();
  }
}

async function waitUntilReady(cluster: string, child: ChildProcess): Promise<Postmaster> {
  for (let waitedMs = 0; waitedMs < startTimeoutMs; waitedMs += pollMs) {
    const found = await findPostmaster(cluster);
    if (found?.pid === child.pid && found?.isReady) return found;
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
  child.kill("SIGINT");
  throw new Error(`PostgreSQL was not ready after ${startTimeoutMs / 1_000} seconds`);
}

/** Stops the server at once, but in order. Returns when it is gone, also when it was gone already. */
export async function stopServer(
  native: string,
  cluster: string,
  owner: Owner | undefined,
): Promise<void> {
  await runProgram(owner, path.join(native, "bin", "pg_ctl"), [
    "stop",
    "--wait",
    "--mode=fast",
    `--pgdata=${cluster}`,
  ]).catch(async (error: unknown) => {
    // pg_ctl also fails when the server is already gone, which is what was asked for.
    if ((await findPostmaster(cluster)) !== undefined) throw error;
  });
}

/** The server that runs on a cluster, from its `postmaster.pid`: the number in it may meanwhile belong to another program. */
export async function findPostmaster(cluster: string): Promise<Postmaster | undefined> {
  const [first = "", ...rest] = await pidFileOf(cluster);
  const pid = Number(first);
  const port = Number(rest[2]);
  if (!Number.isInteger(pid) || !Number.isInteger(port)) return undefined;
  if (!(await isRunning(pid)) || !(await commandOf(pid)).includes(cluster)) return undefined;
  return { pid, port, isReady: rest[6]?.trim() === "ready" };
}

/**
 * After a crash the number in `postmaster.pid` may belong to any other program, or to a process that has ended and was not
 * collected. PostgreSQL would refuse to start beside it, so the file is made to name a process that has ended. The rest of
 * it stays: PostgreSQL finds there whether anything of the old server still lives. Only for a cluster without a server.
 */
async function disownDeadServer(cluster: string): Promise<void> {
  const [first, ...rest] = await pidFileOf(cluster);
  if (!first) return;
  await writeFile(path.join(cluster, "postmaster.pid"), [await endedProcess(), ...rest].join("\n"));
}

/** Its lines; none without a server. */
async function pidFileOf(cluster: string): Promise<string[]> {
  const text = await readFile(path.join(cluster, "postmaster.pid"), "utf8").catch(() => "");
  return text.split("\n");
}

/** The number of a process that has just ended. */
async function endedProcess(): Promise<number> {
  const child = spawn(process.execPath, ["--version"], { stdio: "ignore" });
  await new Promise((resolve) => child.once("exit", resolve));
  return child.pid ?? 0;
}

export function socketOf(cluster: string, port: number): string {
  return path.join(cluster, `.s.PGSQL.${port}`);
}

/**
 * The folder of the socket: the cluster itself, which is closed to others. Undefined where the name would be longer than
 * systems take, where PostgreSQL would read it as a list, and on Windows.
 */
export function socketFolder(cluster: string, port: number): string | undefined {
  const fits = Buffer.byteLength(socketOf(cluster, port)) <= maxSocketName;
  return process.platform !== "win32" && fits && !/[",']/.test(cluster) ? cluster : undefined;
}

/** What a server that was killed has left. A new one would take it for another's if its number were given again. */
async function removeSockets(cluster: string): Promise<void> {
  const left = (await readdir(cluster)).filter((name) => name.startsWith(".s.PGSQL."));
  await Promise.all(left.map((name) => rm(path.join(cluster, name), { force: true })));
}

/** Runs one of PostgreSQL's programs to its end. @throws Error with what it printed */
export async function runProgram(
  owner: Owner | undefined,
  program: string,
  args: readonly string[],
): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    let output = "";
    const child = spawn(program, args, { ...identityOf(owner), stdio: ["ignore", "pipe", "pipe"] });
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on("data", (chunk: Buffer) => {
        output = (output + chunk.toString()).slice(-maxOutput);
      });
    }
    child.once("error", reject);
    child.once("close", (code) => {
      if (code === 0) resolve();
      else reject(new Error(`${path.basename(program)} failed (${code}): ${output.trim()}`));
    });
  });
}

/**
 * What a process of PostgreSQL needed for one large answer goes back to the system. The GNU library would raise its limit
 * for this with each large piece and keep up to 64 MB for each of dozens of processes. In bytes; others ignore it.
 */
const returnsMemory = {
  MALLOC_MMAP_THRESHOLD_: String(256 * 1024),
  MALLOC_TRIM_THRESHOLD_: String(256 * 1024),
};

/** In a session of its own: Ctrl-C in the shop's terminal is for the shop, which then stops the server in order. */
function identityOf(owner: Owner | undefined): SpawnOptions {
  return {
    ...(owner ? { uid: owner.uid, gid: owner.gid } : {}),
    cwd: "/",
    env: { PATH: process.env.PATH, LC_ALL: "C", TZ: "UTC", ...returnsMemory },
    detached: true,
  };
}
