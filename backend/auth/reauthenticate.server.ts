import type { Context } from "hono";
import { noteAction } from "#backend/auth/audit.server.ts";
import {
  countMiss,
  lockAttempts,
  makeSecret,
  resetMisses,
  takeCode,
} from "#backend/auth/codes/one-time.server.ts";
import { type AuthContext, limitRequests, networkOf } from "#backend/auth/context.server.ts";
import { AuthError, invalid } from "#backend/auth/errors.ts";
import { requireSecondFactor } from "#backend/auth/factors/second-factor.server.ts";
import { textField } from "#backend/auth/input.ts";
import { checkMailInterval } from "#backend/auth/mail/mail-limit.server.ts";
import { sendAuthMail } from "#backend/auth/mail/send-mail.server.ts";
import { sendSmsCode } from "#backend/auth/mail/send-sms.server.ts";
import { requireUser, type SignedIn } from "#backend/auth/request.server.ts";
import { isPassword } from "#backend/auth/users/passwords.server.ts";
import { findUser, type UserRow } from "#backend/auth/users/users.server.ts";
import { readJsonObject } from "#backend/gateway/body.server.ts";
import { asShop, inTransaction, type Sql } from "#db/client.server.ts";

/** GET /reauthenticate: mails a six-digit code that authorises a change of password or address. */
export async function reauthenticate(context: AuthContext, c: Context): Promise<Response> {
  const { user } = await requireUser(context, c);
  if (!user.email && !user.phone) {
    const text = "Reauthentication requires the user to have an email or a phone number";
    throw new AuthError(422, "validation_failed", text);
  }
  await limitRequests(context, c, "mail");
  const number = user.phone_confirmed_at ? user.phone : null;
  if (!user.email && number) {
    await sendCodeBySms(context, user, number);
    return c.json({});
  }
  if (!user.email) {
    throw new AuthError(422, "phone_not_confirmed", "Please verify your phone first.");
  }
  if (!user.email_confirmed_at) {
    throw new AuthError(422, "email_not_confirmed", "Please verify your email first.");
  }
  const email = user.email;
  await inTransaction(async (sql) => {
    // Of concurrent requests only the first one passes the interval.
    const current = await findUser(sql, user.id, "lock");
    checkMailInterval(context, current?.reauthentication_sent_at ?? null);
    const type = "reauthentication_token";
    const secret = await makeSecret(sql, context, { userId: user.id, type, address: email });
    const { publicUrl } = context;
    const mail = {
      kind: "reauthentication",
      user,
      to: email,
      secret,
      redirectTo: publicUrl,
    } as const;
    await sendAuthMail(sql, context, mail);
    await sql`update auth.users set reauthentication_sent_at = now() where id = ${user.id}`;
  });
  return c.json({});
}

async function sendCodeBySms(context: AuthContext, user: UserRow, phone: string): Promise<void> {
  await inTransaction(async (sql) => {
    const current = await findUser(sql, user.id, "lock");
    checkMailInterval(context, current?.reauthentication_sent_at ?? null, "phone");
    await sendSmsCode(sql, context, user, phone, "reauthentication_token");
    await sql`update auth.users set reauthentication_sent_at = now() where id = ${user.id}`;
  });
}

/**
 * POST /reauthenticate: checks the password, or the code of GET, again. The session then counts as fresh for
 * some minutes (`private.is_fresh_session`). A person with a second factor must have used it just before too.
 * Not an endpoint of GoTrue's.
 */
