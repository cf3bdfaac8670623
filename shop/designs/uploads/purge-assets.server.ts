import { inTransaction } from "#db/client.server.ts";

/** Days for which a picture that no kept design shows is kept. */
const guestDays = 30;
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
              - make_interval(days => case when customer_id is null then ${guestDays}::int else ${accountDays}::int end)
            and created_at < now() - make_interval(days => ${guestDays}::int)
            and not private.is_asset_used(sha256)
          order by created_at limit ${perChunk})
        returning id`,
    );
    if (gone.length < perChunk) return;
  }
}
