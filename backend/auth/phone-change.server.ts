import type { Sql } from "#db/client.server.ts";
import { phoneExists } from "./admin-access.server.ts";
import type { AuthContext } from "./context.server.ts";
import { passwordOf } from "./email-change.server.ts";
import { AuthError } from "./errors.ts";
import { checkMailInterval } from "./mail-limit.server.ts";
import { type OneTimeToken, type PendingSignUp, pendingOf } from "./one-time.server.ts";
import { sendSmsCode } from "./send-sms.server.ts";
import { findUserByContact, type UserRow } from "./users.server.ts";

/** Sends a code to the new number; the number counts once the code came back. @throws AuthError 422 `phone_exists`, 429 */
export async function requestPhoneChange(
  sql: Sql,
  context: AuthContext,
  user: UserRow,
  phone: string,
  pending?: PendingSignUp,
): Promise<UserRow> {
  await refuseTaken(sql, phone);
  checkMailInterval(context, user.phone_change_sent_at, "phone");
  await sendSmsCode(sql, context, user, phone, "phone_change_token", pending);
  const [changed] = await sql<UserRow[]>`
    update auth.users set phone_change = ${phone}, phone_change_sent_at = now()
    where id = ${user.id} returning *`;
  return changed ?? user;
}

/** @throws AuthError 422 `phone_exists` when somebody took the number meanwhile */
export async function acceptPhoneChange(
  sql: Sql,
  user: UserRow,
  used: OneTimeToken,
): Promise<UserRow | undefined> {
  const phone = user.phone_change;
  if (!phone) throw new AuthError(403, "otp_expired", "Token has expired or is invalid");
  await refuseTaken(sql, phone);
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

async function refuseTaken(sql: Sql, phone: string): Promise<void> {
  if (!(await findUserByContact(sql, { kind: "phone", address: phone }))) return;
  throw phoneExists();
}
