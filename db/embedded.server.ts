import net from "node:net";
import path from "node:path";
import { OperatorError } from "#base/errors.ts";
import { log } from "#base/log.server.ts";
import { openPostgres } from "./driver.server.ts";
import { nativeFolder } from "./embedded-binaries.server.ts";
import { ensureCluster, exists, secretFile, superuser } from "./embedded-cluster.server.ts";
import { databaseFolder, findDatabaseFolder } from "./embedded-folder.server.ts";
import { type Owner, postgresOwner } from "./embedded-owner.server.ts";
import {
  findPostmaster,
  launch,
  type Postmaster,
  socketFolder,
  socketOf,
  stopServer,
} from "./embedded-process.server.ts";
import { isRunning } from "./running-processes.server.ts";
import { sharedBuffers } from "./shared-buffers.ts";

/** Milliseconds between two checks that the server runs, and between two attempts to restart it. */
const lookEveryMs = 500;
/** Milliseconds that a restart may take: the dead server's processes need time to end. */
const restartTimeoutMs = 30_000;
/** Milliseconds until a server that was found starting must take connections. */
const adoptTimeoutMs = 60_000;

/** The embedded PostgreSQL server in the data directory. */
export interface EmbeddedPostgres {
  /** Address with password; never logged. */
  readonly url: string;
  /** True when the server was still running from a process that died. */
  readonly adopted: boolean;
  /**
   * Restarts the server on the same address whenever it ends.
   * @param onLost called once when a restart fails
   */
  supervise(onLost: (error: Error) => void): void;
  stop(): Promise<void>;
}

export interface EmbeddedOptions {
  /** Extra server settings, e.g. `fsync=off` for throw-away test clusters. */
  readonly settings?: Readonly<Record<string, string>>;
}

/** What starting and stopping one server needs. */
interface Server {
  readonly native: string;
  readonly cluster: string;
  readonly owner: Owner | undefined;
  readonly settings: Readonly<Record<string, string>>;
}

/**
 * Starts the embedded PostgreSQL, creating its cluster on first use. A server that outlived its process
 * (`kill -9`) is adopted; an unresponsive one is stopped and recovers on the next start. The caller holds the
 * data directory's lock, so no other process uses this cluster.
 */
export async function startEmbedded(
  dataDir: string,
  options: EmbeddedOptions = {},
): Promise<EmbeddedPostgres> {
  const owner = await postgresOwner(path.join(await findDatabaseFolder(dataDir), "postgres"));
  const place = await databaseFolder(dataDir, owner);
  await requireDatabaseOfKeys(dataDir, path.join(place, "postgres"));
  const native = await nativeFolder(owner);
  const password = await secretFile(path.join(dataDir, "postgres-password"));
  const cluster = await ensureCluster(place, native, password, owner);
  const server = { native, cluster, owner, settings: options.settings ?? {} };

  const running = await adopt(server, password);
  const postmaster = running ?? (await start(server, await freePort()));
  try {
    const url = await addressOf(cluster, postmaster.port, password);
    if (!running) await ensureDatabase(url);
    return { url, adopted: running !== undefined, ...supervisorOf(server, postmaster) };
  } catch (error) {
    await stopServer(native, cluster, owner);
    throw error;
  }
}

/**
 * Refuses a data directory that has keys and no database. A shop creates its keys after its database, so the database was
 * lost, e.g. because its volume is not mounted. An empty new database would hide that.
 * @throws OperatorError
 */
async function requireDatabaseOfKeys(dataDir: string, cluster: string): Promise<void> {
  if (await exists(path.join(cluster, "PG_VERSION"))) return;
  if (!(await exists(path.join(dataDir, "keys.json")))) return;
  throw new OperatorError(
    `${dataDir} has the keys of a shop, but its database is missing at ${cluster}. Put the database back, restore a backup into an empty DATA_DIR, or delete ${dataDir} to start with an empty shop.`,
  );
}

/** Returns a running server that answers; stops one that does not answer. */
async function adopt(server: Server, password: string): Promise<Postmaster | undefined> {
  const { native, cluster, owner } = server;
  const found = await findPostmaster(cluster);
  if (!found) return undefined;
  const ready = await untilReady(cluster, found);
  if (ready && (await answers(await addressOf(cluster, ready.port, password)))) return ready;
  await stopServer(native, cluster, owner);
  return undefined;
}

