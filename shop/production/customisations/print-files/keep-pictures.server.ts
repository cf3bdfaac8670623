import * as v from "valibot";
import { fail, ok, type Result } from "#base/result.ts";
import { inTransaction } from "#db/client.server.ts";
import type { Person } from "#shop/kernel/access.ts";

/** The day that the form showed, as an ISO moment. */
export const picturesUntilSchema = v.pipe(v.string(), v.isoTimestamp(), v.toDate());

/**
 * Keeps the uploaded pictures of a printed design for another year ("Simpan lebih lama"), so that it can be ordered again. They are
 * kept for two years at most from now on.
 * @param seen until when they were kept as the form showed it: sending it twice adds one year
 */
export function keepPicturesLonger(
  actor: Person,
  customisationId: string,
  seen: Date,
): Promise<Result<null, "customisation_not_found" | "picture_gone">> {
  return inTransaction(async (sql) => {
    const [found] = await sql<{ pictures_until: Date; is_gone: boolean; is_kept: boolean }[]>`
      select pictures_until, pictures_until <= now() as is_gone, pictures_until > now() + interval '12 months' as is_kept
      from customisations
      where id = ${customisationId} and customer_id = ${actor.id} and status = 'done' and pictures_until is not null
      for no key update`;
    if (!found) return fail("customisation_not_found");
    if (found.is_gone) return fail("picture_gone");
    if (found.is_kept || found.pictures_until.getTime() !== seen.getTime()) return ok(null);
    await sql`
      update customisations set pictures_until = pictures_until + interval '12 months' where id = ${customisationId}`;
    return ok(null);
  });
}
