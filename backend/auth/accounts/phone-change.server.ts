import { phoneExists } from "#backend/auth/admin-access.server.ts";
import {
  makeSecret,
  type OneTimeToken,
  type PendingSignUp,
  pendingOf,
} from "#backend/auth/codes/one-time.server.ts";
import type { AuthContext } from "#backend/auth/context.server.ts";
import { AuthError } from "#backend/auth/errors.ts";
import { sendNotice } from "#backend/auth/mail/send-notice.server.ts";
import { sendSmsCode } from "#backend/auth/mail/send-sms.server.ts";
import { findUserByContact, type UserRow } from "#backend/auth/users/users.server.ts";
import type { Sql } from "#db/client.server.ts";
import { passwordOf } from "./email-change.server.ts";

/**
 * Sends a code to the new number, which takes effect once the code is confirmed. The caller counts the message to the new
 * number for the rate limit.
 */
export async function requestPhoneChange(
  sql: Sql,
  context: AuthContext,
  user: UserRow,
  phone: string,
  pending?: PendingSignUp,
): Promise<UserRow> {
  await sendPhoneChangeCode(sql, context, user, phone, pending);
  const [changed] = await sql<UserRow[]>`
    update auth.users set phone_change = ${phone}, phone_change_sent_at = now()
    where id = ${user.id} returning *`;
  return changed ?? user;
}

/** A number that has an account gets no message, so the change cannot be confirmed; the answer is the same. */
export async function sendPhoneChangeCode(
  sql: Sql,
  context: AuthContext,
  user: UserRow,
  phone: string,
  pending: PendingSignUp | undefined,
): Promise<void> {
  const type = "phone_change_token";
  if (await isTaken(sql, phone)) {
    const life = context.settings.smsCodeLife;
    await makeSecret(sql, context, { userId: user.id, type, address: phone, life });
  } else await sendSmsCode(sql, context, user, phone, type, pending);
}

/** @throws AuthError 422 `phone_exists` when another account took the number meanwhile */
export async function acceptPhoneChange(
  sql: Sql,
  context: AuthContext,
  user: UserRow,
  used: OneTimeToken,
): Promise<UserRow | undefined> {
  const phone = user.phone_change;
  if (!phone) throw new AuthError(403, "otp_expired", "Token has expired or is invalid");
  if (await isTaken(sql, phone)) throw phoneExists();
  if (user.email_confirmed_at || user.phone_confirmed_at) {
    await sendNotice(sql, context, user, "phone_changed", { to: phone.slice(-3) });
  }
  const profile = sql.json({ sub: user.id, phone, phone_verified: true });
  await sql`
    insert into auth.identities (provider_id, user_id, identity_data, provider)
    values (${user.id}, ${user.id}, ${profile}, 'phone')
    on conflict on constraint identity_already_exists do update
      set identity_data = auth.identities.identity_data || excluded.identity_data`;
  const [changed] = await sql<UserRow[]>`
    update auth.users set encrypted_password = ${passwordOf(user, pendingOf(used))}, phone = ${phone}, phone_change = null, phone_confirmed_at = now(), is_anonymous = false,
      raw_app_meta_data = raw_app_meta_data || jsonb_build_object('providers',
        (select jsonb_agg(provider order by created_at) from auth.identities where user_id = ${user.id})),
      raw_user_meta_data = raw_user_meta_data || '{"phone_verified": true}'
    where id = ${user.id} returning *`;
  return changed;
}

async function isTaken(sql: Sql, phone: string): Promise<boolean> {
  return (await findUserByContact(sql, { kind: "phone", address: phone })) !== undefined;
}
