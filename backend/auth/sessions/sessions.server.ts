import { createHash, createHmac, randomBytes } from "node:crypto";
import { noteAction } from "#backend/auth/audit.server.ts";
import { rememberNetwork } from "#backend/auth/codes/guesses.server.ts";
import type { AuthContext } from "#backend/auth/context.server.ts";
import { AuthError } from "#backend/auth/errors.ts";
import {
  type FactorRow,
  factorJson,
  findUser,
  type IdentityRow,
  identityJson,
  isBanned,
  shapeUser,
  type UserJson,
  type UserRow,
  userJson,
} from "#backend/auth/users/users.server.ts";
import {
  type AccessClaims,
  issuerOf,
  signAccessToken,
} from "#backend/gateway/access-token.server.ts";
import { dateNow, timeNow } from "#base/clock.ts";
import { inTransaction, type Sql, sqlState } from "#db/client.server.ts";
import { batchRefresh } from "./batch-refreshes.server.ts";

/** The answer of a sign-in. Source of the shape: GoTrue's `AccessTokenResponse`. */
export interface SessionJson {
  access_token: string;
  token_type: "bearer";
  /** Seconds. */
  expires_in: number;
  /** Unix seconds. */
  expires_at: number;
  refresh_token: string;
  user: UserJson;
  /** Tokens of the identity provider; returned only once. */
  provider_token?: string;
  provider_refresh_token?: string;
  weak_password?: { message: string; reasons: readonly string[] };
}

export interface SessionRow {
  id: string;
  user_id: string;
  aal: "aal1" | "aal2";
  not_after: Date | null;
}

export interface SessionOrigin {
  readonly ip: string;
  readonly userAgent: string | undefined;
}

/**
 * @param method the sign-in method: `password`, `otp`, `recovery`, …
 * @param isProven whether the sign-in counts as a reauthentication: it used a mailed code or link for choosing a password
 */
export async function startSession(
  sql: Sql,
  context: AuthContext,
  user: UserRow,
  method: string,
  origin: SessionOrigin,
  isProven = false,
): Promise<SessionJson> {
  const [session] = await sql<SessionRow[]>`
    insert into auth.sessions (user_id, ip, user_agent, reauthenticated_at)
    values (${user.id}, ${origin.ip}, ${origin.userAgent?.slice(0, 500) ?? null},
            case when ${isProven} then now() end) returning *`;
  if (!session) throw new Error("no session row");
  await sql`
    insert into auth.mfa_amr_claims (session_id, authentication_method) values (${session.id}, ${method})`;
  const token = randomBytes(32).toString("base64url");
  await addToken(sql, session, token, null);
  await sql`update auth.users set last_sign_in_at = now() where id = ${user.id}`;
  await rememberNetwork(sql, context, user, origin.ip);
  await noteAction(sql, "login", { userId: user.id, ip: origin.ip, traits: { method } });
  return sessionJson(sql, context, { ...user, last_sign_in_at: dateNow() }, session, token);
}

/** A new access token with a refresh token of the session. */
export async function sessionJson(
  sql: Sql,
  context: AuthContext,
  user: UserRow,
  session: SessionRow,
  refreshToken: string,
): Promise<SessionJson> {
  const [amr, json] = await Promise.all([
    sql<AmrEntry[]>`
      select authentication_method as method, extract(epoch from updated_at)::int as timestamp
      from auth.mfa_amr_claims where session_id = ${session.id} order by updated_at desc, method`,
    userJson(sql, user),
  ]);
  return shapeSession(context, user, session, refreshToken, amr, json);
}

interface AmrEntry {
  readonly method: string;
  readonly timestamp: number;
}

async function shapeSession(
  context: AuthContext,
  user: UserRow,
  session: SessionRow,
  refreshToken: string,
  amr: readonly AmrEntry[],
  json: UserJson,
): Promise<SessionJson> {
  const now = Math.floor(timeNow() / 1000);
  const claims: AccessClaims = {
    iss: issuerOf(context.publicUrl),
    sub: user.id,
    aud: "authenticated",
    exp: now + context.settings.accessTokenLife,
    iat: now,
    email: user.email ?? "",
    phone: user.phone ?? "",
    app_metadata: user.raw_app_meta_data,
    user_metadata: user.raw_user_meta_data,
    role: "authenticated",
    aal: session.aal,
    amr: amr.map(({ method, timestamp }) => ({ method, timestamp })),
    session_id: session.id,
    is_anonymous: user.is_anonymous,
  };
  return {
    access_token: await signAccessToken(context.keys, claims),
    token_type: "bearer",
    expires_in: context.settings.accessTokenLife,
    expires_at: claims.exp,
    refresh_token: refreshToken,
    user: json,
  };
}

/**
 * Exchanges a refresh token. Every child is derived from its parent and our pepper. Parallel requests with
 * one token, and a client that lost the answer, therefore get the same child although only hashes are stored.
 * @throws AuthError 400 `refresh_token_not_found` | `refresh_token_already_used` | `session_expired` |
 * `user_banned`, 409 `conflict`
 */
export async function refreshSession(context: AuthContext, token: string): Promise<SessionJson> {
  let outcome: SessionJson | AuthError;
  try {
    const usual = await refreshAtOnce(context, token);
    if (usual) return usual;
    outcome = await inTransaction((sql) => rotate(sql, context, token));
  } catch (error) {
    if (sqlState(error) !== "55P03") throw error;
    throw new AuthError(
      409,
      "conflict",
      "Too many concurrent token refresh requests on the same session",
    );
  }
  // Thrown after the commit, because a replay's revocation must be stored.
  if (outcome instanceof AuthError) throw outcome;
  return outcome;
}