/** The server may have been started just before its program was killed. */
async function untilReady(cluster: string, found: Postmaster): Promise<Postmaster | undefined> {
  let at: Postmaster | undefined = found;
  for (let waitedMs = 0; at && !at.isReady && waitedMs < adoptTimeoutMs; waitedMs += lookEveryMs) {
    await new Promise((resolve) => setTimeout(resolve, lookEveryMs));
    at = await findPostmaster(cluster);
  }
  return at?.isReady ? at : undefined;
}

function start({ native, cluster, owner, settings }: Server, port: number): Promise<Postmaster> {
  return launch(native, cluster, owner, {
    listen_addresses: "127.0.0.1",
    port: String(port),
    unix_socket_directories: socketFolder(cluster, port) ?? "",
    max_connections: "60",
    shared_buffers: sharedBuffers(),
    log_min_messages: "warning",
    ...settings,
  });
}

function supervisorOf(
  server: Server,
  postmaster: Postmaster,
): Pick<EmbeddedPostgres, "supervise" | "stop"> {
  let current = postmaster;
  let isStopping = false;
  let looking: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;

  const look = async () => {
    if (isStopping || (await isRunning(current.pid))) return;
    log.error({ pid: current.pid }, "the embedded PostgreSQL has ended; starting it again");
    current = await startAgain(server, current.port, () => isStopping);
    log.warn({ pid: current.pid }, "the embedded PostgreSQL runs again");
  };
  return {
    supervise(onLost) {
      const lookLater = () => {
        if (isStopping) return;
        timer = setTimeout(() => {
          looking = look().then(lookLater, (error: Error) => {
            if (!isStopping) onLost(error);
          });
        }, lookEveryMs);
        timer.unref();
      };
      lookLater();
    },
    async stop() {
      isStopping = true;
      clearTimeout(timer);
      await looking;
      await stopServer(server.native, server.cluster, server.owner);
    },
  };
}

/** @throws Error with the last reason, when the server does not start within `restartTimeoutMs` */
async function startAgain(
  server: Server,
  port: number,
  isStopping: () => boolean,
): Promise<Postmaster> {
  const deadline = performance.now() + restartTimeoutMs;
  for (;;) {
    // Leave an operator time to restart the server by hand.
    await new Promise((resolve) => setTimeout(resolve, lookEveryMs));
    const found = await findPostmaster(server.cluster);
    if (found?.isReady) return found;
    const isLate = isStopping() || performance.now() > deadline;
    if (found && isLate) throw new Error("PostgreSQL does not become ready");
    if (found) continue;
    try {
      return await start(server, port);
    } catch (error) {
      if (isLate) throw error;
    }
  }
}

/**
 * The server's socket where it has one: a query over it costs both sides little more than half of one over
 * TCP.
 */
async function addressOf(cluster: string, port: number, password: string): Promise<string> {
  const hasSocket = await exists(socketOf(cluster, port));
  const host = hasSocket ? encodeURIComponent(cluster) : "127.0.0.1";
  return `postgres://${superuser}:${password}@${host}:${port}/etalase`;
}

async function answers(url: string): Promise<boolean> {
  const sql = openPostgres(url, { max: 1, connect_timeout: 3 });
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
  const address = new URL(url);
  address.pathname = "/postgres";
  const sql = openPostgres(address.href, { max: 1 });
  try {
    const [found] = await sql`select from pg_database where datname = 'etalase'`;
    if (!found) await sql`create database etalase`;
  } finally {
    await sql.end();
  }
}

/**
 * Checks the settings that let acknowledged orders survive a crash of the machine.
 * @throws Error naming the setting that is off
 */
export async function assertDurable(url: string): Promise<void> {
  const sql = openPostgres(url, { max: 1 });
  try {
    for (const name of ["fsync", "full_page_writes", "synchronous_commit"]) {
      const [row] = await sql<{ value: string }[]>`select current_setting(${name}) as value`;
      if (!row || row.value === "off") {
        throw new OperatorError(
          `PostgreSQL runs with ${name} off: paid orders could be lost. Turn it on.`,
        );
      }
    }
  } finally {
    await sql.end();
  }
}

/** An unused port of the loopback address. */
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
