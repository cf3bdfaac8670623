import { spawn } from "node:child_process";
import { chown, writeFile } from "node:fs/promises";
import path from "node:path";
import { freePort } from "#db/embedded.server.ts";
import { postgresOwner } from "#db/embedded-owner.server.ts";

/** PgBouncer in transaction mode, as docs/operations.md describes it. */
export interface Pooler {
  /** For `DATABASE_URL`. */
  readonly url: string;
  stop(): void;
}

/** @param databaseUrl of PostgreSQL itself, with the pooler's own login */
export async function startPooler(folder: string, databaseUrl: string): Promise<Pooler> {
  const { hostname, port, username, password, pathname } = new URL(databaseUrl);
  const ownPort = await freePort();
  const users = path.join(folder, "pooler-users");
  const settings = path.join(folder, "pooler.ini");
  await writeFile(users, `"${username}" "${password}"\n`, { mode: 0o600 });
  await writeFile(
    settings,
    `[databases]
${pathname.slice(1)} = host=${hostname} port=${port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${ownPort}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${users}
pool_mode = transaction
server_login_retry = 1
`,
    { mode: 0o600 },
  );
  const owner = await postgresOwner();
  // It refuses to run as root.
  if (owner) for (const file of [users, settings]) await chown(file, owner.uid, owner.gid);
  const server = spawn("pgbouncer", ["--quiet", settings], {
    ...owner,
    stdio: "ignore",
    env: { PATH: `${process.env.PATH}:/usr/sbin` },
  });
  const url = new URL(databaseUrl);
  url.port = String(ownPort);
  return { url: url.toString(), stop: () => server.kill("SIGTERM") };
}
