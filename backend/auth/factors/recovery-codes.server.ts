import { createHmac, randomInt } from "node:crypto";
import type { Context } from "hono";
import { noteAction } from "#backend/auth/audit.server.ts";
import { countMiss, lockAttempts, resetMisses } from "#backend/auth/codes/one-time.server.ts";
import { type AuthContext, limitRequests } from "#backend/auth/context.server.ts";
import { AuthError, invalid } from "#backend/auth/errors.ts";
import { textField } from "#backend/auth/input.ts";
import { sendNotice } from "#backend/auth/mail/send-notice.server.ts";
import { requireProof } from "#backend/auth/reauthenticate.server.ts";
import { requireUser, type SignedIn, sessionResponse } from "#backend/auth/request.server.ts";
import {
  replaceToken,
  type SessionJson,
  type SessionRow,
  sessionJson,
} from "#backend/auth/sessions/sessions.server.ts";
import { readJsonObject } from "#backend/gateway/body.server.ts";
import { inTransaction, type Sql } from "#db/client.server.ts";

/** Without letters and digits that look alike on paper. 32 characters: five bits each. */
const signs = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
const codeCount = 10;

/**
 * POST /recovery-codes: ten new codes, returned only once; older ones become invalid. Not an endpoint of
 * GoTrue's.
 */
export async function makeRecoveryCodes(context: AuthContext, c: Context): Promise<Response> {
  const signedIn = await requireAal2(context, c);
  const { codes } = await inTransaction((sql) => replaceCodes(sql, context, c, signedIn));
  c.header("Cache-Control", "no-store");
  return c.json({ codes });
}

/** @throws AuthError 403 `insufficient_aal` */
export async function requireAal2(context: AuthContext, c: Context): Promise<SignedIn> {
  const signedIn = await requireUser(context, c);
  if (signedIn.session.aal !== "aal2") {
    throw new AuthError(403, "insufficient_aal", "AAL2 required to make recovery codes");
  }
  return signedIn;
}

/** A person's set of codes; the oldest row's id is the set's id. */
export async function setOf(
  sql: Sql,
  userId: string,
): Promise<{ id: string; total: number; remaining: number } | undefined> {
  const [set] = await sql<{ id: string | null; total: number; remaining: number }[]>`
    select min(id::text) as id, count(*)::int as total,
      (count(*) filter (where used_at is null))::int as remaining
    from auth.recovery_codes where user_id = ${userId}`;
  return set?.id ? { ...set, id: set.id } : undefined;
}

/**
 * Existing codes are replaced in a reauthenticated session only.
 * @param sql a transaction
 * @throws AuthError 400 `reauthentication_needed`, 422 `mfa_factor_not_found` without a second factor
 */
export async function replaceCodes(
  sql: Sql,
  context: AuthContext,
  c: Context,
  signedIn: SignedIn,
): Promise<{ id: string; codes: readonly string[] }> {
  const userId = signedIn.user.id;
  const codes = Array.from({ length: codeCount }, newCode);
  // Locks the person's row: of concurrent requests the later one's codes are valid, all of them.
  await sql`select 1 from auth.users where id = ${userId} for update`;
  const [factor] = await sql`
    select 1 from auth.mfa_factors where user_id = ${userId} and status = 'verified' limit 1`;
  if (!factor) throw new AuthError(422, "mfa_factor_not_found", "No verified factor");
  if (await setOf(sql, userId)) await requireProof(signedIn, sql);
  await sql`delete from auth.recovery_codes where user_id = ${userId}`;
  const rows = codes.map((code) => ({
    user_id: userId,
    code_hash: hashOf(context, userId, code),
  }));
  await sql`insert into auth.recovery_codes ${sql(rows)}`;
  await noteAction(sql, "recovery_codes_made", { userId, ip: context.clientIp(c) });
  const set = await setOf(sql, userId);
  return { id: set?.id ?? "", codes };
}

/**
 * POST /recovery-codes/verify and /factors/recovery-codes/verify: one single-use code in place of a second
 * factor. The owner gets a notice by mail.
 */
export async function verifyRecoveryCode(context: AuthContext, c: Context): Promise<Response> {
  await limitRequests(context, c, "factor");
  const signedIn = await requireUser(context, c);
  const code = textField(await readJsonObject(c.req.raw), "code");
  if (code.trim() === "") throw invalid("code is required");
  const { user } = signedIn;
  const outcome = await inTransaction(async (sql): Promise<SessionJson | AuthError> => {
    await lockAttempts(sql, user.id, "recovery");
    const [used] = await sql<{ left: number }[]>`
      update auth.recovery_codes set used_at = now()
      where user_id = ${user.id} and code_hash = ${hashOf(context, user.id, code)} and used_at is null
      returning (
        select count(*)::int - 1 from auth.recovery_codes
        where user_id = ${user.id} and used_at is null) as left`;
    if (!used) {
      await countMiss(sql, context, user.id, "recovery");
      return new AuthError(422, "recovery_code_invalid", "Recovery code is wrong or was used");
    }
    await resetMisses(sql, user.id, "recovery");
    const session = await raiseSession(sql, context, signedIn);
    if (session instanceof AuthError) return session;
    await noteAction(sql, "recovery_code_used", { userId: user.id, ip: context.clientIp(c) });
    await sendNotice(sql, context, user, "recovery_code_used", { left: String(used.left) });
    return session;
  });
  // Thrown after the commit, so that the failed attempt is counted.
  if (outcome instanceof AuthError) throw outcome;
  return sessionResponse(c, outcome, signedIn.session.id);
}

/**
 * As with a second factor, but other sessions stay: a person who lost a phone may still be signed in
 * elsewhere.
 */
async function raiseSession(
  sql: Sql,
  context: AuthContext,
  { user, session }: SignedIn,
): Promise<SessionJson | AuthError> {
  const [raised] = await sql<SessionRow[]>`
    update auth.sessions set aal = 'aal2', updated_at = now() where id = ${session.id} returning *`;
  if (!raised) {
    return new AuthError(
      403,
      "session_not_found",
      "Session from session_id claim in JWT does not exist",
    );
  }
  await sql`
    insert into auth.mfa_amr_claims (session_id, authentication_method)
    values (${session.id}, 'recovery_code')
    on conflict (session_id, authentication_method) do update set updated_at = now()`;
  const token = await replaceToken(sql, raised);
  return sessionJson(sql, context, user, raised, token);
}

/** Fifty bits, in two groups that are easy to copy from paper. */
function newCode(): string {
  const part = () => Array.from({ length: 5 }, () => signs[randomInt(signs.length)]).join("");
  return `${part()}-${part()}`;
}

/** Ignores dashes and case. */
function hashOf(context: AuthContext, userId: string, code: string): string {
  const plain = code.toUpperCase().replace(/[^A-Z0-9]/g, "");
  return createHmac("sha256", context.keys.pepperKey)
    .update(`recovery:${userId}:${plain}`)
    .digest("hex");
}
