import { open, readFile } from "node:fs/promises";
import path from "node:path";
import * as v from "valibot";

/** Written last: a folder without it is an incomplete backup. */
export const manifestFile = "backup.json";

const manifestSchema = v.object({
  format: v.literal(1),
  /** The moment of the backup's state, ISO 8601. */
  as_of: v.string(),
  /** Files of a PostgreSQL cluster depend on its major version and platform. */
  postgres: v.pipe(v.number(), v.integer()),
  machine: v.string(),
  /** Whether the backup includes the file store; a store on S3 has its own versions and copies. */
  has_files: v.boolean(),
  /** Folders of the cluster; PostgreSQL also requires the empty ones. */
  folders: v.array(v.string()),
  files: v.array(v.object({ path: v.string(), size: v.number(), sha256: v.string() })),
  /** Row counts of append-only tables before the copy. The restored tables have at least as many rows. */
  rows: v.optional(v.record(v.string(), v.number()), {}),
});

export type Manifest = v.InferOutput<typeof manifestSchema>;

/** This platform. */
export const machine = `${process.platform} ${process.arch}`;

export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  const file = await open(path.join(folder, manifestFile), "wx", 0o600);
  try {
    await file.writeFile(JSON.stringify(manifest));
    await file.sync();
  } finally {
    await file.close();
  }
}

/** @throws Error that describes the folder's problem */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(path.join(folder, manifestFile), "utf8").catch(() => undefined);
  if (text === undefined)
    throw new Error(`${folder} is not a complete backup: it has no ${manifestFile}`);
  return parseManifest(text, folder);
}

/** @param where place for error messages. @throws Error when the text is no manifest, or names a path outside of the backup */
export function parseManifest(text: string, where: string): Manifest {
  const manifest = v.safeParse(manifestSchema, JSON.parse(text));
  if (!manifest.success) throw new Error(`${where} is not a backup of this program`);
  const paths = [...manifest.output.folders, ...manifest.output.files.map((file) => file.path)];
  const astray = paths.find(
    (name) => path.posix.isAbsolute(name) || name.split("/").includes(".."),
  );
  if (astray !== undefined) throw new Error(`${where} names a path outside of the backup`);
  return manifest.output;
}
