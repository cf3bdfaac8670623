import type { Context } from "hono";
import { noteAction } from "#backend/auth/audit.server.ts";
import { countMiss, lockAttempts, resetMisses } from "#backend/auth/codes/one-time.server.ts";
import { type AuthContext, limitRequests } from "#backend/auth/context.server.ts";
import { AuthError } from "#backend/auth/errors.ts";
import { textField } from "#backend/auth/input.ts";
import { sendNotice } from "#backend/auth/mail/send-notice.server.ts";
import { requireUser, type SignedIn, sessionResponse } from "#backend/auth/request.server.ts";
import {
  replaceToken,
  type SessionJson,
  type SessionRow,
  sessionJson,
} from "#backend/auth/sessions/sessions.server.ts";
import { readJsonObject } from "#backend/gateway/body.server.ts";
import { isUuid } from "#base/uuid.ts";
import { inTransaction, type Sql } from "#db/client.server.ts";
import type { FactorRow } from "./factor-row.ts";
import { findFactor } from "./factors.server.ts";
import { isPhoneCode } from "./phone-factor.server.ts";
import { requireAal2ForNewFactor } from "./second-factor.server.ts";
import { stepOf, unseal } from "./totp.ts";

interface ChallengeRow {
  id: string;
  ip_address: string;
  verified_at: Date | null;
  is_expired: boolean;
}

/**
 * POST /factors/{id}/verify: a correct code raises the session to aal2. Failed attempts are counted by
 * person.
 */
export async function verifyFactor(context: AuthContext, c: Context): Promise<Response> {
  await limitRequests(context, c, "factor");
  const signedIn = await requireUser(context, c);
  const body = await readJsonObject(c.req.raw);
  const challengeId = textField(body, "challenge_id");
  const code = textField(body, "code").trim();
  const ip = context.clientIp(c);
  const outcome = await inTransaction(async (sql): Promise<SessionJson | AuthError> => {
    // Locks the person's row, so that no enrolment of another session is missed below.
    await sql`select 1 from auth.users where id = ${signedIn.user.id} for update`;
    const factor = await findFactor(sql, signedIn.user.id, c);
    await requireAal2ForNewFactor(sql, signedIn, factor);
    const kind = factor.factor_type === "phone" ? "phone" : "totp";
    await lockAttempts(sql, signedIn.user.id, kind);
    const refusal = await checkChallenge(sql, factor, challengeId, ip);
    if (refusal) return refusal;
    const proof =
      kind === "phone"
        ? (await isPhoneCode(sql, context, factor, challengeId, code)) && { step: null }
        : await totpProof(sql, context, factor, code);
    if (!proof) {
      await countMiss(sql, context, signedIn.user.id, kind);
      const text =
        kind === "phone" ? "Invalid MFA Phone code entered" : "Invalid TOTP code entered";
      return new AuthError(422, "mfa_verification_failed", text);
    }
    await resetMisses(sql, signedIn.user.id, kind);
    await sql`update auth.mfa_challenges set verified_at = now() where id = ${challengeId}`;
    return raiseSession(sql, context, signedIn, factor, proof.step);
  });
  // Thrown after the commit, so that the failed attempt is counted.
  if (outcome instanceof AuthError) throw outcome;
  return sessionResponse(c, outcome, signedIn.session.id);
}

/** @returns the code's step; false when the code is wrong or used */
async function totpProof(
  sql: Sql,
  context: AuthContext,
  factor: FactorRow,
  code: string,
): Promise<{ step: number } | false> {
  const secret = unseal(context.keys.pepper, factor.secret ?? "");
  // Read again under the lock: of two concurrent uses of one code only one succeeds.
  const [current] = await sql<{ last_used_step: number | null }[]>`
    select last_used_step from auth.mfa_factors where id = ${factor.id} for update`;
  const step = stepOf(secret, code, current?.last_used_step ?? null);
  return step === undefined ? false : { step };
}

async function checkChallenge(
  sql: Sql,
  factor: FactorRow,
  challengeId: string,
  ip: string,
): Promise<AuthError | undefined> {
  const [challenge] = isUuid(challengeId)
    ? await sql<ChallengeRow[]>`
        select *, created_at < now() - interval '5 minutes' as is_expired
        from auth.mfa_challenges where id = ${challengeId} and factor_id = ${factor.id} for update`
    : [];
  if (!challenge) {
    return new AuthError(
      422,
      "mfa_factor_not_found",
      "MFA factor with the provided challenge ID not found",
    );
  }
  if (challenge.verified_at || challenge.ip_address !== ip) {
    return new AuthError(
      422,
      "mfa_ip_address_mismatch",
      "Challenge and verify IP addresses mismatch.",
    );
  }
  if (!challenge.is_expired) return undefined;
  await sql`delete from auth.mfa_challenges where id = ${challenge.id}`;
  return new AuthError(
    422,
    "mfa_challenge_expired",
    `MFA challenge ${challenge.id} has expired, verify against another challenge or create a new challenge.`,
  );
}

/**
 * From now on the person needs the factor: sessions without it end, enrolments that are not verified end, and this session's
 * older tokens become invalid.
 */
async function raiseSession(
  sql: Sql,
  context: AuthContext,
  { user, session }: SignedIn,
  factor: FactorRow,
  step: number | null,
): Promise<SessionJson> {
  await sql`
    update auth.mfa_factors set status = 'verified', last_used_step = coalesce(${step}, last_used_step) where id = ${factor.id}`;
  await sql`
    delete from auth.mfa_factors
    where user_id = ${user.id} and status = 'unverified'`;
  if (factor.status !== "verified") await sendNotice(sql, context, user, "factor_added", {});
  const [raised] = await sql<SessionRow[]>`
    update auth.sessions set aal = 'aal2', factor_id = ${factor.id}, updated_at = now()
    where id = ${session.id} returning *`;
  if (!raised)
    throw new AuthError(
      403,
      "session_not_found",
      "Session from session_id claim in JWT does not exist",
    );
  await sql`
    insert into auth.mfa_amr_claims (session_id, authentication_method) values (${session.id}, ${factor.factor_type === "phone" ? "mfa/phone" : "totp"})
    on conflict (session_id, authentication_method) do update set updated_at = now()`;
  await sql`
    delete from auth.sessions where user_id = ${user.id} and id <> ${session.id} and aal = 'aal1'`;
  await noteAction(sql, "factor_verified", { userId: user.id, traits: { factor_id: factor.id } });
  const token = await replaceToken(sql, raised);
  return sessionJson(sql, context, user, raised, token);
}
