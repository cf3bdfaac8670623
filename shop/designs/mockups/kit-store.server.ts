import { createHash } from "node:crypto";
import type { Sql } from "#db/client.server.ts";
import { discardAfter } from "#integrations/storage/discard-bytes.server.ts";
import { writeObjectRow } from "#integrations/storage/object-rows.server.ts";
import { etagOf, freshVersion, objectKey } from "#integrations/storage/object-version.ts";
import { readWhole } from "#integrations/storage/read-whole.server.ts";
import { shopStore } from "#integrations/storage/shop-store.server.ts";
import { type KitSize, kitFileName } from "./kit-files.ts";

const kitBucket = "mockup-kits";

/** The file of a kit; undefined where there is none. @throws StoreUnavailable */
export function readKitBytes(sql: Sql, kit: string, size: KitSize): Promise<Buffer | undefined> {
  return readBytes(sql, kitBucket, kitFileName(kit, size));
}

/** A file of the shop; undefined where there is none. @throws StoreUnavailable */
export async function readBytes(
  sql: Sql,
  bucket: string,
  name: string,
): Promise<Buffer | undefined> {
  const [row] = await sql<{ version: string; size: number }[]>`
    select version, (metadata ->> 'size')::bigint as size from storage.objects
    where bucket_id = ${bucket} and name = ${name}`;
  return row && readWhole(shopStore(), row.version, row.size);
}

/** Writes the file of a new kit. @throws StoreFull, StoreUnavailable */
export async function writeKitBytes(
  sql: Sql,
  kit: string,
  size: KitSize,
  bytes: Buffer,
): Promise<void> {
  const version = freshVersion();
  await shopStore().put(objectKey(version), bytes);
  const etag = etagOf(createHash("sha256").update(bytes).digest());
  const details = {
    mimeType: "application/octet-stream",
    cacheControl: "max-age=31536000, immutable",
    ownerId: null,
  };
  try {
    const address = { bucket: kitBucket, name: kitFileName(kit, size) };
    const stored = { version, size: bytes.byteLength, etag };
    await writeObjectRow(sql, address, stored, details, { upsert: false });
  } catch (error) {
    await discardAfter(error, shopStore(), version);
    throw error;
  }
}
