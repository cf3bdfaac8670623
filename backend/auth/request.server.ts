import type { Context } from "hono";
import { findUser, isBanned, type UserRow } from "#backend/auth/users/users.server.ts";
import type { AccessClaims } from "#backend/gateway/access-token.server.ts";
import { TokenError, verifyAccessToken } from "#backend/gateway/access-token.server.ts";
import { bearerOf, roleOfKey } from "#backend/gateway/caller.server.ts";
import { isUuid } from "#base/uuid.ts";
import { asShop } from "#db/client.server.ts";
import type { AuthContext } from "./context.server.ts";
import { AuthError } from "./errors.ts";
import { allowedRedirect } from "./redirect.ts";
import type { SessionJson, SessionOrigin, SessionRow } from "./sessions/sessions.server.ts";

export interface SignedIn {
  readonly user: UserRow;
  readonly session: SessionRow;
  readonly claims: AccessClaims;
}

/**
 * The person of the request's access token, whose session must still exist.
 * @throws AuthError 401 `no_authorization`, 403 `bad_jwt` | `user_not_found` | `session_not_found` |
 * `user_banned`
 */
export async function requireUser(context: AuthContext, c: Context): Promise<SignedIn> {
  const token = bearerOf(c.req.header("authorization"));
  if (!token) {
    throw new AuthError(401, "no_authorization", "This endpoint requires a valid Bearer token");
  }
  if ((await roleOfKey(context.keys, token)) !== undefined) {
    throw new AuthError(403, "bad_jwt", "invalid claim: missing sub claim");
  }
  const claims = await verifyAccessToken(context.keys, context.publicUrl, token).catch((error) => {
    if (error instanceof TokenError) throw new AuthError(403, "bad_jwt", error.message);
    throw error;
  });
  requireIds(claims);
  const sql = asShop();
  const [user, [session]] = await Promise.all([
    findUser(sql, claims.sub),
    sql<SessionRow[]>`
      select * from auth.sessions
      where id = ${claims.session_id} and user_id = ${claims.sub} and (not_after is null or not_after > now())`,
  ]);
  if (!user) throw userMissing();
  if (!session) throw sessionMissing();
  if (isBanned(user)) throw new AuthError(403, "user_banned", "User is banned");
  return { user, session, claims };
}

/**
 * The checks of `requireUser` in one statement, without the account's data.
 * @returns whether the person has a second factor
 * @throws AuthError 400 `bad_jwt`, 403 `user_not_found` | `session_not_found` | `user_banned`
 */
export async function requireSession(claims: AccessClaims): Promise<{ hasFactor: boolean }> {
  requireIds(claims);
  const [found] = await asShop()<
    { has_session: boolean; is_banned: boolean; has_factor: boolean }[]
  >`
    select coalesce(u.banned_until > now(), false) as is_banned,
      exists (
        select from auth.sessions s
        where s.id = ${claims.session_id} and s.user_id = u.id and (s.not_after is null or s.not_after > now())
      ) as has_session,
      exists (
        select from auth.mfa_factors f where f.user_id = u.id and f.status = 'verified'
      ) as has_factor
    from auth.users u where u.id = ${claims.sub} and u.deleted_at is null`;
  if (!found) throw userMissing();
  if (!found.has_session) throw sessionMissing();
  if (found.is_banned) throw new AuthError(403, "user_banned", "User is banned");
  return { hasFactor: found.has_factor };
}

function requireIds(claims: AccessClaims): void {
  if (isUuid(claims.sub) && isUuid(claims.session_id)) return;
  throw new AuthError(400, "bad_jwt", "invalid claim: sub claim must be a UUID");
}

function userMissing(): AuthError {
  return new AuthError(403, "user_not_found", "User from sub claim in JWT does not exist");
}

function sessionMissing(): AuthError {
  return new AuthError(
    403,
    "session_not_found",
    "Session from session_id claim in JWT does not exist",
  );
}

/** The redirect target of this request's mail link. Source: GoTrue `utilities.GetReferrer`. */
export function redirectOf(context: AuthContext, c: Context, given?: string): string {
  const requested = given ?? c.req.header("redirect_to") ?? c.req.query("redirect_to");
  return (
    allowedRedirect(context, requested) ??
    allowedRedirect(context, c.req.header("referer")) ??
    context.publicUrl
  );
}

export function sessionOriginOf(context: AuthContext, c: Context): SessionOrigin {
  return { ip: context.clientIp(c), userAgent: c.req.header("user-agent") };
}

/** A session answer names person and session in headers too, for the logs of proxies. */
export function sessionResponse(c: Context, session: SessionJson, sessionId?: string): Response {
  c.header("Cache-Control", "no-store");
  c.header("sb-auth-user-id", session.user.id);
  if (sessionId) c.header("sb-auth-session-id", sessionId);
  return c.json(session);
}
