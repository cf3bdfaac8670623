import type { Context } from "hono";
import { callerIfKnown, callerOf } from "#backend/storage/caller.server.ts";
import type { StorageContext } from "#backend/storage/context.server.ts";
import { addressToRead } from "#backend/storage/names.ts";
import { anyObject, publicObject, readableObject, visibleObject } from "./object-row.server.ts";
import { sendObject } from "./send-object.server.ts";
import { openToken } from "./signed-token.server.ts";

/**
 * GET and HEAD /object/public/{bucket}/{path}: a file of a public bucket. A private bucket counts as missing.
 * @throws StorageError
 */
export async function readPublicObject({ store }: StorageContext, c: Context): Promise<Response> {
  const row = await publicObject(addressToRead(c, "/object/public/"));
  return sendObject(store, c, row, { isPublic: true });
}

/**
 * GET and HEAD /object/authenticated/{bucket}/{path}: a file that the policies show to the caller.
 * @throws StorageError
 */
export async function readOwnObject(context: StorageContext, c: Context): Promise<Response> {
  const caller = await callerOf(context, c);
  const address = addressToRead(c, "/object/authenticated/");
  const row = await visibleObject(caller, "object.get_authenticated", address);
  return sendObject(context.store, c, row, { isPublic: false });
}

/**
 * GET and HEAD /object/{bucket}/{path}: public or private, with or without a token.
 * @throws StorageError
 */
export async function readObject(context: StorageContext, c: Context): Promise<Response> {
  const caller = await callerIfKnown(context, c);
  const address = addressToRead(c, "/object/");
  const { row, isPublic } = await readableObject(caller, "object.get_authenticated", address);
  return sendObject(context.store, c, row, { isPublic });
}

/**
 * GET and HEAD /object/sign/{bucket}/{path}?token=…: for every holder of the signed address.
 * @throws StorageError
 */
export async function readSignedObject(context: StorageContext, c: Context): Promise<Response> {
  const address = addressToRead(c, "/object/sign/");
  const { expires } = await openToken(context.keys, c.req.query("token"), "download", address);
  const row = await anyObject(address);
  return sendObject(context.store, c, row, { isPublic: false, expires });
}
