import type { Context } from "hono";
import type { StorageContext } from "#backend/storage/context.server.ts";
import { noSuchUpload } from "#backend/storage/errors.ts";
import {
  allowedEssence,
  bucketRules,
  sizeLimit,
} from "#backend/storage/objects/bucket-rules.server.ts";
import { dropUpload, finishUpload } from "./resumable-finish.server.ts";
import { joinPieces } from "./resumable-piece.server.ts";
import { ownUpload } from "./resumable-row.server.ts";
import { assertTusVersion } from "./tus-headers.ts";

/**
 * HEAD /upload/resumable/{id}: the upload's offset.
 * @throws StorageError
 */
export async function readUploadState(context: StorageContext, c: Context): Promise<Response> {
  if (c.req.method !== "HEAD") throw noSuchUpload();
  assertTusVersion(c);
  const { upload, caller } = await ownUpload(context, c);
  // The process that received the last piece died before the file was recorded.
  if (upload.received === upload.length && upload.object_id === null) {
    const rules = await bucketRules({ bucket: upload.bucket_id, name: upload.name });
    const limit = sizeLimit(rules, context.settings.fileSizeLimit);
    const essence = allowedEssence(rules, upload.mime_type);
    await finishUpload(context, upload, caller, () =>
      joinPieces(context.store, upload, { limit, essence }),
    );
  }
  return c.body(null, 200, {
    "Upload-Offset": String(upload.received),
    ...(upload.length === null
      ? { "Upload-Defer-Length": "1" }
      : { "Upload-Length": String(upload.length) }),
    "Upload-Metadata": upload.header,
    "Upload-Expires": upload.expires_at.toUTCString(),
    "Cache-Control": "no-store",
  });
}

/**
 * DELETE /upload/resumable/{id}: abandons the upload; a completed file stays.
 * @throws StorageError
 */
export async function abandonUpload(context: StorageContext, c: Context): Promise<Response> {
  assertTusVersion(c);
  const { upload } = await ownUpload(context, c);
  await dropUpload(upload.id);
  return c.body(null, 204);
}
