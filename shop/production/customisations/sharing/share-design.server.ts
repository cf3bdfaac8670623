import { fail, ok, type Result } from "#base/result.ts";
import { inTransaction } from "#db/client.server.ts";
import { countRequest } from "#db/rate-limit.server.ts";
import type { Person } from "#shop/kernel/access.ts";
import { hashOfShareToken, shareToken } from "./share-token.server.ts";

const sharesPerAccount = { limit: 60, windowSeconds: 3600 };

export type ShareProblem =
  | "design_not_found"
  | "too_many_requests"
  /** Its link was reported, and staff have not let it be shown. */
  | "design_reported";

/**
 * Shows an own design to whoever has its link, as it is now. A design has one link: asking again changes nothing until it is
 * revoked.
 * @param id idempotency key, chosen by the form
 */
export async function shareDesign(
  actor: Person,
  designId: string,
  { id, with_pictures }: { id: string; with_pictures: boolean },
): Promise<Result<null, ShareProblem>> {
  if ((await countRequest(`shares:${actor.id}`, sharesPerAccount)) > 0) {
    return fail("too_many_requests");
  }
  return inTransaction(async (sql) => {
    const [design] = await sql<{ id: string }[]>`
      select id from designs
      where id = ${designId} and customer_id = ${actor.id} and display is not null and product_id is not null
      for no key update`;
    if (!design) return fail("design_not_found");
    const [known] = await sql<{ is_reported: boolean; is_open: boolean }[]>`
      select bool_or(state in ('reported', 'removed')) as is_reported, bool_or(revoked_at is null) as is_open
      from shared_designs where design_id = ${designId}`;
    if (known?.is_reported) return fail("design_reported");
    if (known?.is_open) return ok(null);
    const token_hash = hashOfShareToken(shareToken(id)) ?? "";
    const stored = await sql`
      insert into shared_designs (id, customer_id, design_id, product_id, variant_id, token_hash, name, document, display, with_pictures)
      select ${id}, customer_id, id, product_id, variant_id, ${token_hash}, name, document, display, ${with_pictures}
      from designs where id = ${designId}
      on conflict (id) do nothing returning id`;
    // The key of a link that was revoked, or another's.
    return stored.length > 0 ? ok(null) : fail("design_not_found");
  });
}

/** Ends the link of an own design at once. Repeating it changes nothing. */
export async function revokeShare(
  actor: Person,
  designId: string,
): Promise<Result<null, "design_not_found">> {
  return inTransaction(async (sql) => {
    const [design] = await sql`
      select id from designs where id = ${designId} and customer_id = ${actor.id}`;
    if (!design) return fail("design_not_found");
    await sql`
      update shared_designs set revoked_at = now() where design_id = ${designId} and revoked_at is null`;
    return ok(null);
  });
}
