import { createHash, randomUUID } from "node:crypto";
import { AppError } from "#base/errors.ts";
import type { Sql } from "#db/client.server.ts";
import type { ObjectStore } from "#integrations/storage/disk.server.ts";

const nameShape = /^[A-Za-z0-9_/!.*'() &$=@;:+,?-]{1,1000}$/;

/** A path inside a bucket as the wire format allows it, without parts that mean something to a file system. */
export function isObjectName(name: string): boolean {
  if (!nameShape.test(name) || name.startsWith("/") || name.endsWith("/")) return false;
  return name.split("/").every((part) => part !== "" && part !== "." && part !== "..");
}

/** Makes a bucket, or sets whether it is public. */
export async function ensureBucket(
  sql: Sql,
  id: string,
  options: { public: boolean },
): Promise<void> {
  await sql`
    insert into storage.buckets (id, name, public) values (${id}, ${id}, ${options.public})
    on conflict (id) do update set public = excluded.public where storage.buckets.public <> excluded.public`;
}

/**
 * Stores a file, replacing the one of that name. The bytes are written first under a new name of their own, so a
 * crash in between leaves bytes that nobody sees, never a row without bytes.
 * @param cacheControl e.g. `max-age=31536000, immutable`
 * @throws AppError 400 `invalid_key`
 */
export async function putObject(
  sql: Sql,
  store: ObjectStore,
  object: {
    bucket: string;
    name: string;
    bytes: Uint8Array;
    mimeType: string;
    cacheControl?: string;
    ownerId?: string;
  },
): Promise<{ id: string }> {
  if (!isObjectName(object.name)) throw new AppError("invalid_key", 400);
  const version = randomUUID();
  await store.put(objectKey(version), object.bytes);
  const metadata = {
    size: object.bytes.byteLength,
    mimetype: object.mimeType,
    cacheControl: object.cacheControl ?? "max-age=3600",
    eTag: `"${createHash("sha256").update(object.bytes).digest("base64url").slice(0, 32)}"`,
    lastModified: new Date().toISOString(),
    contentLength: object.bytes.byteLength,
    httpStatusCode: 200,
  };
  const [row] = await sql<{ id: string; replaced: string | null }[]>`
    with earlier as (
      select version from storage.objects where bucket_id = ${object.bucket} and name = ${object.name}
    )
    insert into storage.objects (bucket_id, name, owner_id, version, metadata)
    values (${object.bucket}, ${object.name}, ${object.ownerId ?? null}, ${version}, ${sql.json(metadata)})
    on conflict on constraint key_already_exists do update
      set version = excluded.version, metadata = excluded.metadata
    returning id, (select version from earlier) as replaced`;
  if (!row) throw new AppError("invalid_key", 400);
  if (row.replaced) await removeLater(sql, row.replaced);
  return { id: row.id };
}

/** The bytes go only after the row that named them is gone for good. */
async function removeLater(sql: Sql, version: string): Promise<void> {
  await sql`
    select private.enqueue('remove-object', json_build_object('key', ${objectKey(version)}::text))`;
}

/** Where the bytes of a version are: spread over folders, and never under a name that a client chose. */
export function objectKey(version: string): string {
  return `${version.slice(0, 2)}/${version}`;
}
