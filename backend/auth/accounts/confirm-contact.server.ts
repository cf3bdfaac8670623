import { type OneTimeToken, pendingOf } from "#backend/auth/codes/one-time.server.ts";
import type { Contact } from "#backend/auth/users/contacts.ts";
import { dropUnconfirmed, isUnconfirmed } from "#backend/auth/users/drop-unconfirmed.server.ts";
import type { UserRow } from "#backend/auth/users/users.server.ts";
import type { Sql } from "#db/client.server.ts";
import { noteProviders } from "../oauth/external-account.server.ts";
import { profileOf } from "./accounts.server.ts";

/**
 * Confirms a contact without a proof by its owner: for administrators, seeds and settings without
 * confirmations. Discards a pending sign-up; the account has only the shop's data.
 */
export async function vouchForContact(
  sql: Sql,
  user: UserRow,
  kind: Contact["kind"],
): Promise<UserRow> {
  if (isUnconfirmed(user)) await sql`delete from auth.one_time_tokens where user_id = ${user.id}`;
  return markConfirmed(sql, user, kind);
}

/**
 * Confirms a contact with a one-time token that was sent to it. The first proof of an account drops
 * everything attached without a proof, and applies the password and data that are pending with this token, if
 * any.
 */
export async function proveContact(
  sql: Sql,
  user: UserRow,
  kind: Contact["kind"],
  used: OneTimeToken,
): Promise<UserRow> {
  if (!isUnconfirmed(user)) return markConfirmed(sql, user, kind);
  const keep = { provider: kind, flowStateId: used.flow_state_id };
  if (await dropUnconfirmed(sql, user, keep)) await noteProviders(sql, user.id);
  const pending = pendingOf(used);
  if (pending) {
    const contact = { kind, address: used.relates_to };
    const profile = sql.json(profileOf(user.id, contact, pending.data));
    await sql`
      update auth.users set encrypted_password = ${pending.passwordHash},
        raw_user_meta_data = raw_user_meta_data || ${profile}
      where id = ${user.id}`;
    await sql`
      update auth.identities set identity_data = identity_data || ${profile}
      where user_id = ${user.id} and provider = ${kind}`;
  }
  return markConfirmed(sql, user, kind);
}

async function markConfirmed(sql: Sql, user: UserRow, kind: Contact["kind"]): Promise<UserRow> {
  const verified = sql.json({ [`${kind}_verified`]: true });
  const [confirmed] = await sql<UserRow[]>`
    update auth.users set
      email_confirmed_at = case when ${kind} = 'email' then coalesce(email_confirmed_at, now()) else email_confirmed_at end,
      phone_confirmed_at = case when ${kind} = 'phone' then coalesce(phone_confirmed_at, now()) else phone_confirmed_at end,
      raw_user_meta_data = raw_user_meta_data || ${verified}
    where id = ${user.id} returning *`;
  await sql`
    update auth.identities set identity_data = identity_data || ${verified}
    where user_id = ${user.id} and provider = ${kind}`;
  return confirmed ?? user;
}
