import type { Context } from "hono";
import { decodeJwt } from "jose";
import type { UserRow } from "#backend/auth/users/users.server.ts";
import type { Sql } from "#db/client.server.ts";
import type { AuthContext } from "../context.server.ts";
import { AuthError } from "../errors.ts";
import { readCookie, sessionCookieName } from "../sessions/session-cookie.ts";
import { linkIdentity } from "./external-account.server.ts";
import type { ExternalIdentity } from "./provider.server.ts";

/** The person who adds an identity, and the session of the request. */
export interface LinkRequest {
  readonly userId: string;
  readonly sessionId: string;
}

/** A link that is pending until the holder of the proof key (PKCE) exchanges the code. */
export interface PendingLink extends LinkRequest {
  readonly identity: ExternalIdentity;
}

/**
 * Adds an identity to the account of the requesting session, if that session still exists.
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
 * Refuses a link when the browser's session cookie now belongs to another person. A client that stores its
 * session elsewhere has no such cookie. The cookie is used only to refuse, so its signature need not be
 * checked.
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
    // Not a token, so it has no owner.
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
