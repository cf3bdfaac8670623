import type { Context } from "hono";
import { decodeJwt } from "jose";
import type { Sql } from "#db/client.server.ts";
import type { UserRow } from "../accounts/users.server.ts";
import type { AuthContext } from "../context.server.ts";
import { AuthError } from "../errors.ts";
import { readCookie, sessionCookieName } from "../sessions/session-cookie.ts";
import { linkIdentity } from "./external-account.server.ts";
import type { ExternalIdentity } from "./provider.server.ts";

/** Who asked to add an identity, and in which session. */
export interface LinkRequest {
  readonly userId: string;
  readonly sessionId: string;
}

/** A link that waits for whoever holds the proof key (PKCE) to exchange the code. */
export interface PendingLink extends LinkRequest {
  readonly identity: ExternalIdentity;
}

/**
 * Joins an identity to the account whose session asked for it, as long as that session lasts.
 * @throws AuthError 403 `session_not_found`, 422 `identity_already_exists`
 */
export async function finishLink(
  sql: Sql,
  { userId, sessionId }: LinkRequest,
  identity: ExternalIdentity,
): Promise<UserRow> {
  const [session] = await sql`
    select 1 from auth.sessions
    where id = ${sessionId} and user_id = ${userId} and (not_after is null or not_after > now())`;
  if (!session) throw sessionEnded();
  return linkIdentity(sql, userId, identity);
}

/**
 * Refuses a link where the browser's session cookie belongs to somebody else by now. A client that stores its session
 * elsewhere has no such cookie. The cookie only refuses here, so its signature does not matter.
 * @throws AuthError 403 `session_not_found`
 */
export function refuseForeignSession(context: AuthContext, c: Context, userId: string): void {
  const cookie = readCookie(c.req.header("cookie") ?? null, sessionCookieName(context.publicUrl));
  if (cookie && subjectOf(cookie.accessToken) !== userId) throw sessionEnded();
}

function subjectOf(token: string): string | undefined {
  try {
    return decodeJwt(token).sub;
  } catch {
    // No token at all: nobody's session.
    return undefined;
  }
}

function sessionEnded(): AuthError {
  return new AuthError(
    403,
    "session_not_found",
    "The session that asked to link this identity has ended",
  );
}
