import type { Context } from "hono";
import { callerOf, ownerOf } from "#backend/storage/caller.server.ts";
import type { StorageContext } from "#backend/storage/context.server.ts";
import { noSuchUpload } from "#backend/storage/errors.ts";
import type { ObjectAddress } from "#backend/storage/names.ts";
import type { SignedRight } from "#backend/storage/objects/signed-token.server.ts";
import { isAdmitted, uploadRight } from "#backend/storage/objects/upload-right.server.ts";
import { asShop, type Caller, type Json } from "#db/client.server.ts";

/** An upload in pieces. Sizes in bytes. */
export interface ResumableUpload {
  readonly id: string;
  readonly bucket_id: string;
  readonly name: string;
  readonly role: Caller["dbRole"];
  readonly owner_id: string | null;
  readonly upsert: boolean;
  readonly signed: boolean;
  /** Null until the client declares it. */
  readonly length: number | null;
  readonly received: number;
  /** Versions of the stored pieces, in order. */
  readonly pieces: readonly string[];
  readonly mime_type: string;
  readonly cache_control: string;
  readonly user_metadata: Json | null;
  readonly header: string;
  readonly object_id: string | null;
  readonly expires_at: Date;
}

/** The paths of uploads; the signed one accepts a token in place of a caller. */
export const resumableEndpoint = "/upload/resumable";
export const signedResumableEndpoint = "/upload/resumable/sign";

export function isSignedEndpoint(c: Context): boolean {
  return c.req.path.includes(signedResumableEndpoint);
}

const uuidShape = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * The upload in the path, for its creator only; for others it counts as missing.
 * @returns the caller too, undefined for a signed upload
 * @throws StorageError NoSuchUpload
 */
export async function ownUpload(
  context: StorageContext,
  c: Context,
): Promise<{ upload: ResumableUpload; caller: Caller | undefined }> {
  const isSigned = isSignedEndpoint(c);
  const caller = isSigned ? undefined : await callerOf(context, c);
  const id = c.req.param("id") ?? "";
  const [upload] = uuidShape.test(id)
    ? await asShop()<ResumableUpload[]>`
        select * from private.resumable_uploads where id = ${id} and expires_at > now()`
    : [];
  if (!upload || upload.signed !== isSigned) throw noSuchUpload();
  if (!caller) {
    await signedRight(context, c, { bucket: upload.bucket_id, name: upload.name });
    return { upload, caller };
  }
  const isOwn = upload.role === caller.dbRole && upload.owner_id === ownerOf(caller);
  if (!isOwn || !(await isAdmitted(caller))) throw noSuchUpload();
  return { upload, caller };
}

/**
 * The right of the token in `x-signature`.
 * @throws StorageError
 */
export function signedRight(
  context: StorageContext,
  c: Context,
  address: ObjectAddress,
): Promise<SignedRight> {
  return uploadRight(context, c.req.header("x-signature"), address);
}
