import { emailExists } from "#backend/auth/admin-access.server.ts";
import { startFlow } from "#backend/auth/codes/flow-state.server.ts";
import {
  makeSecret,
  type OneTimeToken,
  type PendingSignUp,
  pendingOf,
} from "#backend/auth/codes/one-time.server.ts";
import type { AuthContext } from "#backend/auth/context.server.ts";
import { AuthError } from "#backend/auth/errors.ts";
import type { Challenge } from "#backend/auth/input.ts";
import { sendAuthMail } from "#backend/auth/mail/send-mail.server.ts";
import { sendNotice } from "#backend/auth/mail/send-notice.server.ts";
import { findUserByEmail, type UserRow } from "#backend/auth/users/users.server.ts";
import type { Sql } from "#db/client.server.ts";
import { noteProviders } from "../oauth/external-account.server.ts";

/**
 * Sends confirmations of a change of address to the new address, and with secure change on also to the
 * present one. If the new address has an account, its owner gets a notice instead and the change cannot be
 * confirmed; the response is the same. The caller counts the mail to the new address for the rate limit.
 * @throws AuthError 422 `email_exists` where confirmations are off
 */
export async function requestEmailChange(
  sql: Sql,
  context: AuthContext,
  user: UserRow,
  email: string,
  request: {
    redirectTo: string;
    challenge: Challenge | undefined;
    /** A guest's first password, which takes effect only with the new address. */
    pending?: PendingSignUp | undefined;
  },
): Promise<UserRow> {
  const owner = await findUserByEmail(sql, email);
  if (context.settings.autoconfirm) {
    const changed = { ...user, email_change: email };
    return (await takeEmail(sql, context, changed, email, request.pending)) ?? user;
  }
  const addresses: { to: string; type: "email_change_token_new" | "email_change_token_current" }[] =
    [{ to: email, type: "email_change_token_new" }];
  if (context.settings.secureEmailChange && user.email) {
    addresses.push({ to: user.email, type: "email_change_token_current" });
  }
  for (const { to, type } of addresses) {
    const flowStateId = request.challenge
      ? await startFlow(sql, request.challenge, user.id, "email_change")
      : undefined;
    const secret = await makeSecret(sql, context, {
      userId: user.id,
      type,
      address: to,
      flowStateId,
      pending: type === "email_change_token_new" ? request.pending : undefined,
    });
    if (owner && to === email) {
      // Never to an unconfirmed address.
      if (owner.email_confirmed_at) await sendNotice(sql, context, owner, "address_taken", {});
      continue;
    }
    await sendAuthMail(sql, context, {
      kind: "email_change",
      user,
      to,
      about: email,
      secret,
      verifyType: "email_change",
      redirectTo: request.redirectTo,
    });
  }
  const [changed] = await sql<UserRow[]>`
    update auth.users
    set email_change = ${email}, email_change_sent_at = now(), email_change_confirm_status = 0
    where id = ${user.id} returning *`;
  return changed ?? user;
}

/**
 * One of the two addresses confirmed the change.
 * @returns the changed account, or undefined while the other address has not confirmed
 * @throws AuthError 422 `email_exists` when another account took the new address meanwhile
 */
export async function acceptEmailChange(
  sql: Sql,
  context: AuthContext,
  user: UserRow,
  used: OneTimeToken,
): Promise<UserRow | undefined> {
  const email = user.email_change;
  if (!email) throw new AuthError(403, "otp_expired", "Email link is invalid or has expired");
  const needsBoth = context.settings.secureEmailChange && Boolean(user.email);
  if (needsBoth && user.email_change_confirm_status === 0) {
    await sql`update auth.users set email_change_confirm_status = 1 where id = ${user.id}`;
    return undefined;
  }
  return takeEmail(sql, context, user, email, pendingOf(used));
}

/** @throws AuthError 422 `email_exists` */
async function takeEmail(
  sql: Sql,
  context: AuthContext,
  user: UserRow,
  email: string,
  pending: PendingSignUp | undefined,
): Promise<UserRow | undefined> {
  if (await findUserByEmail(sql, email)) throw emailExists();
  const profile = sql.json({ email, email_verified: true });
  // An account without an address gets an email identity.
  await sql`
    insert into auth.identities (provider_id, user_id, identity_data, provider)
    select ${user.id}, ${user.id}::uuid, ${profile} || jsonb_build_object('sub', ${user.id}::text), 'email'
    where ${user.email}::text is null or exists (
      select from auth.identities where user_id = ${user.id} and provider = 'email')
    on conflict on constraint identity_already_exists do update
      set identity_data = auth.identities.identity_data || ${profile}`;
  await noteProviders(sql, user.id);
  if (user.email_confirmed_at) {
    await sendNotice(sql, context, user, "email_changed", { to: email });
  }
  // Codes sent to the old address become invalid.
  await sql`delete from auth.one_time_tokens where user_id = ${user.id}`;
  const [changed] = await sql<UserRow[]>`
    update auth.users set
      encrypted_password = ${passwordOf(user, pending)}, email = ${email}, email_change = null, email_change_confirm_status = 0,
      email_confirmed_at = now(), is_anonymous = false, raw_user_meta_data = raw_user_meta_data || ${profile}
    where id = ${user.id} returning *`;
  return changed;
}

/** A guest's first password takes effect when the contact that came with it is confirmed. */
export function passwordOf(user: UserRow, pending: PendingSignUp | undefined): string | null {
  return user.is_anonymous && pending ? pending.passwordHash : user.encrypted_password;
}
