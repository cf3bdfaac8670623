import { randomBytes } from "node:crypto";
import {
  access,
  chmod,
  chown,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  writeFile,
} from "node:fs/promises";
import path from "node:path";
import type { Owner } from "./embedded-owner.server.ts";
import { runProgram } from "./embedded-process.server.ts";

export const superuser = "etalase";
const draftPrefix = "postgres.draft-";

/**
 * The cluster of the embedded server, created on first use. It is prepared in a draft folder and renamed when
 * complete, so that a killed start leaves no partial cluster.
 * @param place the folder that holds it
 * @param native the folder of PostgreSQL's programs
 */
export async function ensureCluster(
  place: string,
  native: string,
  password: string,
  owner: Owner | undefined,
): Promise<string> {
  const cluster = path.join(place, "postgres");
  if (await exists(path.join(cluster, "PG_VERSION"))) return cluster;
  await removeDrafts(place);
  const draft = path.join(place, `${draftPrefix}${randomBytes(6).toString("hex")}`);
  await createCluster(native, draft, password, owner);
  await rename(draft, cluster);
  return cluster;
}

/**
 * Removes the drafts of killed starts. The `initdb` of a start that was just killed still writes for a moment:
 * a folder that fills again is removed again.
 */
async function removeDrafts(place: string): Promise<void> {
  const left = (await readdir(place)).filter((name) => name.startsWith(draftPrefix));
  const options = { recursive: true, force: true, maxRetries: 10 };
  await Promise.all(left.map((name) => rm(path.join(place, name), options)));
}

async function createCluster(
  native: string,
  cluster: string,
  password: string,
  owner: Owner | undefined,
): Promise<void> {
  await mkdir(cluster, { mode: 0o700 });
  await chmod(cluster, 0o700);
  const passwordFile = `${cluster}.password`;
  await writeFile(passwordFile, password, { mode: 0o600 });
  if (owner) {
    await chown(cluster, owner.uid, owner.gid);
    await chown(passwordFile, owner.uid, owner.gid);
  }
  try {
    await runProgram(owner, path.join(native, "bin", "initdb"), [
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

/** A secret that is created once and written atomically, readable by its owner only. */
export async function secretFile(file: string): Promise<string> {
  const known = await readFile(file, "utf8").catch(() => undefined);
  if (known) return known.trim();
  const secret = randomBytes(24).toString("base64url");
  const draft = `${file}.draft`;
  await writeFile(draft, secret, { mode: 0o600, flush: true });
  await rename(draft, file);
  return secret;
}

export async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}
