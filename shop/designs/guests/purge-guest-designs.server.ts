import { inTransaction } from "#db/client.server.ts";
import { guestDays } from "./guest-key.server.ts";

/** Rows that one transaction deletes. */
const rowsPerChunk = 500;

/**
 * Deletes designs that their guests have not saved for `guestDays`, and guests of that age of whom nothing is left. Pictures
 * are deleted by `purgeAssets`.
 */
export async function purgeGuestDesigns(perChunk = rowsPerChunk): Promise<void> {
  for (;;) {
    const gone = await inTransaction(
      (sql) => sql`
        delete from designs where id in (
          select id from designs
          where guest_hash is not null and updated_at < now() - make_interval(days => ${guestDays})
          order by updated_at limit ${perChunk})
        returning id`,
    );
    if (gone.length < perChunk) break;
  }
  for (;;) {
    const gone = await inTransaction(
      (sql) => sql`
        delete from private.design_guests where hash in (
          select hash from private.design_guests g
          where created_at < now() - make_interval(days => ${guestDays})
            and not exists (select from designs d where d.guest_hash = g.hash)
            and not exists (select from design_assets a where a.guest_hash = g.hash)
          order by created_at limit ${perChunk} for update skip locked)
        returning hash`,
    );
    if (gone.length < perChunk) break;
  }
}
