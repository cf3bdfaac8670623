import { performAs } from "#backend/storage/check-permission.server.ts";
import { noSuchBucket, noSuchKey } from "#backend/storage/errors.ts";
import type { ObjectAddress } from "#backend/storage/names.ts";
import { asShop, type Caller, type Sql } from "#db/client.server.ts";

/** A file's row. Times come from the database; `size` is in bytes. */
export interface ObjectRow {
  readonly id: string;
  readonly name: string;
  readonly bucket_id: string;
  readonly version: string;
  readonly size: number;
  readonly mime_type: string;
  readonly cache_control: string;
  readonly content_encoding: string | null;
  readonly etag: string;
  readonly user_metadata: unknown;
  readonly created_at: Date;
  readonly updated_at: Date;
}

const columns = (sql: Sql) => sql`
  o.id, o.name, o.bucket_id, o.version, coalesce((o.metadata ->> 'size')::bigint, 0) as size,
  coalesce(o.metadata ->> 'mimetype', 'application/octet-stream') as mime_type,
  coalesce(o.metadata ->> 'cacheControl', 'no-cache') as cache_control,
  o.metadata ->> 'contentEncoding' as content_encoding,
  coalesce(o.metadata ->> 'eTag', '"' || o.version || '"') as etag,
  o.user_metadata, o.created_at, o.updated_at`;

/**
 * A file of a public bucket, readable for everyone. A private bucket counts as missing.
 * @throws StorageError
 */
export async function publicObject({ bucket, name }: ObjectAddress): Promise<ObjectRow> {
  const sql = asShop();
  const [row] = await sql<ObjectRow[]>`
    select ${columns(sql)} from storage.objects o join storage.buckets b on b.id = o.bucket_id
    where b.id = ${bucket} and b.public and o.name = ${name}`;
  if (row) return row;
  const [shown] = await sql`select 1 from storage.buckets where id = ${bucket} and public`;
  throw shown ? noSuchKey() : noSuchBucket();
}

/**
 * A file that the policies show to the caller.
 * @throws StorageError NoSuchKey
 */
export function visibleObject(
  caller: Caller,
  operation: string,
  address: ObjectAddress,
): Promise<ObjectRow> {
  return performAs(caller, operation, (sql) => findObject(sql, address), "read only");
}

/**
 * A file, independent of the caller: for addresses that a permitted caller signed.
 * @throws StorageError NoSuchKey
 */
export function anyObject(address: ObjectAddress): Promise<ObjectRow> {
  return findObject(asShop(), address);
}

/** @throws StorageError NoSuchKey */
export async function findObject(sql: Sql, { bucket, name }: ObjectAddress): Promise<ObjectRow> {
  const [row] = await sql<ObjectRow[]>`
    select ${columns(sql)} from storage.objects o where o.bucket_id = ${bucket} and o.name = ${name}`;
  if (!row) throw noSuchKey();
  return row;
}

/**
 * A file for a public endpoint: of a public bucket for everyone, else as the policies show it.
 * @param caller undefined for a visitor without a key
 * @throws StorageError
 */
export async function readableObject(
  caller: Caller | undefined,
  operation: string,
  address: ObjectAddress,
): Promise<{ row: ObjectRow; isPublic: boolean }> {
  const [bucket] = await asShop()<{ public: boolean }[]>`
    select public from storage.buckets where id = ${address.bucket}`;
  if (!bucket || (!caller && !bucket.public)) throw noSuchBucket();
  if (bucket.public) return { row: await anyObject(address), isPublic: true };
  if (!caller) throw noSuchBucket();
  return { row: await visibleObject(caller, operation, address), isPublic: false };
}