interface Refreshed {
  session: SessionRow;
  user: UserRow;
  amr: AmrEntry[];
  identities: IdentityRow[];
  factors: FactorRow[];
}

/**
 * The common case of a live token, in one batched round trip.
 * @returns undefined when the token is not live
 */
async function refreshAtOnce(
  context: AuthContext,
  token: string,
): Promise<SessionJson | undefined> {
  const child = derive(context, token);
  const refreshed = await batchRefresh({ shown: hashToken(token), child: hashToken(child) });
  if (refreshed === undefined) return undefined;
  const read = JSON.parse(refreshed) as Refreshed;
  const user = withDates(read.user);
  const identities = read.identities.map((each) => identityJson(withDates(each)));
  const factors = read.factors.map((each) => factorJson(withDates(each)));
  const json = shapeUser(user, identities, factors);
  return shapeSession(context, user, withDates(read.session), child, read.amr, json);
}

/** PostgreSQL's JSON has dates as text. Converts the row's own columns only; metadata stays unchanged. */
function withDates<T extends object>(row: T): T {
  const moments = Object.entries(row)
    .filter(([name, value]) => typeof value === "string" && /_(at|until|after)$/.test(name))
    .map(([name, value]) => [name, new Date(value)]);
  return { ...row, ...Object.fromEntries(moments) };
}

async function rotate(
  sql: Sql,
  context: AuthContext,
  token: string,
): Promise<SessionJson | AuthError> {
  const hash = hashToken(token);
  await sql`select set_config('lock_timeout', '5s', true)`;
  const [session] = await sql<SessionRow[]>`
    select s.* from auth.sessions s
    where s.id = (select t.session_id from auth.refresh_tokens t where t.token = ${hash})
    for update`;
  if (!session) return refused("refresh_token_not_found", "Refresh Token Not Found");
  const user = await findUser(sql, session.user_id);
  if (!user) return refused("refresh_token_not_found", "Refresh Token Not Found");
  if (isBanned(user))
    return new AuthError(400, "user_banned", "Invalid Refresh Token: User Banned");
  const [row] = await sql<{ revoked: boolean; is_recent: boolean }[]>`
    select revoked, updated_at > now() - ${context.settings.reuseInterval} * interval '1 second' as is_recent
    from auth.refresh_tokens where token = ${hash}`;
  const [active] = await sql<{ token: string; parent: string | null }[]>`
    select token, parent from auth.refresh_tokens where session_id = ${session.id} and not revoked`;
  if (!row || !active || (session.not_after && session.not_after.getTime() <= timeNow())) {
    return active
      ? refused("session_expired", "Session Expired")
      : refused("refresh_token_already_used", "Already Used");
  }

  if (!row.revoked) {
    const child = derive(context, token);
    await revoke(sql, session.id);
    await addToken(sql, session, child, hash);
    await sql`update auth.sessions set refreshed_at = now(), updated_at = now() where id = ${session.id}`;
    return sessionJson(sql, context, user, session, child);
  }
  if (active.parent === hash || row.is_recent) {
    const current = descend(context, token, active.token);
    if (current) return sessionJson(sql, context, user, session, current);
    if (row.is_recent) return refused("refresh_token_already_used", "Already Used");
  }
  // A replay: the old token or its successor is stolen, so the whole session ends.
  await endSession(sql, session.id);
  await noteAction(sql, "token_revoked", { userId: user.id, traits: { reason: "replay" } });
  return refused("refresh_token_already_used", "Already Used");
}

/** Follows the chain from a used token to the live one. */
function descend(context: AuthContext, token: string, activeHash: string): string | undefined {
  let current = token;
  for (let step = 0; step < 20; step++) {
    current = derive(context, current);
    if (hashToken(current) === activeHash) return current;
  }
  return undefined;
}

function refused(code: string, text: string): AuthError {
  return new AuthError(400, code, `Invalid Refresh Token: ${text}`);
}

function derive(context: AuthContext, token: string): string {
  return createHmac("sha256", context.keys.pepperKey)
    .update(`refresh:${token}`)
    .digest("base64url");
}

function hashToken(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}

async function addToken(
  sql: Sql,
  session: SessionRow,
  token: string,
  parent: string | null,
): Promise<void> {
  await sql`
    insert into auth.refresh_tokens (token, parent, user_id, session_id)
    values (${hashToken(token)}, ${parent}, ${session.user_id}, ${session.id})`;
}

async function revoke(sql: Sql, sessionId: string): Promise<void> {
  await sql`
    update auth.refresh_tokens set revoked = true, updated_at = now()
    where session_id = ${sessionId} and not revoked`;
}

async function endSession(sql: Sql, sessionId: string): Promise<void> {
  await revoke(sql, sessionId);
  await sql`update auth.sessions set not_after = now(), updated_at = now() where id = ${sessionId}`;
}

/**
 * Starts a new token chain in the session, so that earlier refresh tokens do not get the session's new
 * rights.
 */
export async function replaceToken(sql: Sql, session: SessionRow): Promise<string> {
  await revoke(sql, session.id);
  const token = randomBytes(32).toString("base64url");
  await addToken(sql, session, token, null);
  return token;
}

/** Ends all sessions, this one, or all but this one. */
export async function endSessions(
  sql: Sql,
  userId: string,
  sessionId: string,
  scope: "global" | "local" | "others",
): Promise<void> {
  await sql`
    delete from auth.sessions where user_id = ${userId}
    ${scope === "local" ? sql`and id = ${sessionId}` : sql``}
    ${scope === "others" ? sql`and id <> ${sessionId}` : sql``}`;
}
