import { execFileSync } from "node:child_process";
import { readFile, stat } from "node:fs/promises";
import path from "node:path";
import { OperatorError } from "#base/errors.ts";

/**
 * The unprivileged account that runs the embedded server when this process is root, because PostgreSQL
 * refuses root.
 */
export interface Owner {
  readonly uid: number;
  readonly gid: number;
}

const accountsInOrder = ["postgres", "etalase", "nobody"];

/**
 * @param cluster folder of the database's files; PostgreSQL runs only under the account that owns them
 * @returns undefined when this process is not root: the server then runs under the same account
 */
export async function postgresOwner(cluster?: string): Promise<Owner | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const made = cluster && (await stat(cluster).catch(() => undefined));
  if (made && made.uid !== 0) return { uid: made.uid, gid: made.gid };
  const known = await findAccount(["postgres", "etalase"]);
  if (known) return known;
  try {
    execFileSync("useradd", ["--system", "--no-create-home", "--shell", "/bin/false", "etalase"], {
      stdio: "ignore",
    });
  } catch {
    // This system has no useradd; `nobody` is in every account list.
  }
  const owner = await findAccount(accountsInOrder);
  if (!owner) {
    throw new OperatorError(
      "Running as root without an unprivileged account. Add one (useradd --system etalase) or start as an ordinary user.",
    );
  }
  return owner;
}

async function findAccount(names: readonly string[]): Promise<Owner | undefined> {
  const text = await readFile("/etc/passwd", "utf8").catch(() => "");
  for (const name of names) {
    const fields = text
      .split("\n")
      .find((line) => line.startsWith(`${name}:`))
      ?.split(":");
    if (fields) return { uid: Number(fields[2]), gid: Number(fields[3]) };
  }
  return undefined;
}

/** True when an account can traverse every folder on the path. */
export async function isReachable(folder: string, owner: Owner): Promise<boolean> {
  for (let at = path.resolve(folder); ; at = path.dirname(at)) {
    const { mode, uid, gid } = await stat(at);
    const pass = uid === owner.uid ? 0o100 : gid === owner.gid ? 0o010 : 0o001;
    if ((mode & pass) === 0) return false;
    if (at === path.dirname(at)) return true;
  }
}