export async function proveAgain(context: AuthContext, c: Context): Promise<Response> {
  await limitRequests(context, c, "factor");
  const signedIn = await requireUser(context, c);
  await requireSecondFactor(signedIn);
  const { user, session } = signedIn;
  const body = await readJsonObject(c.req.raw);
  const password = textField(body, "password");
  const nonce = textField(body, "nonce");
  if (Boolean(password) === Boolean(nonce)) throw invalid("Either a password or a nonce is needed");
  const isRight = password ? await isPassword(password, user.encrypted_password) : undefined;
  const refusal = await inTransaction(async (sql): Promise<AuthError | undefined> => {
    if (!(await isFactorFresh(sql, user.id, session.id))) {
      return new AuthError(403, "second_factor_needed", "Verify a second factor again first");
    }
    if (isRight === undefined) {
      const wrong = await checkNonce(sql, context, c, user, nonce);
      if (wrong) return wrong;
    } else {
      await lockAttempts(sql, user.id, "reauthentication");
      if (!isRight) {
        await countMiss(sql, context, user.id, "reauthentication");
        return new AuthError(400, "current_password_invalid", "Current password is not valid");
      }
      await resetMisses(sql, user.id, "reauthentication");
    }
    await sql`update auth.sessions set reauthenticated_at = now() where id = ${session.id}`;
    await noteAction(sql, "reauthenticated", { userId: user.id, ip: context.clientIp(c) });
    return undefined;
  });
  // Thrown after the commit, so that the failed attempt is counted.
  if (refusal) throw refusal;
  return c.json({});
}

/** Whether the session used its second factor in the last minutes, or the person has none. */
async function isFactorFresh(sql: Sql, userId: string, sessionId: string): Promise<boolean> {
  const [factor] = await sql`
    select 1 from auth.mfa_factors where user_id = ${userId} and status = 'verified' limit 1`;
  if (!factor) return true;
  const [fresh] = await sql`
    select 1 from auth.mfa_amr_claims
    where session_id = ${sessionId} and updated_at > now() - interval '10 minutes'
      and authentication_method in ('totp', 'mfa/phone', 'recovery_code') limit 1`;
  return fresh !== undefined;
}

/** @returns the error that the caller throws after the commit, so that the failed attempt is counted */
async function checkNonce(
  sql: Sql,
  context: AuthContext,
  c: Context,
  user: UserRow,
  nonce: string,
): Promise<AuthError | undefined> {
  const guess = {
    address: user.email || user.phone || "",
    network: networkOf(context.clientIp(c)),
    code: nonce,
  };
  const used = await takeCode(sql, context, guess, ["reauthentication_token"]);
  if (used) return undefined;
  return new AuthError(422, "reauthentication_not_valid", "Nonce has expired or is invalid");
}

/**
 * A change of a sign-in method requires what a stolen session lacks: the old password, a code that was sent to the person, or
 * one of them in this session in the last ten minutes.
 * @param proof.hasPassword whether the request had the correct old password
 * @returns the error that the caller throws after the commit
 */
export async function checkProof(
  sql: Sql,
  context: AuthContext,
  c: Context,
  { user, session }: SignedIn,
  proof: { readonly hasPassword: boolean; readonly nonce: string },
): Promise<AuthError | undefined> {
  if (proof.nonce) return checkNonce(sql, context, c, user, proof.nonce);
  if (proof.hasPassword || (await isFresh(sql, user.id, session.id))) return undefined;
  return proofMissing("Password update requires reauthentication");
}

/**
 * Adding or removing a sign-in method or a second factor requires a session that reauthenticated in the last ten minutes. Guests
 * are exempt: they have no sign-in method.
 * @throws AuthError 400 `reauthentication_needed`
 */
export async function requireProof({ user, session }: SignedIn, sql = asShop()): Promise<void> {
  if (user.is_anonymous || (await isFresh(sql, user.id, session.id))) return;
  throw proofMissing("A change of sign-in methods requires reauthentication");
}

/**
 * Adding a second factor requires a session that began or reauthenticated in the last ten minutes. Otherwise the holder of a
 * stolen session could lock the owner out. A new session suffices, because GoTrue's clients enrol a factor after the sign-in.
 * @throws AuthError 400 `reauthentication_needed`
 */
export async function requireRecentProof(sql: Sql, { user, session }: SignedIn): Promise<void> {
  const [recent] = await sql`
    select 1 from auth.sessions where id = ${session.id}
      and (created_at > now() - interval '10 minutes' or private.is_fresh_session(id, ${user.id}))`;
  if (!recent) throw proofMissing("Enrolling a second factor requires reauthentication");
}

async function isFresh(sql: Sql, userId: string, sessionId: string): Promise<boolean> {
  const [row] = await sql<{ fresh: boolean }[]>`
    select private.is_fresh_session(${sessionId}, ${userId}) as fresh`;
  return row?.fresh === true;
}

function proofMissing(text: string): AuthError {
  return new AuthError(400, "reauthentication_needed", text);
}
