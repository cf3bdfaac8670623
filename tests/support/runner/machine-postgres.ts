import { execFileSync } from "node:child_process";
import { chmod, chown, mkdir, readdir } from "node:fs/promises";
import path from "node:path";
import { fail, ok, type Result } from "#base/result.ts";
import { freePort } from "#db/embedded.server.ts";
import { postgresOwner } from "#db/embedded-owner.server.ts";
import { installPackage, isDebianRoot } from "#tests/support/browser/browser-binary.ts";
import { managedLogin } from "#tests/support/runner/managed-database.ts";

export interface MachinePostgres {
  /** A login with the rights that a managed database gives its owner. */
  readonly url: string;
  /** A superuser. */
  readonly administratorUrl: string;
  readonly version: string;
  stop(): Promise<void>;
}

/**
 * A throw-away cluster of this machine's PostgreSQL (15 or newer), to show that the program depends neither on the embedded
 * one nor on the rights of a superuser. On Debian as root the function installs it.
 * @param options.install whether to install it where it is missing
 * @param options.isDurable with the settings that the program demands of a shop's database
 * @returns a message with the reason when there is none
 */
export async function machinePostgres(
  folder: string,
  { install = true, isDurable = false } = {},
): Promise<Result<MachinePostgres, string>> {
  let programs = await findPrograms();
  if (!programs && install && (await isDebianRoot())) {
    process.stdout.write("   Installing Debian's postgresql\n");
    installPackage("postgresql");
    programs = await findPrograms();
  }
  if (!programs) return fail("PostgreSQL 15 or newer is not installed.");

  const owner = await postgresOwner();
  const cluster = path.join(folder, "machine-postgres");
  await mkdir(cluster, { mode: 0o700 });
  await chmod(folder, 0o755);
  if (owner) await chown(cluster, owner.uid, owner.gid);
  const as = { ...owner, stdio: "ignore" as const, env: { LC_ALL: "C", PATH: process.env.PATH } };
  const port = await freePort();
  const control = path.join(programs, "pg_ctl");
  try {
    execFileSync(
      path.join(programs, "initdb"),
      ["-D", cluster, "-U", "etalase", "--auth=trust", "--encoding=UTF8", "--locale=C"],
      as,
    );
    const settings = `-c listen_addresses=127.0.0.1 -c port=${port} -c unix_socket_directories= -c max_connections=200 ${isDurable ? "" : fast}`;
    execFileSync(
      control,
      ["start", "-w", "-D", cluster, "-l", path.join(cluster, "log"), "-o", settings],
      as,
    );
  } catch (error) {
    return fail(`its cluster did not start (${(error as Error).message.split("\n")[0]}).`);
  }
  const version = execFileSync(path.join(programs, "postgres"), ["--version"]).toString().trim();
  const administratorUrl = `postgres://etalase@127.0.0.1:${port}/postgres`;
  return ok({
    url: await managedLogin(administratorUrl, "shop"),
    administratorUrl,
    version,
    async stop() {
      execFileSync(control, ["stop", "-w", "-m", "immediate", "-D", cluster], as);
    },
  });
}

/** For data that no crash test reads. */
const fast = "-c fsync=off -c synchronous_commit=off -c full_page_writes=off";

/** Debian installs each major version in its own folder. */
async function findPrograms(): Promise<string | undefined> {
  const base = "/usr/lib/postgresql";
  const versions = (await readdir(base).catch(() => [])).map(Number).filter((major) => major >= 15);
  for (const major of versions.sort((a, b) => b - a)) {
    const folder = path.join(base, String(major), "bin");
    const programs = await readdir(folder).catch((): string[] => []);
    if (["initdb", "pg_ctl", "postgres"].every((name) => programs.includes(name))) return folder;
  }
  return undefined;
}
