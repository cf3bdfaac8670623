import { inTransaction, type Sql } from "#db/client.server.ts";
import { removeLater } from "#integrations/storage/object-rows.server.ts";

/**
 * Days for which the library keeps a file that no product shows: an import by file names, and the undoing of one, may need it
 * for thirty.
 */
const keptDays = 35;
/** Files that one transaction looks at. */
const filesPerChunk = 100;
/** The public bucket of the files. */
const bucket = "product-images";

/** Deletes files that no product has shown for long and no order has. @returns files of the library deleted */
export async function purgeUnusedMedia(): Promise<number> {
  let purged = 0;
  for (;;) {
    const { seen, gone } = await inTransaction(purgeChunk);
    purged += gone;
    if (seen < filesPerChunk) return purged;
  }
}

async function purgeChunk(sql: Sql): Promise<{ readonly seen: number; readonly gone: number }> {
  await sql`select set_config('shop.actor', 'job:purge-media', true)`;
  const old = await sql<{ media_id: string }[]>`
    select media_id from private.dropped_media group by media_id
    having max(dropped_at) < now() - make_interval(days => ${keptDays}) order by media_id limit ${filesPerChunk}`;
  const ids = old.map(({ media_id }) => media_id);
  // A picture that is made of a file meanwhile holds a lock of its row: the next statement sees it.
  await sql`select from media where id = any (${ids}) order by id for update`;
  const unused = await sql<{ id: string; path: string }[]>`
    select id, path from media where id = any (${ids}) and not private.is_media_used(id)`;
  await sql`
    with gone as (
      delete from storage.objects o using unnest(${unused.map(({ path }) => path)}::text[]) file (path)
      where o.bucket_id collate "C" = ${bucket} and o.name collate "C" >= file.path || '.' and o.name collate "C" < file.path || '/'
      returning o.version
    )
    select ${removeLater(sql, sql`(select array_agg(version) from gone)`)}`;
  await sql`delete from media where id = any (${unused.map(({ id }) => id)})`;
  // What is used stays; the library looks again when a product drops it again.
  await sql`delete from private.dropped_media where media_id = any (${ids})`;
  return { seen: ids.length, gone: unused.length };
}
