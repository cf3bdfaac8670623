import { asShop } from "#db/client.server.ts";
import type { Person } from "#shop/kernel/access.ts";

/**
 * A member of staff opened or did something in the back office, so their session goes on. Without it the session ends after
 * `staff_policy.idle_minutes`; after `session_hours` it ends in any case.
 */
export async function extendSession({ id, claims: { session_id } }: Person): Promise<void> {
  if (typeof session_id !== "string") return;
  await asShop()`select private.extend_staff_session(${session_id}, ${id})`;
}
