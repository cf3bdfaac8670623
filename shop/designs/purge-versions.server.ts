import { inTransaction } from "#db/client.server.ts";

/** Days for which a version of a design is kept for carts. Orders have copies of theirs. */
const keptDays = 90;
/** Versions that one transaction deletes. */
const versionsPerChunk = 1_000;

/** Deletes versions that no cart will need any more. */
export async function purgeVersions(perChunk = versionsPerChunk): Promise<void> {
  for (;;) {
    const gone = await inTransaction(
      (sql) => sql`
        delete from design_versions where id in (
          select id from design_versions where created_at < now() - make_interval(days => ${keptDays})
          order by created_at limit ${perChunk})
        returning id`,
    );
    if (gone.length < perChunk) return;
  }
}
