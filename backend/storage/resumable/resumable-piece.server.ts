import { Readable } from "node:stream";
import type { Context } from "hono";
import type { StorageContext } from "#backend/storage/context.server.ts";
import { invalidRequest, noSuchUpload, StorageError, tooLarge } from "#backend/storage/errors.ts";
import {
  allowedEssence,
  bucketRules,
  sizeLimit,
} from "#backend/storage/objects/bucket-rules.server.ts";
import { detachBuffer } from "#backend/storage/objects/detach-buffer.ts";
import { storeBytes } from "#backend/storage/objects/store-bytes.server.ts";
import { chunksOf, RequestCut, requestBytes } from "#backend/storage/objects/upload-body.server.ts";
import { asShop, type Caller } from "#db/client.server.ts";
import { discardBytes } from "#integrations/storage/discard-bytes.server.ts";
import { type ObjectStore, StoreUnavailable } from "#integrations/storage/object-store.ts";
import { objectKey, type StoredBytes } from "#integrations/storage/object-version.ts";
import { finishUpload } from "./resumable-finish.server.ts";
import { ownUpload, type ResumableUpload } from "./resumable-row.server.ts";
import { assertTusVersion, bytesHeader } from "./tus-headers.ts";

/** Maximum pieces of one upload; a client that needs more sends too little at once. */
const maxPieces = 10_000;

const wrongOffset = () => new StorageError("409", "Conflict", "Upload-Offset conflict", "Conflict");

/**
 * PATCH /upload/resumable/{id}: the next piece. The answer has the upload's new offset.
 * @throws StorageError
 */
export async function continueUpload(context: StorageContext, c: Context): Promise<Response> {
  assertTusVersion(c);
  const { upload, caller } = await ownUpload(context, c);
  if (c.req.header("content-type") !== "application/offset+octet-stream") {
    throw new StorageError(
      "415",
      "Error",
      "Content-Type must be application/offset+octet-stream",
      "InvalidRequest",
    );
  }
  const offset = bytesHeader(c, "upload-offset");
  if (offset === undefined) throw invalidRequest("Upload-Offset is required");
  if (offset !== upload.received) throw wrongOffset();
  const after = await takePiece(context, c, await withLength(c, upload), caller);
  return c.body(null, 204, {
    "Upload-Offset": String(after.received),
    "Upload-Expires": after.expires_at.toUTCString(),
  });
}

/**
 * POST with `X-HTTP-Method-Override: PATCH`, for networks that block PATCH.
 * @throws StorageError
 */
export async function continueByPost(context: StorageContext, c: Context): Promise<Response> {
  if (c.req.header("x-http-method-override") !== "PATCH") throw noSuchUpload();
  return continueUpload(context, c);
}

/**
 * A deferred length may be set once.
 * @throws StorageError
 */
async function withLength(c: Context, upload: ResumableUpload): Promise<ResumableUpload> {
  const length = bytesHeader(c, "upload-length");
  if (length === undefined || length === upload.length) return upload;
  if (upload.length !== null || length < upload.received) {
    throw invalidRequest("Upload-Length may not change");
  }
  await asShop()`update private.resumable_uploads set length = ${length} where id = ${upload.id}`;
  return { ...upload, length };
}

/**
 * Stores the bytes of a request, also of an interrupted one: the client continues from there. The last byte
 * completes the file.
 * @throws StorageError
 */
export async function takePiece(
  context: StorageContext,
  c: Context,
  upload: ResumableUpload,
  caller: Caller | undefined,
): Promise<ResumableUpload> {
  const { store, settings } = context;
  if (upload.object_id !== null) return upload;
  const address = { bucket: upload.bucket_id, name: upload.name };
  const rules = await bucketRules(address);
  const largest = sizeLimit(rules, settings.fileSizeLimit);
  if ((upload.length ?? 0) > largest || upload.pieces.length >= maxPieces) throw tooLarge();
  const essence = allowedEssence(rules, upload.mime_type);
  const piece = await storeBytes(store, untilCut(c), {
    limit: (upload.length ?? largest) - upload.received,
    // Only the beginning of a file identifies its type.
    essence: upload.received === 0 ? essence : undefined,
    written: detachBuffer,
  });
  if (piece.size === 0 && upload.length !== 0) {
    await discardBytes(store, piece.version);
    return upload;
  }
  const after = await recordPiece(context, upload, piece);
  if (after.received !== after.length) return after;
  const isWhole = piece.size === after.length;
  const assemble = () =>
    isWhole ? Promise.resolve(piece) : joinPieces(store, after, { limit: largest, essence });
  await finishUpload(context, after, caller, assemble);
  return after;
}

async function* untilCut(c: Context): AsyncGenerator<Uint8Array> {
  try {
    yield* chunksOf(requestBytes(c));
  } catch (error) {
    if (!(error instanceof RequestCut)) throw error;
  }
}

/**
 * Of two pieces at one offset the first one counts.
 * @throws StorageError Conflict
 */
async function recordPiece(
  { store, settings }: StorageContext,
  upload: ResumableUpload,
  piece: StoredBytes,
): Promise<ResumableUpload> {
  const [after] = await asShop()<ResumableUpload[]>`
    update private.resumable_uploads set received = received + ${piece.size}, pieces = pieces || ${piece.version}::text,
      expires_at = now() + make_interval(secs => ${settings.resumableSeconds})
    where id = ${upload.id} and received = ${upload.received} and object_id is null
    returning *`;
  if (after) return after;
  await discardBytes(store, piece.version);
  throw wrongOffset();
}

/**
 * Joins all pieces into one object.
 * @throws StorageError, and StoreUnavailable when the store did not return all of them
 */
export async function joinPieces(
  store: ObjectStore,
  upload: ResumableUpload,
  limits: { limit: number; essence: string },
): Promise<StoredBytes> {
  const all = async function* () {
    for (const piece of upload.pieces) {
      const bytes = await store.read(objectKey(piece));
      if (bytes === undefined) throw noSuchUpload();
      if (bytes instanceof Readable) yield* bytes as AsyncIterable<Uint8Array>;
      else yield bytes;
    }
  };
  const whole = await storeBytes(store, all(), limits);
  if (whole.size === upload.received) return whole;
  await discardBytes(store, whole.version);
  throw new StoreUnavailable(`${whole.size} bytes of ${upload.received}`);
}
