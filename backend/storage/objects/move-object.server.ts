import type { Context } from "hono";
import type { JsonObject } from "#backend/gateway/body.server.ts";
import { callerOf, ownerOf } from "#backend/storage/caller.server.ts";
import { performAs } from "#backend/storage/check-permission.server.ts";
import type { StorageContext } from "#backend/storage/context.server.ts";
import { noSuchKey } from "#backend/storage/errors.ts";
import { readInput } from "#backend/storage/input.ts";
import {
  bucketName,
  isObjectName,
  type ObjectAddress,
  objectName,
} from "#backend/storage/names.ts";
import { assertFits, bucketRules } from "#backend/storage/objects/bucket-rules.server.ts";
import { ownerUuid } from "#integrations/storage/object-rows.server.ts";
import { findObject } from "./object-row.server.ts";

/**
 * Source and destination of a move or a copy.
 * @throws StorageError
 */
export function addressesOf(input: JsonObject): { from: ObjectAddress; to: ObjectAddress } {
  const bucket = bucketName(input.bucketId);
  const name = input.sourceKey;
  if (typeof name !== "string" || !isObjectName(name)) throw noSuchKey();
  const destination = input.destinationBucket ?? bucket;
  return {
    from: { bucket, name },
    to: { bucket: bucketName(destination), name: objectName(input.destinationKey) },
  };
}

/**
 * POST /object/move: renames a file, also into another bucket, whose limits apply. The bytes do not move.
 * @throws StorageError NoSuchKey, KeyAlreadyExists, AccessDenied
 */
export async function moveObject(context: StorageContext, c: Context): Promise<Response> {
  const caller = await callerOf(context, c);
  const input = await readInput(c, ["bucketId", "sourceKey", "destinationKey"]);
  const { from, to } = addressesOf(input);
  const ownerId = ownerOf(caller);
  // Before the transaction, which must not wait for a second connection.
  const rules = to.bucket === from.bucket ? undefined : await bucketRules(to);
  const id = await performAs(caller, "object.move", async (sql) => {
    const row = await findObject(sql, from);
    const size = { size: row.size, type: row.mime_type };
    if (rules) assertFits(rules, context.settings.fileSizeLimit, size);
    const [moved] = await sql<{ id: string }[]>`
      update storage.objects set bucket_id = ${to.bucket}, name = ${to.name},
        owner_id = coalesce(${ownerId}, owner_id), owner = coalesce(${ownerUuid(ownerId)}, owner)
      where bucket_id = ${from.bucket} and name = ${from.name} returning id`;
    if (!moved) throw noSuchKey();
    return moved.id;
  });
  return c.json({ message: "Successfully moved", Id: id, Key: `${to.bucket}/${to.name}` });
}
