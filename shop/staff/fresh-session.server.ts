import type { Sql } from "#db/client.server.ts";
import type { Person } from "#shop/kernel/access.ts";

/** Whether the actor has reauthenticated in this session within the last ten minutes. */
export async function isFresh(sql: Sql, actor: Person): Promise<boolean> {
  const { session_id } = actor.claims;
  if (typeof session_id !== "string") return false;
  const [row] = await sql<{ fresh: boolean }[]>`
    select private.is_fresh_session(${session_id}, ${actor.id}) as fresh`;
  return row?.fresh === true;
}
