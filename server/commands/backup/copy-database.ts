import { createHash } from "node:crypto";
import { open } from "node:fs/promises";
import path from "node:path";
import { openPostgres } from "#db/driver.server.ts";
import { type CopiedFile, copyFile } from "./copy-file.ts";
import { copyTree, type Tree } from "./copy-tree.ts";

export interface CopiedDatabase extends Tree {
  /** The moment of the copied state. */
  readonly asOf: Date;
  /** PostgreSQL's major version. */
  readonly version: number;
}

/**
 * Files that a copy omits, as pg_basebackup does (postgresql.org/docs/18/protocol-replication.html,
 * BASE_BACKUP): files of the running server, and files that it recreates. The WAL is copied afterwards, the
 * control file last.
 */
const notCopied =
  /^(postmaster\.(pid|opts)|server\.log|\.s\.PGSQL\..*|backup_label.*|tablespace_map.*|pg_wal\/.+|global\/pg_control|pg_(dynshmem|notify|replslot|serial|snapshots|stat_tmp|subtrans)\/.+|(.*\/)?pgsql_tmp.*|(.*\/)?pg_internal\.init.*)$/;

/**
 * Copies the files of a running embedded PostgreSQL by its backup protocol: begin, copy in any order, end,
 * and add the WAL written meanwhile. The copy has the state at the end.
 * @throws Error; the copy is then unusable
 */
export async function copyDatabase(url: string, into: string): Promise<CopiedDatabase> {
  const sql = openPostgres(url, { max: 1 });
  try {
    // The slot ends with this connection; until then no WAL segment is recycled.
    await sql`select pg_create_physical_replication_slot('etalase_backup_' || pg_backend_pid(), true, true)`;
    const [begun] = await sql<{ first: string; folder: string; version: number }[]>`
      select pg_walfile_name(pg_backup_start('etalase', fast => true)) as first,
        current_setting('data_directory') as folder,
        current_setting('server_version_num')::int / 10000 as version`;
    if (!begun) throw new Error("PostgreSQL began no backup");
    const cluster = await copyTree(begun.folder, into, "database", (name) => !notCopied.test(name));
    const control = await copyOne(begun.folder, into, "global/pg_control");
    const [ended] = await sql<{ labelfile: string; as_of: Date }[]>`
      select labelfile, clock_timestamp() as as_of from pg_backup_stop(wait_for_archive => false)`;
    if (!ended) throw new Error("PostgreSQL ended no backup");
    const log = await copyTree(
      path.join(begun.folder, "pg_wal"),
      into,
      "database/pg_wal",
      // Names of WAL segments ascend in hexadecimal digits.
      (name, isFolder) =>
        !isFolder &&
        (/\.history$/.test(name) || (/^[0-9A-F]{24}$/.test(name) && name >= begun.first)),
    );
    const label = await write(into, "database/backup_label", ended.labelfile);
    return {
      folders: cluster.folders,
      files: [...cluster.files, control, ...log.files, label],
      asOf: ended.as_of,
      version: begun.version,
    };
  } finally {
    await sql.end();
  }
}

async function copyOne(folder: string, into: string, name: string): Promise<CopiedFile> {
  const copied = `database/${name}`;
  const facts = await copyFile(path.join(folder, name), path.join(into, copied));
  if (!facts) throw new Error(`${name} is not there`);
  return { path: copied, ...facts };
}

async function write(into: string, name: string, text: string): Promise<CopiedFile> {
  const file = await open(path.join(into, name), "wx", 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  const sha256 = createHash("sha256").update(text).digest("hex");
  return { path: name, size: Buffer.byteLength(text), sha256 };
}
