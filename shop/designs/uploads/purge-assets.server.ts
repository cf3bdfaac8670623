import { inTransaction } from "#db/client.server.ts";
import { guestDays } from "#shop/designs/guests/guest-key.server.ts";

/** Days for which a picture of an account or of the shop is kept that no kept design or template shows; a guest's is kept for `guestDays`. */
const accountDays = 90;
/** Pictures that one transaction deletes. */
const assetsPerChunk = 500;

/** Deletes pictures that no kept design shows; a trigger deletes the files of those that nobody owns any more. */
export async function purgeAssets(perChunk = assetsPerChunk): Promise<void> {
  for (;;) {
    const gone = await inTransaction(
      (sql) => sql`
        delete from design_assets where id in (
          select id from design_assets
          where created_at < now()
              - make_interval(days => case when guest_hash is not null then ${guestDays}::int else ${accountDays}::int end)
            and created_at < now() - make_interval(days => ${guestDays}::int)
            and not private.is_asset_used(sha256)
          order by created_at limit ${perChunk})
        returning id`,
    );
    if (gone.length < perChunk) return;
  }
}
