import { createHmac, timingSafeEqual } from "node:crypto";
import { randomCode } from "#backend/auth/codes/one-time.server.ts";
import type { AuthContext } from "#backend/auth/context.server.ts";
import { AuthError } from "#backend/auth/errors.ts";
import { limitMailTo, limitMessagesOf } from "#backend/auth/mail/mail-limit.server.ts";
import { queueSms } from "#backend/auth/mail/send-sms.server.ts";
import type { UserRow } from "#backend/auth/users/users.server.ts";
import { asShop, inTransaction, type Sql } from "#db/client.server.ts";
import type { FactorRow } from "./factor-row.ts";

/**
 * Sends a code to the number of a phone factor.
 * @returns the challenge's id and expiry in Unix seconds
 * @throws AuthError 429 `over_sms_send_rate_limit`
 */
export async function challengePhone(
  context: AuthContext,
  user: UserRow,
  factor: FactorRow,
  ip: string,
): Promise<{ id: string; expires_at: number }> {
  const phone = factor.phone ?? "";
  await limitMailTo(context, phone, "sign-in", "phone");
  await limitMessagesOf(context, user.id);
  const code = randomCode(context);
  return inTransaction(async (sql) => {
    await sql`update auth.mfa_factors set last_challenged_at = now() where id = ${factor.id}`;
    // Only the newest code is valid.
    await sql`delete from auth.mfa_challenges where factor_id = ${factor.id} and verified_at is null`;
    const [row] = await sql<{ id: string; expires_at: number }[]>`
      insert into auth.mfa_challenges (factor_id, ip_address, code_hash)
      values (${factor.id}, ${ip}, ${hashPhoneCode(context, factor.id, code)})
      returning id,
        extract(epoch from created_at + ${context.settings.smsCodeLife} * interval '1 second')::int as expires_at`;
    if (!row) throw new Error("no challenge row");
    await queueSms(sql, context, user, phone, code);
    return row;
  });
}

/** Whether the digits match the challenge's; the caller uses up a correct code. */
export async function isPhoneCode(
  sql: Sql,
  context: AuthContext,
  factor: FactorRow,
  challengeId: string,
  code: string,
): Promise<boolean> {
  const [row] = await sql<{ code_hash: string | null }[]>`
    select code_hash from auth.mfa_challenges
    where id = ${challengeId} and factor_id = ${factor.id}
      and created_at > now() - ${context.settings.smsCodeLife} * interval '1 second'`;
  if (!row?.code_hash) return false;
  const shown = hashPhoneCode(context, factor.id, code);
  return timingSafeEqual(Buffer.from(shown), Buffer.from(row.code_hash));
}

/**
 * Refuses a number that is already a verified factor of the person.
 * @throws AuthError 422
 */
export async function refuseSameNumber(userId: string, phone: string): Promise<void> {
  const [same] = await asShop()`
    select 1 from auth.mfa_factors
    where user_id = ${userId} and factor_type = 'phone' and phone = ${phone} and status = 'verified'`;
  if (!same) return;
  throw new AuthError(
    422,
    "mfa_verified_factor_exists",
    "A verified phone factor already exists, unenroll the existing factor to continue",
  );
}

function hashPhoneCode(context: AuthContext, factorId: string, code: string): string {
  return createHmac("sha256", context.keys.pepperKey)
    .update(`factor:${factorId}:${code}`)
    .digest("hex");
}
