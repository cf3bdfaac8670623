import { timeNow } from "#base/clock.ts";
import { asShop } from "#db/client.server.ts";
import type { ObjectStore } from "#integrations/storage/object-store.ts";

/** Minimum age in milliseconds of unnamed bytes before their removal: their row may not be written yet. */
const youth = 24 * 60 * 60 * 1000;
const batch = 500;
/** Days after which the assets of a release that no process runs any more are removed. */
export const assetRetentionDays = 14;

/**
 * Removes bytes without a row, left by a crash before the row or by a lost job. Expired resumable uploads are
 * deleted first, so that their pieces are removed too, and so are the records of old releases' assets.
 * @param now for tests, milliseconds since 1970
 * @returns the number of removed objects
 */
export async function purgeStorage(store: ObjectStore, now = timeNow()): Promise<number> {
  await asShop()`
    delete from private.resumable_uploads where expires_at < ${new Date(now)}::timestamptz - interval '1 hour'`;
  await asShop()`
    delete from private.release_assets
    where seen_at < ${new Date(now)}::timestamptz - make_interval(days => ${assetRetentionDays})`;
  let removed = 0;
  let waiting: string[] = [];
  for await (const { key, writtenAt } of store.list()) {
    if (now - writtenAt.getTime() < youth) continue;
    waiting.push(key);
    if (waiting.length < batch) continue;
    removed += await removeUnnamed(store, waiting);
    waiting = [];
  }
  return removed + (await removeUnnamed(store, waiting));
}

/** Old unnamed bytes never get a row: every upload has a new version. */
async function removeUnnamed(store: ObjectStore, keys: readonly string[]): Promise<number> {
  const versions = keys.map(versionOf);
  const named = await asShop()<{ version: string }[]>`
    select version from storage.objects where version = any(${versions})
    union all
    select piece from private.resumable_uploads, unnest(pieces) piece where piece = any(${versions})
    union all
    select name from private.release_assets where name = any(${versions})`;
  const retained = new Set(named.map((row) => row.version));
  const unnamed = keys.filter((key) => !retained.has(versionOf(key)));
  for (const key of unnamed) await store.remove(key);
  return unnamed.length;
}

/** The last part of a key. A partial file of a dead process has a longer one, which no row names. */
function versionOf(key: string): string {
  return key.slice(key.lastIndexOf("/") + 1);
}
