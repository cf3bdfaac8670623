import type { Context } from "hono";
import { callerOf, ownerOf } from "#backend/storage/caller.server.ts";
import type { StorageContext } from "#backend/storage/context.server.ts";
import { keyAlreadyExists } from "#backend/storage/errors.ts";
import { addressToWrite } from "#backend/storage/names.ts";
import { bucketRules } from "#backend/storage/objects/bucket-rules.server.ts";
import { signToken } from "./signed-token.server.ts";
import { mayWrite, receive } from "./upload-object.server.ts";
import { uploadRight } from "./upload-right.server.ts";

const endpoint = "/object/upload/sign/";

/**
 * POST /object/upload/sign/{bucket}/{path}: signs an upload of one file for a person without an account.
 * @throws StorageError
 */
export async function signUpload(context: StorageContext, c: Context): Promise<Response> {
  const caller = await callerOf(context, c);
  const address = addressToWrite(c, endpoint);
  const upsert = c.req.header("x-upsert") === "true";
  const allowed = mayWrite(caller, "object.sign_upload_url", address, { upsert });
  allowed.catch(() => undefined);
  const { taken } = await bucketRules(address);
  await allowed;
  if (taken && !upsert) throw keyAlreadyExists();
  const { signedUploadSeconds } = context.settings;
  const token = await signToken(context.keys, "upload", address, signedUploadSeconds, {
    owner: ownerOf(caller),
    account: caller.claims.session_id !== undefined,
    upsert,
  });
  const { bucket, name } = address;
  const url = encodeURI(`/object/upload/sign/${bucket}/${name}`).replaceAll("?", "%3F");
  return c.json({ url: `${url}?token=${token}`, token });
}

/**
 * PUT /object/upload/sign/{bucket}/{path}?token=…: the token alone authorises the upload.
 * @throws StorageError
 */
export async function uploadSigned(context: StorageContext, c: Context): Promise<Response> {
  const address = addressToWrite(c, endpoint);
  const right = await uploadRight(context, c.req.query("token"), address);
  await receive(context, c, address, { upsert: right.upsert, ownerId: right.owner });
  return c.json({ Key: `${address.bucket}/${address.name}` });
}
