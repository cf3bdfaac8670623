import type { Context } from "hono";
import { callerOf } from "#backend/storage/caller.server.ts";
import { performAs } from "#backend/storage/check-permission.server.ts";
import type { StorageContext } from "#backend/storage/context.server.ts";
import { noSuchBucket } from "#backend/storage/errors.ts";
import { queueRemoval } from "#backend/storage/objects/remove-objects.server.ts";
import type { Caller } from "#db/client.server.ts";
import { bucketId } from "./buckets.server.ts";

/** Rows of one transaction. */
const batch = 1000;

/**
 * POST /bucket/{id}/empty: deletes every file that the policies let the caller delete.
 * @throws StorageError NoSuchBucket
 */
export async function emptyBucket(context: StorageContext, c: Context): Promise<Response> {
  const caller = await callerOf(context, c);
  const id = bucketId(c);
  const [bucket] = await performAs(
    caller,
    "bucket.empty",
    (sql) => sql`select 1 from storage.buckets where id = ${id}`,
    "read only",
  );
  if (!bucket) throw noSuchBucket();
  while ((await deleteSome(caller, id)) === batch) {
    // Continues with the next batch.
  }
  return c.json({
    message: "Empty bucket has been queued. Completion may take up to an hour.",
  });
}

async function deleteSome(caller: Caller, bucket: string): Promise<number> {
  const rows = await performAs(caller, "bucket.empty", async (sql) => {
    const gone = await sql<{ version: string }[]>`
      delete from storage.objects where id in (
        select id from storage.objects where bucket_id = ${bucket} order by id limit ${batch})
      returning version`;
    await queueRemoval(sql, gone);
    return gone;
  });
  return rows.length;
}
