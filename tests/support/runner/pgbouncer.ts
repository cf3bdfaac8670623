import { spawn } from "node:child_process";
import { access, chmod, chown, mkdtemp, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import path from "node:path";
import { freePort } from "#db/embedded.server.ts";
import { postgresOwner } from "#db/embedded-owner.server.ts";
import type { MachinePostgres } from "./machine-postgres.ts";
import { addressAs, plainLogin } from "./managed-database.ts";

export interface Pooler {
  /** The address of a login and a database through the pooler. */
  through(url: string): string;
  stop(): Promise<void>;
}

/** PgBouncer in front of a server of its own login, for tests of `testDatabase()`. Undefined where it is missing. */
export async function poolerFor(
  folder: string,
  { url, administratorUrl }: MachinePostgres,
): Promise<{ env: NodeJS.ProcessEnv; stop(): Promise<void> } | undefined> {
  const program = await findPgBouncer();
  if (!program) return undefined;
  const login = "web";
  await plainLogin(administratorUrl, login, new URL(url).username);
  const pooler = await startPgBouncer(program, folder, url, [login]);
  const TEST_POOLER_URL = pooler.through(addressAs(url, login));
  return { env: { TEST_DATABASE_URL: url, TEST_POOLER_URL }, stop: pooler.stop };
}

/** @returns the program, where it is installed */
export async function findPgBouncer(): Promise<string | undefined> {
  const folders = ["/usr/sbin", ...(process.env.PATH ?? "").split(path.delimiter)];
  for (const folder of folders) {
    const file = path.join(folder, "pgbouncer");
    const isThere = await access(file).then(
      () => true,
      () => false,
    );
    if (isThere) return file;
  }
  return undefined;
}

/**
 * PgBouncer in transaction mode with its default settings, as a plain user. It serves every database of the server.
 * @param server an address of PostgreSQL
 * @param logins names of logins, whose passwords are their names
 */
export async function startPgBouncer(
  program: string,
  folder: string,
  server: string,
  logins: readonly string[],
): Promise<Pooler> {
  const address = new URL(server);
  const host = decodeURIComponent(address.hostname);
  const port = await freePort();
  const own = await mkdtemp(path.join(folder, "pgbouncer-"));
  const owner = await postgresOwner();
  await chmod(own, 0o755);
  const file = path.join(own, "pgbouncer.ini");
  await writeFile(path.join(own, "users"), logins.map((name) => `"${name}" "${name}"\n`).join(""));
  await writeFile(
    file,
    `[databases]
* = host=${host} port=${address.port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${path.join(own, "users")}
pool_mode = transaction
max_client_conn = 1000
`,
  );
  if (owner) await chown(own, owner.uid, owner.gid);
  const child = spawn(program, ["-q", file], { stdio: ["ignore", "inherit", "inherit"], ...owner });
  const gone = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  while (!(await accepts(port))) {
    if (child.exitCode !== null) throw new Error("PgBouncer did not start");
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return {
    through(url) {
      const pooled = new URL(url);
      return `postgres://${pooled.username}:${pooled.password}@127.0.0.1:${port}${pooled.pathname}`;
    },
    async stop() {
      child.kill("SIGINT");
      const timer = setTimeout(() => child.kill("SIGKILL"), 5_000);
      await gone;
      clearTimeout(timer);
    },
  };
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
}
