import { record } from "#backend/storage/check-permission.server.ts";
import type { StorageContext } from "#backend/storage/context.server.ts";
import { noSuchUpload, StorageError } from "#backend/storage/errors.ts";
import { recordObject } from "#backend/storage/objects/record-object.server.ts";
import { mayWrite } from "#backend/storage/objects/upload-object.server.ts";
import { type Caller, inTransaction } from "#db/client.server.ts";
import { discardAfter } from "#integrations/storage/discard-bytes.server.ts";
import { removeLater } from "#integrations/storage/object-rows.server.ts";
import type { StoredBytes } from "#integrations/storage/object-version.ts";
import type { ResumableUpload } from "./resumable-row.server.ts";

/**
 * Turns a complete upload into a file: checks the policies again, then commits the file's row and the end of
 * the upload together. A refusal is final and deletes the pieces.
 * @throws StorageError
 */
export async function finishUpload(
  context: StorageContext,
  upload: ResumableUpload,
  caller: Caller | undefined,
  assemble: () => Promise<StoredBytes>,
): Promise<void> {
  const address = { bucket: upload.bucket_id, name: upload.name };
  try {
    if (caller) {
      await mayWrite(caller, "tus.upload.part", address, {
        upsert: upload.upsert,
        metadata: { mimetype: upload.mime_type, size: upload.received },
      });
    }
    const stored = await assemble();
    try {
      await recordWhole(upload, stored);
    } catch (error) {
      if (!upload.pieces.includes(stored.version))
        await discardAfter(error, context.store, stored.version);
      throw error;
    }
  } catch (error) {
    if (error instanceof StorageError && error.status === 400) await dropUpload(upload.id);
    throw error;
  }
}

function recordWhole(upload: ResumableUpload, stored: StoredBytes): Promise<void> {
  const address = { bucket: upload.bucket_id, name: upload.name };
  const details = {
    mimeType: upload.mime_type,
    cacheControl: upload.cache_control,
    userMetadata: upload.user_metadata ?? undefined,
    ownerId: upload.owner_id,
  };
  return record(
    async (sql) => {
      // A concurrent finish waits here and finds the upload done.
      const [open] = await sql`
        select 1 from private.resumable_uploads where id = ${upload.id} and object_id is null for update`;
      if (!open) throw noSuchUpload();
      const { id } = await recordObject(sql, address, stored, details, { upsert: upload.upsert });
      const rest = upload.pieces.filter((piece) => piece !== stored.version);
      const versions = sql`${rest.length > 0 ? rest : null}::text[]`;
      await sql`
        update private.resumable_uploads set object_id = ${id}, pieces = '{}' where id = ${upload.id}`;
      await sql`select ${removeLater(sql, versions)}`;
    },
    { inOneTransaction: true },
  );
}

/** Ends an upload that is no file yet; the commit also queues the removal of its pieces. */
export async function dropUpload(id: string): Promise<void> {
  await inTransaction(async (sql) => {
    const [gone] = await sql<{ pieces: string[] }[]>`
      delete from private.resumable_uploads where id = ${id} and object_id is null returning pieces`;
    if (!gone || gone.pieces.length === 0) return;
    await sql`select ${removeLater(sql, sql`${gone.pieces}::text[]`)}`;
  });
}
