import { randomUUID } from "node:crypto";
import type { Context } from "hono";
import { noteAction } from "#backend/auth/audit.server.ts";
import { requireCaptcha } from "#backend/auth/captcha.server.ts";
import { type AuthContext, limitRequests } from "#backend/auth/context.server.ts";
import { AuthError, invalid } from "#backend/auth/errors.ts";
import { codeChallenge, objectField, textField } from "#backend/auth/input.ts";
import { waitForMail } from "#backend/auth/mail/mail-limit.server.ts";
import { withMinimumDuration } from "#backend/auth/minimum-duration.server.ts";
import { rememberAsker } from "#backend/auth/one-time/guesses.server.ts";
import { findPending } from "#backend/auth/one-time/one-time.server.ts";
import { redirectOf, sessionOriginOf, sessionResponse } from "#backend/auth/request.server.ts";
import { type SessionJson, startSession } from "#backend/auth/sessions/sessions.server.ts";
import { readJsonObject } from "#backend/gateway/body.server.ts";
import { dateNow } from "#base/clock.ts";
import { inTransaction, type Sql } from "#db/client.server.ts";
import { checkMetadata, createAccount, profileOf, sendConfirmation } from "./accounts.server.ts";
import { signUpAnonymously } from "./anonymous.server.ts";
import { vouchForContact } from "./confirm-contact.server.ts";
import { type Contact, checkChannel, contactOf, emailDisabled, phoneDisabled } from "./contacts.ts";
import { checkNewPassword, hashPassword, isPassword } from "./passwords.server.ts";
import {
  findUserByContact,
  identityJson,
  isConfirmed,
  shapeUser,
  type UserJson,
  type UserRow,
  userJson,
} from "./users.server.ts";

/**
 * POST /signup. An address that has an account gets the same answer as a new one. GoTrue's answer then has no
 * identities, which reveals the account; this one has an identity.
 */
export async function signUp(context: AuthContext, c: Context): Promise<Response> {
  await limitRequests(context, c, "mail");
  const body = await readJsonObject(c.req.raw);
  const { settings } = context;
  if (settings.disableSignup) {
    throw new AuthError(422, "signup_disabled", "Signups not allowed for this instance");
  }
  await requireCaptcha(context, c, body);
  if (!textField(body, "email") && !textField(body, "phone")) {
    return sessionResponse(c, await signUpAnonymously(context, c, body));
  }
  const password = textField(body, "password");
  if (!password) throw invalid("Signup requires a valid password");
  const contact = contactOf(body, settings, {
    both: "Only an email address or phone number should be provided on signup.",
    phoneOff: phoneDisabled("signups"),
    emailOff: emailDisabled("signups"),
  });
  if (!contact) throw invalid("Signup requires an email address or a phone number");
  checkChannel(body, contact);
  const challenge = codeChallenge(body);
  const data = { ...objectField(body, "data") };
  checkMetadata(data);
  await checkNewPassword(password, settings, [contact.address]);
  // Within the mail interval the first mail is still valid; an error would reveal that it exists.
  const mayMail = (await waitForMail(context, contact.address, "confirmation", contact.kind)) === 0;
  if (mayMail) await rememberAsker(context, c, contact.address);
  // Hash before the look-up of the account, so that both cases take the same time.
  const passwordHash = await hashPassword(password);
  const pending = { passwordHash, data };
  const mail = { redirectTo: redirectOf(context, c), challenge, pending };
  const isTrusted = contact.kind === "email" ? settings.autoconfirm : settings.phoneAutoconfirm;

  const register = async (sql: Sql): Promise<UserJson | { session: SessionJson }> => {
    const given = isTrusted ? { passwordHash, data } : { passwordHash: null, data: {} };
    const created = await createAccount(sql, { contact, ...given });
    const user = created ?? (await findUserByContact(sql, contact, "lock"));
    if (!user) throw new AuthError(409, "conflict", "The account was just removed");
    if (isTrusted) {
      // Also for an unconfirmed account: it was created with another password.
      if (!created) {
        throw new AuthError(422, "user_already_exists", "User already registered");
      }
      const confirmed = await vouchForContact(sql, user, contact.kind);
      return {
        session: await startSession(
          sql,
          context,
          confirmed,
          "password",
          sessionOriginOf(context, c),
        ),
      };
    }
    // Checked for every account, so that the duration reveals nothing.
    const isRepeated = mayMail || (await isWaitingFor(sql, user, password));
    if (isConfirmed(user, contact)) return disguise(user, contact, data);
    let sent = user;
    if (created || (mayMail && !(await isInvited(sql, user)))) {
      sent = await sendConfirmation(sql, context, user, contact, mail);
    } else if (!isRepeated) await dropPending(sql, user);
    if (created) {
      await noteAction(sql, "user_signedup", { userId: user.id, ip: context.clientIp(c) });
    }
    // An unconfirmed account's data has no proven owner, so the answer shows the data of this request.
    return echo(await userJson(sql, sent), contact, data);
  };
  // Creating an account takes longer than finding one.
  const answer = await withMinimumDuration(() => inTransaction(register));
  return "session" in answer ? sessionResponse(c, answer.session as SessionJson) : c.json(answer);
}

