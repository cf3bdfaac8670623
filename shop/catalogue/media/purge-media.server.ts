import { asShop } from "#db/client.server.ts";
import { removeLater } from "#integrations/storage/object-rows.server.ts";
import { uploadBucket } from "./media.ts";

/** Hours after which an upload that became no picture, and a picture that nobody put back, are purged. */
const retentionHours = 24;

/** Removes abandoned uploads, and what undoing and repeated requests no longer need. @returns uploads removed */
export async function purgeMedia(): Promise<number> {
  const sql = asShop();
  const old = sql`now() - make_interval(hours => ${retentionHours})`;
  await sql`delete from private.removed_pictures where removed_at < ${old}`;
  await sql`delete from private.media_uploads where created_at < ${old}`;
  const [row] = await sql<{ removed: number }[]>`
    with gone as (
      delete from storage.objects where bucket_id = ${uploadBucket} and created_at < ${old} returning version
    )
    select (select count(*) from gone)::int as removed,
      ${removeLater(sql, sql`(select array_agg(version) from gone)`)}`;
  return row?.removed ?? 0;
}
