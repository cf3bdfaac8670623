import path from "node:path";
import { asShop } from "#db/client.server.ts";
import { copyDatabase } from "./copy-database.ts";
import { copyFile } from "./copy-file.ts";
import { copyTree } from "./copy-tree.ts";
import { machine, writeManifest } from "./manifest.ts";

/** Contents of the data directory other than the database and the files. */
const secrets = ["keys.json", "postgres-password"] as const;

/** Tables whose rows are never deleted. */
const growing = ["orders", "order_lines", "payment_transactions", "stock_movements"] as const;

export interface CopiedShop {
  readonly asOf: Date;
  /** Number of files; undefined when they are on S3 and not copied. */
  readonly files: number | undefined;
}

/**
 * Copies the database, files and keys of the connected shop into a new folder.
 * @param files the folder of the store; undefined for S3
 */
export async function copyShop(
  url: string,
  dataDir: string,
  files: string | undefined,
  into: string,
): Promise<CopiedShop> {
  const counted = await countRows();
  // A stored file never changes, and is deleted at the earliest a minute after the last row that references it. So the
  // files copied before the database, and those added until its copy, include every file that its rows reference.
  const early = files ? await copyTree(path.resolve(files), into, "files") : none;
  const rows = await copyDatabase(url, into);
  const known = new Set(early.files.map((file) => file.path));
  const late = files
    ? await copyTree(
        path.resolve(files),
        into,
        "files",
        (name, isFolder) => isFolder || !known.has(`files/${name}`),
      )
    : none;
  const keys = await Promise.all(
    secrets.map(async (name) => {
      const facts = await copyFile(path.join(dataDir, name), path.join(into, name));
      return facts ? [{ path: name, ...facts }] : [];
    }),
  );
  await writeManifest(into, {
    format: 1,
    as_of: rows.asOf.toISOString(),
    postgres: rows.version,
    machine,
    has_files: files !== undefined,
    folders: [...rows.folders],
    files: [...rows.files, ...early.files, ...late.files, ...keys.flat()],
    rows: counted,
  });
  return {
    asOf: rows.asOf,
    files: files === undefined ? undefined : early.files.length + late.files.length,
  };
}

const none = { files: [] } as const;

/** @returns the row count of each append-only table */
export async function countRows(): Promise<Record<string, number>> {
  const sql = asShop();
  const counts: Record<string, number> = {};
  for (const table of growing) {
    const [row] = await sql<{ n: number }[]>`select count(*)::int as n from ${sql(table)}`;
    counts[table] = row?.n ?? 0;
  }
  return counts;
}
