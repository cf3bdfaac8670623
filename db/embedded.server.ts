import { type ChildProcess, execFile, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { access, chmod, chown, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import net from "node:net";
import path from "node:path";
import { promisify } from "node:util";
import { openPostgres } from "./driver.server.ts";
import { nativeFolder } from "./embedded-binaries.server.ts";
import { type Owner, placeForOwner, postgresOwner } from "./embedded-owner.server.ts";
import { sharedBuffers } from "./shared-buffers.ts";

const superuser = "etalase";
/** Bytes: 103 on macOS, 107 on Linux, where a name's end is counted too. */
const longestSocketName = 102;
const run = promisify(execFile);

/** A PostgreSQL server of our own, kept in the data directory. */
export interface EmbeddedPostgres {
  /** Address with password; never logged. */
  readonly url: string;
  /** True when the server was still running from a process that died. */
  readonly adopted: boolean;
  stop(): Promise<void>;
}

export interface EmbeddedOptions {
  /** Extra server settings, e.g. `fsync=off` for throw-away test clusters. */
  readonly settings?: Readonly<Record<string, string>>;
}

/**
 * Starts the embedded PostgreSQL, creating its cluster on first use. A server that outlived its process
 * (`kill -9`) is adopted; one that is half dead is stopped and recovers on the next start, as PostgreSQL does.
 * The caller holds the data directory's lock, so no other live process uses this cluster.
 */
export async function startEmbedded(
  dataDir: string,
  options: EmbeddedOptions = {},
): Promise<EmbeddedPostgres> {
  const owner = await postgresOwner();
  const place = await placeForOwner(dataDir, owner);
  const cluster = path.join(place, "postgres");
  const native = await nativeFolder(owner);
  const password = await secretFile(path.join(dataDir, "postgres-password"));

  if (!(await exists(path.join(cluster, "PG_VERSION")))) {
    await createCluster(native, cluster, password, owner);
  }

  const running = await runningPort(cluster);
  if (running !== undefined) {
    const url = await addressOf(cluster, running, password);
    if (await answers(url)) return { url, adopted: true, stop: () => stop(native, cluster, owner) };
    await stop(native, cluster, owner);
  }

  const port = await freePort();
  await start(native, cluster, port, owner, options.settings ?? {});
  const url = await addressOf(cluster, port, password);
  await ensureDatabase(url);
  return { url, adopted: false, stop: () => stop(native, cluster, owner) };
}

/** The server's socket where it has one: a question over it costs both sides little more than half of one over TCP. */
async function addressOf(cluster: string, port: number, password: string): Promise<string> {
  const hasSocket = await exists(socketOf(cluster, port));
  const host = hasSocket ? encodeURIComponent(cluster) : "127.0.0.1";
  return `postgres://${superuser}:${password}@${host}:${port}/etalase`;
}

function socketOf(cluster: string, port: number): string {
  return path.join(cluster, `.s.PGSQL.${port}`);
}

/**
 * The folder of the socket: the cluster itself, which is closed to others. Undefined where the name would be longer than
 * systems take, and on Windows.
 */
function socketFolder(cluster: string, port: number): string | undefined {
  const fits = Buffer.byteLength(socketOf(cluster, port)) <= longestSocketName;
  return process.platform !== "win32" && fits && !/[",']/.test(cluster) ? cluster : undefined;
}

/** What a server that was killed has left. A new one would take it for another's if its number were given again. */
async function removeSockets(cluster: string): Promise<void> {
  const left = (await readdir(cluster)).filter((name) => name.startsWith(".s.PGSQL."));
  await Promise.all(left.map((name) => rm(path.join(cluster, name), { force: true })));
}

async function createCluster(
  native: string,
  cluster: string,
  password: string,
  owner: Owner | undefined,
): Promise<void> {
  await mkdir(cluster, { recursive: true, mode: 0o700 });
  await chmod(cluster, 0o700);
  const passwordFile = `${cluster}.password`;
  await writeFile(passwordFile, password, { mode: 0o600 });
  if (owner) {
    await chown(cluster, owner.uid, owner.gid);
    await chown(passwordFile, owner.uid, owner.gid);
  }
  try {
    await asOwner(owner, path.join(native, "bin", "initdb"), [
      `--pgdata=${cluster}`,
      `--username=${superuser}`,
      `--pwfile=${passwordFile}`,
      "--auth=scram-sha-256",
      "--encoding=UTF8",
      "--locale=C",
    ]);
  } finally {
    await rm(passwordFile, { force: true });
  }
}

async function start(
  native: string,
  cluster: string,
  port: number,
  owner: Owner | undefined,
  settings: Readonly<Record<string, string>>,
): Promise<void> {
  await removeSockets(cluster);
  const flags = Object.entries({
    listen_addresses: "127.0.0.1",
    port: String(port),
    unix_socket_directories: socketFolder(cluster, port) ?? "",
    max_connections: "60",
    shared_buffers: sharedBuffers(),
    log_min_messages: "warning",
    ...settings,
  }).map(([name, value]) => `-c ${name}='${value}'`);
  await asOwner(owner, path.join(native, "bin", "pg_ctl"), [
    "start",
    "--wait",
    "--timeout=60",
    `--pgdata=${cluster}`,
    `--log=${path.join(cluster, "server.log")}`,
    `--options=${flags.join(" ")}`,
  ]);
}

async function stop(native: string, cluster: string, owner: Owner | undefined): Promise<void> {
  await asOwner(owner, path.join(native, "bin", "pg_ctl"), [
    "stop",
    "--wait",
    "--mode=fast",
    `--pgdata=${cluster}`,
  ]).catch(async (error: unknown) => {
    // pg_ctl also fails when the server is already gone, which is what was asked for.
    if ((await runningPort(cluster)) !== undefined) throw error;
  });
}

/**
 * The port of a server whose process is alive, from its `postmaster.pid` (process in line 1, port in line 4). After a
 * crash the number may meanwhile belong to any other program: that one is left alone, and the file is made to name
 * a process that has ended, because PostgreSQL would refuse to start beside it.
 */
async function runningPort(cluster: string): Promise<number | undefined> {
  const file = path.join(cluster, "postmaster.pid");
  const text = await readFile(file, "utf8").catch(() => undefined);
  if (text === undefined) return undefined;
  const [first, ...rest] = text.split("\n");
  const pid = Number(first);
  const port = Number(rest[2]);
  if (!Number.isInteger(pid) || !Number.isInteger(port) || !isAlive(pid)) return undefined;
  if ((await commandOf(pid)).includes(cluster)) return port;
  // The rest of the file stays: PostgreSQL finds there whether anything of the old server still lives.
  await writeFile(file, [await endedProcess(), ...rest].join("\n"));
  return undefined;
}

/** What a process was started as; empty when it has ended. */
async function commandOf(pid: number): Promise<string> {
  const shown = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => undefined);
  if (shown !== undefined) return shown;
  const { stdout } = await run("ps", ["-o", "command=", "-p", String(pid)]).catch(() => ({
    stdout: "",
  }));
  return stdout;
}

/** The number of a process that has just ended. */
async function endedProcess(): Promise<number> {
  const child = spawn(process.execPath, ["--version"], { stdio: "ignore" });
  await new Promise((resolve) => child.once("exit", resolve));
  return child.pid ?? 0;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

async function answers(url: string): Promise<boolean> {
  const sql = openPostgres(url, { max: 1, connect_timeout: 3, onnotice: () => undefined });
  try {
    await sql`select 1`;
    return true;
  } catch {
    return false;
  } finally {
    await sql.end({ timeout: 1 });
  }
}

async function ensureDatabase(url: string): Promise<void> {
  const sql = openPostgres(url, { max: 1, database: "postgres", onnotice: () => undefined });
  try {
    const [found] = await sql`select from pg_database where datname = 'etalase'`;
    if (!found) await sql`create database etalase`;
  } finally {
    await sql.end();
  }
}

/**
 * Acknowledged orders must survive a crash of the machine.
 * @throws Error naming the setting that is off
 */
export async function assertDurable(url: string): Promise<void> {
  const sql = openPostgres(url, { max: 1, onnotice: () => undefined });
  try {
    for (const name of ["fsync", "full_page_writes", "synchronous_commit"]) {
      const [row] = await sql<{ value: string }[]>`select current_setting(${name}) as value`;
      if (!row || row.value === "off") {
        throw new Error(`PostgreSQL runs with ${name} off: paid orders could be lost. Turn it on.`);
      }
    }
  } finally {
    await sql.end();
  }
}

/** A secret that is made once and kept, readable by the owner only. */
async function secretFile(file: string): Promise<string> {
  const known = await readFile(file, "utf8").catch(() => undefined);
  if (known) return known.trim();
  const secret = randomBytes(24).toString("base64url");
  await writeFile(file, secret, { mode: 0o600 });
  return secret;
}

/**
 * What a process of PostgreSQL needed for one large answer goes back to the system. The GNU library would raise its limit
 * for this with each large piece and keep up to 64 MB for each of dozens of processes. In bytes; others ignore it.
 */
const returnsMemory = {
  MALLOC_MMAP_THRESHOLD_: String(256 * 1024),
  MALLOC_TRIM_THRESHOLD_: String(256 * 1024),
};

async function asOwner(owner: Owner | undefined, program: string, args: string[]): Promise<void> {
  const identity = owner ? { uid: owner.uid, gid: owner.gid } : {};
  await new Promise<void>((resolve, reject) => {
    let output = "";
    // The server inherits these streams and keeps them open, so "exit" is awaited rather than "close".
    const child: ChildProcess = spawn(program, args, {
      ...identity,
      cwd: "/",
      stdio: ["ignore", "pipe", "pipe"],
      env: { PATH: process.env.PATH, LC_ALL: "C", TZ: "UTC", ...returnsMemory },
      detached: true,
    });
    const collect = (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-4_000);
    };
    child.stdout?.on("data", collect);
    child.stderr?.on("data", collect);
    child.once("error", reject);
    child.once("exit", (code) => {
      child.stdout?.destroy();
      child.stderr?.destroy();
      child.unref();
      if (code === 0) resolve();
      else reject(new Error(`${path.basename(program)} failed (${code}): ${output.trim()}`));
    });
  });
}

/** A port of the loopback address that nobody listens on now. */
export async function freePort(): Promise<number> {
  const probe = net.createServer();
  await new Promise<void>((resolve, reject) => {
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", resolve);
  });
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  if (address === null || typeof address === "string") throw new Error("no free port");
  return address.port;
}

async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}
