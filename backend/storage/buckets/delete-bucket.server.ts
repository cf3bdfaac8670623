import type { Context } from "hono";
import { callerOf } from "#backend/storage/caller.server.ts";
import { performAs } from "#backend/storage/check-permission.server.ts";
import type { StorageContext } from "#backend/storage/context.server.ts";
import { bucketNotEmpty, noSuchBucket, StorageError } from "#backend/storage/errors.ts";
import { asShop } from "#db/client.server.ts";
import { bucketId } from "./buckets.server.ts";

/** DELETE /bucket/{id}. @throws StorageError NoSuchBucket, ResourceNotEmpty, AccessDenied */
export async function deleteBucket(context: StorageContext, c: Context): Promise<Response> {
  const caller = await callerOf(context, c);
  const id = bucketId(c);
  const isVisible = await performAs(
    caller,
    "bucket.delete",
    async (sql) => (await sql`select 1 from storage.buckets where id = ${id}`).length > 0,
    "read only",
  );
  if (!isVisible) throw noSuchBucket();
  const [file] = await asShop()`select 1 from storage.objects where bucket_id = ${id} limit 1`;
  if (file) throw bucketNotEmpty();
  try {
    const rows = await performAs(
      caller,
      "bucket.delete",
      (sql) => sql`delete from storage.buckets where id = ${id} returning id`,
    );
    if (rows.length === 0) throw noSuchBucket();
  } catch (error) {
    // A file was added in between; the foreign key refused the delete.
    const [late] = await asShop()`select 1 from storage.objects where bucket_id = ${id} limit 1`;
    if (late && error instanceof StorageError) throw bucketNotEmpty();
    throw error;
  }
  return c.json({ message: "Successfully deleted" });
}
