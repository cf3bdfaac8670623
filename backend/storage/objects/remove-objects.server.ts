import type { Context } from "hono";
import { callerOf } from "#backend/storage/caller.server.ts";
import { performAs } from "#backend/storage/check-permission.server.ts";
import type { StorageContext } from "#backend/storage/context.server.ts";
import { noSuchKey } from "#backend/storage/errors.ts";
import { readInput, textList } from "#backend/storage/input.ts";
import { addressToRead, rawAddress } from "#backend/storage/names.ts";
import type { Caller, Sql } from "#db/client.server.ts";

interface RemovedRow extends Record<string, unknown> {
  readonly version: string;
}

/**
 * DELETE /object/{bucket} `{prefixes}`: up to 1,000 files by name. The answer omits files that are missing or
 * that the caller may not delete.
 * @throws StorageError
 */
export async function removeObjects(context: StorageContext, c: Context): Promise<Response> {
  const caller = await callerOf(context, c);
  const { bucket } = rawAddress(c, "/object/");
  const names = textList(await readInput(c, ["prefixes"]), "prefixes", 1000);
  return c.json(await remove(caller, "object.delete_many", bucket.replaceAll("\0", ""), names));
}

/** DELETE /object/{bucket}/{path}. @throws StorageError NoSuchKey */
export async function removeObject(context: StorageContext, c: Context): Promise<Response> {
  const caller = await callerOf(context, c);
  const { bucket, name } = addressToRead(c, "/object/");
  const rows = await remove(caller, "object.delete", bucket, [name]);
  if (rows.length === 0) throw noSuchKey();
  return c.json({ message: "Successfully deleted" });
}

/** The rows are deleted as the caller; their bytes after the commit. */
function remove(
  caller: Caller,
  operation: string,
  bucket: string,
  names: readonly string[],
): Promise<RemovedRow[]> {
  return performAs(caller, operation, async (sql) => {
    const rows = await sql<RemovedRow[]>`
      delete from storage.objects where bucket_id = ${bucket} and name = any(${[...names]})
      returning id, name, bucket_id, owner, owner_id, version, metadata, user_metadata, created_at, updated_at,
        last_accessed_at`;
    await queueRemoval(sql, rows);
    return [...rows];
  });
}

/**
 * The last statement of a transaction that deleted rows: queues the removal of their bytes after the commit.
 */
export async function queueRemoval(
  sql: Sql,
  rows: readonly { readonly version: string }[],
): Promise<void> {
  if (rows.length === 0) return;
  const versions = rows.map((row) => row.version);
  // Customers may not queue jobs; this job is the shop's own in every transaction.
  await sql`select set_config('role', 'service_role', true)`;
  await sql`
    select private.enqueue('remove-object', ${sql.json({ versions })}::jsonb::json, run_at => now() + interval '1 minute')`;
}
