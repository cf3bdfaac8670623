import { asShop } from "#db/client.server.ts";
import type { Person } from "#shop/kernel/access.ts";

/** A session of a person, with its browser. */
export interface OwnSession {
  readonly id: string;
  readonly user_agent: string;
  /** ISO 8601 */
  readonly last_used_at: string;
  readonly is_current: boolean;
}

/** The actor's sessions, the current one first. */
export async function listSessions(actor: Person): Promise<OwnSession[]> {
  const rows = await asShop()<(Omit<OwnSession, "last_used_at"> & { last_used_at: Date })[]>`
    select id, coalesce(user_agent, '') as user_agent, coalesce(refreshed_at, created_at) as last_used_at,
      id = ${sessionOf(actor)} as is_current
    from auth.sessions
    where user_id = ${actor.id} and (not_after is null or not_after > now())
    order by is_current desc, last_used_at desc limit 50`;
  return rows.map((row) => ({ ...row, last_used_at: row.last_used_at.toISOString() }));
}

/** Ends one other session. Another person's session is not affected. */
export async function endSession(actor: Person, id: string): Promise<void> {
  await asShop()`
    delete from auth.sessions
    where id = ${id} and user_id = ${actor.id} and id is distinct from ${sessionOf(actor)}`;
}

/** Ends all sessions except the current one. */
export async function endOtherSessions(actor: Person): Promise<void> {
  await asShop()`
    delete from auth.sessions
    where user_id = ${actor.id} and id is distinct from ${sessionOf(actor)}`;
}

function sessionOf(actor: Person): string | null {
  const { session_id } = actor.claims;
  return typeof session_id === "string" ? session_id : null;
}
