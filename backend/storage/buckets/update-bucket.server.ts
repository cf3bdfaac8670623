import type { Context } from "hono";
import { callerOf } from "#backend/storage/caller.server.ts";
import { performAs } from "#backend/storage/check-permission.server.ts";
import type { StorageContext } from "#backend/storage/context.server.ts";
import { noSuchBucket } from "#backend/storage/errors.ts";
import { readInput } from "#backend/storage/input.ts";
import { bucketId } from "./buckets.server.ts";
import { bucketSettings } from "./create-bucket.server.ts";

/**
 * PUT /bucket/{id}: fields that the body omits stay unchanged.
 * @throws StorageError NoSuchBucket, AccessDenied
 */
export async function updateBucket(context: StorageContext, c: Context): Promise<Response> {
  const caller = await callerOf(context, c);
  const id = bucketId(c);
  const settings = bucketSettings(await readInput(c), context.settings.fileSizeLimit);
  const { public: isPublic, file_size_limit, allowed_mime_types } = settings;
  const rows = await performAs(
    caller,
    "bucket.update",
    (sql) => sql`
      update storage.buckets set
        public = coalesce(${isPublic ?? null}, public),
        file_size_limit = case when ${file_size_limit !== undefined}
          then ${file_size_limit ?? null}::bigint else file_size_limit end,
        allowed_mime_types = case when ${allowed_mime_types !== undefined}
          then ${allowed_mime_types ?? null}::text[] else allowed_mime_types end
      where id = ${id} returning id`,
  );
  if (rows.length === 0) throw noSuchBucket();
  return c.json({ message: "Successfully updated" });
}
