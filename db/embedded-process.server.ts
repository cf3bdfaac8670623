import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";
import { chown, open, readdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Owner } from "./embedded-owner.server.ts";
import { commandOf, isRunning } from "./running-processes.server.ts";

/*
 * The processes of the embedded server. PostgreSQL's programs get their arguments as a list: `pg_ctl start`
 * would pass them through a shell, where a folder's name could run a command.
 */

/** Milliseconds that a start may take, including recovery after a crash. */
const startTimeoutMs = 120_000;
const pollMs = 25;
/** Maximum characters of a program's output in an error. */
const maxOutput = 4_000;
/** Bytes: 103 on macOS, 107 on Linux, including the terminating NUL. */
const maxSocketName = 102;

/** A postmaster, parsed from its postmaster.pid (PostgreSQL's src/include/utils/pidfile.h). */
export interface Postmaster {
  readonly pid: number;
  readonly port: number;
  /** Whether the file reports that the server takes connections. */
  readonly isReady: boolean;
}

/**
 * Starts the server and waits until it takes connections.
 * @param settings names and values, passed unchanged
 * @throws Error with the server's output when the server ended
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
        // After a stop the data folder may be gone with its log; this promise must not reject then.
        const printed = await readFile(logFile).then(
          (text) => text.subarray(begin).toString().trim().slice(-maxOutput),
          (error: Error) => error.message,
        );
        resolve(new Error(`PostgreSQL ended (${signal ?? code}): ${printed}`));
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

/** Stops the server with a fast shutdown. Returns when it has ended, also when it had already ended. */
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
    // pg_ctl also fails when the server has already ended, which is the wanted state.
    if ((await findPostmaster(cluster)) !== undefined) throw error;
  });
}

/**
 * The server of a cluster, from its `postmaster.pid`, verified because another program may now have its
 * process number.
 */
export async function findPostmaster(cluster: string): Promise<Postmaster | undefined> {
  const [first = "", ...rest] = await pidFileOf(cluster);
  const pid = Number(first);
  const port = Number(rest[2]);
  if (!Number.isInteger(pid) || !Number.isInteger(port)) return undefined;
  if (!(await isRunning(pid)) || !(await commandOf(pid)).includes(cluster)) return undefined;
  return { pid, port, isReady: rest[6]?.trim() === "ready" };
}

/**
 * After a crash the process number in `postmaster.pid` may belong to another program or to a zombie, and
 * PostgreSQL would then refuse to start. Replaces the number by that of an ended process. The other lines
 * stay, because PostgreSQL uses them to check for remains of the old server. Only for a cluster without a
 * server.
 */
async function disownDeadServer(cluster: string): Promise<void> {
  const [first, ...rest] = await pidFileOf(cluster);
  if (!first) return;
  await writeFile(path.join(cluster, "postmaster.pid"), [await endedProcess(), ...rest].join("\n"));
}

/** The lines of postmaster.pid; none without a server. */
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
 * The folder of the socket: the cluster itself, which is closed to others. Undefined when the name is too
 * long for the system, when PostgreSQL would parse it as a list, and on Windows.
 */
export function socketFolder(cluster: string, port: number): string | undefined {
  const fits = Buffer.byteLength(socketOf(cluster, port)) <= maxSocketName;
  return process.platform !== "win32" && fits && !/[",']/.test(cluster) ? cluster : undefined;
}

/**
 * Removes the sockets of a killed server. A new server with the same process number would take them for
 * another's.
 */
async function removeSockets(cluster: string): Promise<void> {
  const left = (await readdir(cluster)).filter((name) => name.startsWith(".s.PGSQL."));
  await Promise.all(left.map((name) => rm(path.join(cluster, name), { force: true })));
}

/**
 * Runs one of PostgreSQL's programs to its end.
 * @throws Error with its output
 */
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
 * Makes PostgreSQL's processes return the memory of large answers to the system. glibc would otherwise raise
 * its threshold with each large allocation and retain up to 64 MB in each of dozens of processes. In bytes;
 * other C libraries ignore it.
 */
const returnsMemory = {
  MALLOC_MMAP_THRESHOLD_: String(256 * 1024),
  MALLOC_TRIM_THRESHOLD_: String(256 * 1024),
};

/** A separate session: Ctrl-C in the terminal reaches only the shop, which then stops the server in order. */
function identityOf(owner: Owner | undefined): SpawnOptions {
  return {
    ...(owner ? { uid: owner.uid, gid: owner.gid } : {}),
    cwd: "/",
    env: { PATH: process.env.PATH, LC_ALL: "C", TZ: "UTC", ...returnsMemory },
    detached: true,
  };
}
