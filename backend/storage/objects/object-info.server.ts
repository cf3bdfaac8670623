import type { Context } from "hono";
import { callerIfKnown, callerOf } from "#backend/storage/caller.server.ts";
import type { StorageContext } from "#backend/storage/context.server.ts";
import { addressToRead } from "#backend/storage/names.ts";
import {
  type ObjectRow,
  publicObject,
  readableObject,
  visibleObject,
} from "./object-row.server.ts";

/**
 * GET /object/info/{bucket}/{path}: for public and private files.
 * @throws StorageError
 */
export async function readInfo(context: StorageContext, c: Context): Promise<Response> {
  const caller = await callerIfKnown(context, c);
  const address = addressToRead(c, "/object/info/");
  const { row } = await readableObject(caller, "object.info_authenticated", address);
  return sendInfo(c, row);
}

/** GET /object/info/public/{bucket}/{path}. @throws StorageError */
export async function readPublicInfo(_: StorageContext, c: Context): Promise<Response> {
  return sendInfo(c, await publicObject(addressToRead(c, "/object/info/public/")));
}

/** GET /object/info/authenticated/{bucket}/{path}. @throws StorageError */
export async function readOwnInfo(context: StorageContext, c: Context): Promise<Response> {
  const caller = await callerOf(context, c);
  const address = addressToRead(c, "/object/info/authenticated/");
  return sendInfo(c, await visibleObject(caller, "object.info_authenticated", address));
}

function sendInfo(c: Context, row: ObjectRow): Response {
  const headers = { ETag: row.etag, "Last-Modified": row.updated_at.toUTCString() };
  return c.json(infoOf(row), 200, headers);
}

function infoOf(row: ObjectRow) {
  return {
    id: row.id,
    name: row.name,
    version: row.version,
    bucket_id: row.bucket_id,
    size: row.size,
    content_type: row.mime_type,
    cache_control: row.cache_control,
    etag: row.etag,
    metadata: row.user_metadata ?? {},
    last_modified: row.updated_at.toISOString(),
    created_at: row.created_at.toISOString(),
  };
}
