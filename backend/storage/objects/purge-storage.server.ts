import { timeNow } from "#base/clock.ts";
import { asShop } from "#db/client.server.ts";
import type { ObjectStore } from "#integrations/storage/object-store.ts";

/** Days before bytes without a row are deleted: a restored database may name them again. */
const graceDays = 7;
const batch = 500;
/** Days after which the assets of a release that no process runs any more are removed. */
export const assetRetentionDays = 14;
/** Partial file of a process that was killed while it wrote to a disk. */
const partial = /\.[0-9a-f-]{36}\.part$/;

/**
 * Removes bytes without a row, which a crash or a lost job left. Removes only files that this database recorded. Deletes expired
 * resumable uploads and the records of old releases' assets first, so that their bytes are removed in the same run.
 * @param now for tests, milliseconds since 1970
 * @returns the number of removed objects
 */
export async function purgeStorage(store: ObjectStore, now = timeNow()): Promise<number> {
  const sql = asShop();
  const at = new Date(now);
  await sql`
    delete from private.resumable_uploads where expires_at < ${at}::timestamptz - interval '1 hour'`;
  await sql`
    delete from private.release_assets
    where seen_at < ${at}::timestamptz - make_interval(days => ${assetRetentionDays})`;
  let removed = await removePartial(store, at);
  for (;;) {
    const keys = await unnamedKeys(at);
    for (const key of keys) await store.remove(key);
    removed += keys.length;
    if (keys.length < batch) return removed;
  }
}

/** Recorded files that are older than the grace period and have no row. They never get one: every upload has a new version. */
async function unnamedKeys(at: Date): Promise<string[]> {
  const rows = await asShop()<{ key: string }[]>`
    select f.key from private.stored_files f
    where f.stored_at < ${at}::timestamptz - make_interval(days => ${graceDays})
      and not exists (select from storage.objects o where o.version = f.name)
      and not exists (select from private.release_assets a where a.name = f.name)
      and f.name not in (select unnest(pieces) from private.resumable_uploads)
    limit ${batch}`;
  return rows.map(({ key }) => key);
}

async function removePartial(store: ObjectStore, at: Date): Promise<number> {
  let removed = 0;
  for await (const { key, writtenAt } of store.list()) {
    const isOld = at.getTime() - writtenAt.getTime() > graceDays * 24 * 60 * 60 * 1000;
    if (!isOld || !partial.test(key)) continue;
    const [recorded] = await asShop()`
      select from private.stored_files where key = ${key.replace(partial, "")}`;
    if (!recorded) continue;
    await store.remove(key);
    removed++;
  }
  return removed;
}
