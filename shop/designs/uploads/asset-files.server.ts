import { createHash } from "node:crypto";
import { asShop, type Sql } from "#db/client.server.ts";
import { discardAfter } from "#integrations/storage/discard-bytes.server.ts";
import { writeObjectRow } from "#integrations/storage/object-rows.server.ts";
import { etagOf, freshVersion, objectKey } from "#integrations/storage/object-version.ts";
import { readWhole } from "#integrations/storage/read-whole.server.ts";
import { shopStore } from "#integrations/storage/shop-store.server.ts";
import type { ConvertedUpload } from "./convert-upload.ts";

const bucket = "design-assets";
const previewOf = (sha256: string) => `${sha256}.preview`;

/** Writes the files of a picture, unless they are there. @throws StoreFull, StoreUnavailable */
export async function writeAssetFiles(sha256: string, upload: ConvertedUpload): Promise<void> {
  await writeFile(sha256, upload.master, `image/${upload.kind}`);
  await writeFile(previewOf(sha256), upload.preview, "image/webp");
}

async function writeFile(name: string, bytes: Buffer, mimeType: string): Promise<void> {
  const version = freshVersion();
  await shopStore().put(objectKey(version), bytes);
  const etag = etagOf(createHash("sha256").update(bytes).digest());
  const details = { mimeType, cacheControl: "max-age=31536000, immutable", ownerId: null };
  const stored = { version, size: bytes.byteLength, etag };
  try {
    const row = await writeObjectRow(asShop(), { bucket, name }, stored, details, {
      upsert: false,
    });
    if (!row) await discardAfter(undefined, shopStore(), version);
  } catch (error) {
    await discardAfter(error, shopStore(), version);
    throw error;
  }
}

/** The bytes of masters or previews by SHA-256; those that are missing are left out. */
export async function readAssetFiles(
  hashes: readonly string[],
  which: "master" | "preview",
): Promise<Map<string, Buffer>> {
  if (hashes.length === 0) return new Map();
  const names = hashes.map((sha256) => (which === "master" ? sha256 : previewOf(sha256)));
  const rows = await asShop()<{ name: string; version: string; size: number }[]>`
    select name, version, (metadata ->> 'size')::bigint as size from storage.objects
    where bucket_id = ${bucket} and name = any (${names}::text[])`;
  const files = rows.map(async ({ name, version, size }) => {
    const bytes = await readWhole(shopStore(), version, size);
    return [name.replace(/\.preview$/, ""), bytes] as const;
  });
  return new Map(await Promise.all(files));
}

/**
 * Whether both files exist. They stay until the transaction ends, because deleting the last owner's row takes the same
 * lock (db/migrations/0028_designs.sql).
 */
export async function holdAssetFiles(sql: Sql, sha256: string): Promise<boolean> {
  await lockFiles(sql, sha256);
  const rows = await sql`
    select from storage.objects
    where bucket_id = ${bucket} and name in (${sha256}, ${previewOf(sha256)})`;
  return rows.length === 2;
}

/** Deletes the files of a picture that nobody owns, e.g. of an upload that was one too many. */
export async function dropUnownedFiles(sql: Sql, sha256: string): Promise<void> {
  await lockFiles(sql, sha256);
  await sql`
    delete from storage.objects
    where bucket_id = ${bucket} and name in (${sha256}, ${previewOf(sha256)})
      and not exists (select from design_assets where sha256 = ${sha256})`;
}

async function lockFiles(sql: Sql, sha256: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`design-asset:${sha256}`}, 0))`;
}
