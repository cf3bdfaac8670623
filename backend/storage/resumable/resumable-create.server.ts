import type { Context } from "hono";
import { callerOf, ownerOf } from "#backend/storage/caller.server.ts";
import type { StorageContext } from "#backend/storage/context.server.ts";
import {
  invalidMimeType,
  invalidRequest,
  keyAlreadyExists,
  slowDown,
  tooLarge,
} from "#backend/storage/errors.ts";
import { essenceOf } from "#backend/storage/media-types.ts";
import { bucketName, objectName } from "#backend/storage/names.ts";
import {
  allowedEssence,
  bucketRules,
  sizeLimit,
} from "#backend/storage/objects/bucket-rules.server.ts";
import { cleanCacheControl, readMetadata } from "#backend/storage/objects/upload-body.server.ts";
import { mayWrite } from "#backend/storage/objects/upload-object.server.ts";
import { asShop, type Sql } from "#db/client.server.ts";
import { takePiece } from "./resumable-piece.server.ts";
import {
  isSignedEndpoint,
  type ResumableUpload,
  resumableEndpoint,
  signedResumableEndpoint,
  signedRight,
} from "./resumable-row.server.ts";
import { assertTusVersion, bytesHeader, readTusMetadata } from "./tus-headers.ts";

/**
 * POST /upload/resumable: starts an upload in pieces (tus 1.0.0). Upload-Metadata contains `bucketName`,
 * `objectName` and optionally `contentType`, `cacheControl`, `metadata` (JSON); `x-upsert: true` replaces.
 * The request may contain the first piece.
 * @throws StorageError
 */
export async function beginUpload(context: StorageContext, c: Context): Promise<Response> {
  assertTusVersion(c);
  const isSigned = isSignedEndpoint(c);
  const caller = isSigned ? undefined : await callerOf(context, c);
  const header = c.req.header("upload-metadata") ?? "";
  const given = readTusMetadata(header);
  const address = {
    bucket: bucketName(given.get("bucketName")),
    name: objectName(given.get("objectName")),
  };
  const length = bytesHeader(c, "upload-length");
  if (length === undefined && c.req.header("upload-defer-length") !== "1") {
    throw invalidRequest("Upload-Length or Upload-Defer-Length is required");
  }
  const right = caller ? undefined : await signedRight(context, c, address);
  const upsert = right?.upsert ?? c.req.header("x-upsert") === "true";
  const mimeType = given.get("contentType") || "application/octet-stream";
  if (!essenceOf(mimeType)) throw invalidMimeType(mimeType);
  const allowed = caller
    ? mayWrite(caller, "tus.upload.create", address, { upsert, metadata: { mimetype: mimeType } })
    : Promise.resolve();
  allowed.catch(() => undefined);
  const rules = await bucketRules(address);
  await allowed;
  if (rules.taken && !upsert) throw keyAlreadyExists();
  if ((length ?? 0) > sizeLimit(rules, context.settings.fileSizeLimit)) throw tooLarge();
  allowedEssence(rules, mimeType);

  const seconds = given.get("cacheControl") ?? "";
  const cacheControl = cleanCacheControl(/^\d+$/.test(seconds) ? `max-age=${seconds}` : seconds);
  const metadata = readMetadata(given.get("metadata") ?? "");
  const owner = caller ? ownerOf(caller) : (right?.owner ?? null);
  const sql = asShop();
  if (owner !== null && (await countUnfinished(sql, owner)) >= context.settings.unfinishedUploads)
    throw slowDown();
  const [upload] = await sql<ResumableUpload[]>`
    insert into private.resumable_uploads
      (bucket_id, name, role, owner_id, upsert, signed, length, mime_type, cache_control, user_metadata, header,
       expires_at)
    values (${address.bucket}, ${address.name}, ${caller?.dbRole ?? "service_role"},
      ${owner}, ${upsert}, ${isSigned}, ${length ?? null}, ${mimeType},
      ${cacheControl}, ${metadata === undefined ? null : sql.json(metadata)}, ${header},
      now() + make_interval(secs => ${context.settings.resumableSeconds}))
    returning *`;
  if (!upload) throw new Error("the upload was not recorded");
  const hasPiece = c.req.header("content-type") === "application/offset+octet-stream";
  const after = hasPiece || length === 0 ? await takePiece(context, c, upload, caller) : upload;
  const endpoint = isSigned ? signedResumableEndpoint : resumableEndpoint;
  return c.body(null, 201, {
    Location: `${context.publicUrl}/storage/v1${endpoint}/${upload.id}`,
    "Upload-Offset": String(after.received),
    "Upload-Expires": after.expires_at.toUTCString(),
  });
}

async function countUnfinished(sql: Sql, owner: string): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from private.resumable_uploads
    where owner_id = ${owner} and object_id is null and expires_at > now()`;
  return row?.count ?? 0;
}
