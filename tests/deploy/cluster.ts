import { type ExecFileSyncOptions, execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chown, mkdir, readdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { freePort } from "#db/embedded.server.ts";
import { type Owner, postgresOwner } from "#db/embedded-owner.server.ts";

/**
 * A primary and a standby of the machine's PostgreSQL (15 or newer), set up by the commands of docs/deploy.md: the shop's
 * login is no superuser, and a commit is acknowledged once it is on both disks.
 */
export interface Cluster {
  /** For the shop: its own login, on the primary's address. */
  readonly url: string;
  /** For a pooler: a login without rights of its own, on the primary's address. */
  readonly poolerUrl: string;
  readonly version: string;
  /** Kills the primary at once and deletes its disk. */
  losePrimary(): Promise<void>;
  /** Makes the standby the primary, on the same address. */
  promoteStandby(): Promise<void>;
  stop(): Promise<void>;
}

const base = "/usr/lib/postgresql";

async function findPrograms(): Promise<string> {
  const majors = (await readdir(base).catch(() => [])).map(Number).filter((major) => major >= 15);
  const [oldest] = majors.sort((a, b) => a - b);
  if (oldest === undefined) throw new Error("PostgreSQL is missing: apt-get install postgresql");
  return path.join(base, String(oldest), "bin");
}

export async function startCluster(folder: string): Promise<Cluster> {
  const programs = await findPrograms();
  const owner = await postgresOwner();
  const port = await freePort();
  const standbyPort = await freePort();
  const password = randomBytes(12).toString("hex");
  const [primary, standby] = ["primary", "standby"].map((name) => path.join(folder, name)) as [
    string,
    string,
  ];
  const passwordFile = path.join(folder, "password");
  await writeFile(passwordFile, `${password}\n`, { mode: 0o600 });
  if (owner) await chown(passwordFile, owner.uid, owner.gid);
  const run = runner(programs, owner, { PGPASSWORD: password });
  const sql = (text: string, database = "postgres") =>
    run("psql", [
      ...["--host=127.0.0.1", `--port=${port}`, "--username=postgres", `--dbname=${database}`],
      ...["--set=ON_ERROR_STOP=1", "--quiet", `--command=${text}`],
    ]);

  await emptyFolder(primary, owner);
  run("initdb", [
    `--pgdata=${primary}`,
    "--username=postgres",
    `--pwfile=${passwordFile}`,
    ...["--auth=scram-sha-256", "--encoding=UTF8", "--locale=C"],
  ]);
  const start = (data: string, at: number) =>
    run("pg_ctl", [
      ...["start", "-w", "-D", data, "-l", `${data}.log`, "-o"],
      `-c port=${at} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c max_connections=150`,
    ]);
  start(primary, port);
  sql("create role replicator login replication");
  sql(`alter role replicator password '${password}'`);
  // With the right to make the pooler's login a member of the shop's roles.
  sql(`create role etalase login createrole password '${password}'`);
  for (const role of ["anon", "authenticated", "service_role"]) {
    sql(`create role ${role} nologin noinherit`);
    sql(`grant ${role} to etalase`);
  }
  sql(`create role web login password '${password}'`);
  sql("create database etalase owner etalase");

  await emptyFolder(standby, owner);
  run("pg_basebackup", [
    `--dbname=host=127.0.0.1 port=${port} user=replicator password=${password} application_name=standby`,
    ...[`--pgdata=${standby}`, "--write-recovery-conf", "--create-slot", "--slot=standby"],
    "--checkpoint=fast",
  ]);
  start(standby, standbyPort);
  sql("alter system set synchronous_standby_names = 'standby'");
  sql("select pg_reload_conf()");

  const stopNow = (data: string) => run("pg_ctl", ["stop", "-w", "-m", "immediate", "-D", data]);
  const running = new Set([primary, standby]);
  return {
    url: `postgres://etalase:${password}@127.0.0.1:${port}/etalase`,
    poolerUrl: `postgres://web:${password}@127.0.0.1:${port}/etalase`,
    version: run("postgres", ["--version"]).trim(),
    async losePrimary() {
      stopNow(primary);
      running.delete(primary);
      await rm(primary, { recursive: true });
    },
    async promoteStandby() {
      run("pg_ctl", ["stop", "-w", "-m", "fast", "-D", standby]);
      start(standby, port);
      run("pg_ctl", ["promote", "-w", "-D", standby]);
    },
    async stop() {
      for (const data of running) stopNow(data);
    },
  };
}

async function emptyFolder(folder: string, owner: Owner | undefined): Promise<void> {
  await mkdir(folder, { mode: 0o700 });
  if (owner) await chown(folder, owner.uid, owner.gid);
  await writeFile(`${folder}.log`, "");
  if (owner) await chown(`${folder}.log`, owner.uid, owner.gid);
}

function runner(programs: string, owner: Owner | undefined, env: NodeJS.ProcessEnv) {
  const options: ExecFileSyncOptions = {
    ...owner,
    cwd: "/",
    // A server that pg_ctl starts keeps its output open, so nothing may wait for the end of standard error.
    stdio: ["ignore", "pipe", "ignore"],
    env: { LC_ALL: "C", PATH: process.env.PATH, ...env },
  };
  return (name: string, args: readonly string[]): string => {
    const isServer = name === "pg_ctl";
    const answer = execFileSync(path.join(programs, name), args, {
      ...options,
      ...(isServer ? { stdio: "ignore" } : {}),
    });
    return answer?.toString() ?? "";
  };
}
