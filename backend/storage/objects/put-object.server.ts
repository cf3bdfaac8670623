import { createHash } from "node:crypto";
import { isObjectName } from "#backend/storage/names.ts";
import { AppError } from "#base/errors.ts";
import type { Sql } from "#db/client.server.ts";
import type { ObjectStore } from "#integrations/storage/object-store.ts";
import { etagOf, freshVersion, objectKey } from "#integrations/storage/object-version.ts";
import { recordObject } from "./record-object.server.ts";

/** Creates a bucket, or sets whether it is public. For tests: the shop's own come with the migrations. @internal */
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
 * Stores a file of the shop itself, replacing the one of that name. The bytes are written first under a new
 * version, so a crash in between leaves unused bytes, never a row without bytes.
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
  const version = freshVersion();
  await store.put(objectKey(version), object.bytes);
  const stored = {
    version,
    size: object.bytes.byteLength,
    etag: etagOf(createHash("sha256").update(object.bytes).digest()),
  };
  const details = {
    mimeType: object.mimeType,
    cacheControl: object.cacheControl ?? "max-age=3600",
    ownerId: object.ownerId ?? null,
  };
  return recordObject(sql, object, stored, details, { upsert: true });
}
