import { execFileSync } from "node:child_process";
import { appendFile, cp, mkdir, symlink, writeFile } from "node:fs/promises";
import path from "node:path";

const root = path.join(import.meta.dirname, "..", "..");
/** What an image holds (.dockerignore). */
const parts = [
  ...["app", "backend", "base", "bin", "db", "deploy", "integrations", "server", "shop"],
  ...["package.json", "package-lock.json", "tsconfig.json", "vite.config.ts"],
  "react-router.config.ts",
];

/** One release of the program, built in a folder of its own. */
export interface Release {
  readonly name: string;
  readonly folder: string;
}

/** Copies this working tree and builds it. @param change what the release has besides */
export async function makeRelease(
  parent: string,
  name: string,
  change: (folder: string) => Promise<void> = async () => undefined,
): Promise<Release> {
  const folder = path.join(parent, name);
  await mkdir(folder);
  for (const part of parts) {
    await cp(path.join(root, part), path.join(folder, part), { recursive: true });
  }
  await symlink(path.join(root, "node_modules"), path.join(folder, "node_modules"));
  await change(folder);
  execFileSync(process.execPath, ["bin/build.mjs"], { cwd: folder, stdio: "ignore" });
  return { name, folder };
}

/**
 * A newer release: a migration that only adds, and scripts and styles with other names. docs/upgrade.md says what a
 * migration may do.
 */
export async function addNextVersion(folder: string): Promise<void> {
  await writeFile(
    path.join(folder, "db/migrations/0099_next_version.sql"),
    `-- Notes of a customer for the courier: a column and a table that the release before does not know.
alter table public.orders add column courier_note text;

create table private.next_version (id bigint generated always as identity primary key, order_id uuid not null);
select private.protect('private.next_version');
`,
  );
  const entry = path.join(folder, "app/entry.client.tsx");
  await appendFile(entry, '\ndocument.documentElement.dataset.version = "next";\n');
  await appendFile(
    path.join(folder, "app/root.tsx"),
    '\nexport const handle = { version: "next" };\n',
  );
}