/** Whether the pending confirmation has the same password: a repeated submission. */
async function isWaitingFor(sql: Sql, user: UserRow, password: string): Promise<boolean> {
  const pending = await findPending(sql, user.id, "confirmation_token");
  return isPassword(password, pending?.passwordHash ?? null);
}

/** A sign-up does not replace a valid invitation to the same address. */
async function isInvited(sql: Sql, user: UserRow): Promise<boolean> {
  if (!user.invited_at) return false;
  const [open] = await sql`
    select 1 from auth.one_time_tokens
    where user_id = ${user.id} and token_type = 'confirmation_token' and expires_at > now()`;
  return open !== undefined;
}

/**
 * Two sign-ups with different passwords share one mail. The password's owner is then unknown, so the
 * confirmation applies neither.
 */
async function dropPending(sql: Sql, user: UserRow): Promise<void> {
  await sql`
    update auth.one_time_tokens set pending_password = null, pending_data = null
    where user_id = ${user.id} and token_type = 'confirmation_token' and pending_password is not null`;
}

/** An account as JSON with the data of this request instead of its stored data. */
function echo(user: UserJson, contact: Contact, data: Record<string, unknown>): UserJson {
  const profile = profileOf(user.id, contact, data);
  const identities = (user.identities as Record<string, unknown>[]).map((identity) => ({
    ...identity,
    identity_data: profile,
  }));
  return { ...user, user_metadata: profile, identities };
}

/** The JSON of a new account with these data, in place of the existing one. */
function disguise(real: UserRow, contact: Contact, data: Record<string, unknown>): UserJson {
  const id = randomUUID();
  const now = dateNow();
  const profile = profileOf(id, contact, data);
  const fake: UserRow = {
    ...real,
    id,
    aud: "authenticated",
    role: "authenticated",
    email: contact.kind === "email" ? contact.address : null,
    email_confirmed_at: null,
    invited_at: null,
    confirmation_sent_at: now,
    recovery_sent_at: null,
    email_change: null,
    email_change_sent_at: null,
    phone: contact.kind === "phone" ? contact.address : null,
    phone_confirmed_at: null,
    phone_change: null,
    phone_change_sent_at: null,
    confirmed_at: null,
    reauthentication_sent_at: null,
    last_sign_in_at: null,
    raw_app_meta_data: { provider: contact.kind, providers: [contact.kind] },
    raw_user_meta_data: profile,
    banned_until: null,
    is_anonymous: false,
    created_at: now,
    updated_at: now,
  };
  const identity = identityJson({
    id: randomUUID(),
    provider_id: id,
    user_id: id,
    identity_data: profile,
    provider: contact.kind,
    last_sign_in_at: now,
    created_at: now,
    updated_at: now,
  });
  return shapeUser(fake, [identity], []);
}
