import { asShop, type Sql } from "#db/client.server.ts";
import { removeLater } from "#integrations/storage/object-rows.server.ts";
import { readWhole } from "#integrations/storage/read-whole.server.ts";
import { shopStore } from "#integrations/storage/shop-store.server.ts";
import { uploadBucket } from "./media.ts";

/** An upload that waits in the bucket `media-uploads`. */
export interface WaitingUpload {
  /** Names its bytes in the store. */
  readonly version: string;
  /** Bytes. */
  readonly size: number;
}

/** @param path see `uploadPath` @returns undefined when no upload of that name waits */
export async function findUpload(path: string): Promise<WaitingUpload | undefined> {
  const [row] = await asShop()<WaitingUpload[]>`
    select version, (metadata ->> 'size')::bigint as size from storage.objects
    where bucket_id = ${uploadBucket} and name = ${path}`;
  return row;
}

/**
 * The bytes of an upload, whole. Its size was checked before.
 * @throws StoreUnavailable when the store does not return all of them
 */
export function readUpload({ version, size }: WaitingUpload): Promise<Uint8Array> {
  return readWhole(shopStore(), version, size);
}

/** Deletes an upload; the commit also queues the removal of its bytes. */
export async function deleteUpload(sql: Sql, path: string): Promise<void> {
  await sql`
    with gone as (
      delete from storage.objects where bucket_id = ${uploadBucket} and name = ${path} returning version
    )
    select ${removeLater(sql, sql`(select array_agg(version) from gone)`)}`;
}
