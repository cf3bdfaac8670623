import { createHmac } from "node:crypto";
import type { Context } from "hono";
import { noteAction } from "#backend/auth/audit.server.ts";
import { requireCaptcha } from "#backend/auth/captcha.server.ts";
import { rememberAsker } from "#backend/auth/codes/guesses.server.ts";
import { findPending } from "#backend/auth/codes/one-time.server.ts";
import {
  type AuthContext,
  limitMessagesFrom,
  limitRequests,
} from "#backend/auth/context.server.ts";
import { AuthError, credentialsMissing } from "#backend/auth/errors.ts";
import { codeChallenge, objectField, textField } from "#backend/auth/input.ts";
import { waitForMail } from "#backend/auth/mail/mail-limit.server.ts";
import { withMinimumDuration } from "#backend/auth/minimum-duration.server.ts";
import { redirectOf, sessionOriginOf, sessionResponse } from "#backend/auth/request.server.ts";
import { type SessionJson, startSession } from "#backend/auth/sessions/sessions.server.ts";
import {
  type Contact,
  checkChannel,
  contactOf,
  emailDisabled,
  phoneDisabled,
} from "#backend/auth/users/contacts.ts";
import {
  checkNewPassword,
  hashPassword,
  isPassword,
} from "#backend/auth/users/passwords.server.ts";
import {
  findUserByContact,
  identityJson,
  isConfirmed,
  type UserJson,
  type UserRow,
} from "#backend/auth/users/users.server.ts";
import { readJsonObject } from "#backend/gateway/body.server.ts";
import { dateNow } from "#base/clock.ts";
import { inTransaction, type Sql } from "#db/client.server.ts";
import { checkMetadata, createAccount, profileOf, sendConfirmation } from "./accounts.server.ts";
import { signUpAnonymously } from "./anonymous.server.ts";
import { vouchForContact } from "./confirm-contact.server.ts";

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
  // The clients' `signInAnonymously` names none of the three.
  if (body.email === undefined && body.phone === undefined && body.password === undefined) {
    return sessionResponse(c, await signUpAnonymously(context, c, body));
  }
  const password = textField(body, "password");
  if (!password) throw credentialsMissing();
  const contact = contactOf(body, settings, {
    both: "Only an email address or phone number should be provided on signup.",
    phoneOff: phoneDisabled("signups"),
    emailOff: emailDisabled("signups"),
  });
  if (!contact) throw credentialsMissing();
  checkChannel(body, contact);
  const challenge = codeChallenge(body);
  const data = { ...objectField(body, "data") };
  checkMetadata(data);
  await checkNewPassword(password, settings, [contact.address]);
  if (contact.kind === "phone") await limitMessagesFrom(context, c);
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
    if (isConfirmed(user, contact)) {
      return answerOf(context, disguisedId(context, contact), contact, data);
    }
    if (created || (mayMail && !(await isInvited(sql, user)))) {
      await sendConfirmation(sql, context, user, contact, mail);
    } else if (!isRepeated) await dropPending(sql, user);
    if (created) {
      await noteAction(sql, "user_signedup", { userId: user.id, ip: context.clientIp(c) });
    }
    return answerOf(context, user.id, contact, data);
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

/**
 * The id that responses give for the account of a confirmed address. It is stable, like the id of an unconfirmed account,
 * so that repeated sign-ups do not reveal which of the two exists.
 */
function disguisedId(context: AuthContext, contact: Contact): string {
  return uuidOf(context, `account:${contact.kind}:${contact.address}`);
}

/**
 * The response to a sign-up: the JSON of a new account with the data of this request. It has no data of the stored
 * account, because its state and times would reveal that it existed.
 */
function answerOf(
  context: AuthContext,
  id: string,
  contact: Contact,
  data: Record<string, unknown>,
): UserJson {
  const now = dateNow();
  const profile = profileOf(id, contact, data);
  const identity = {
    id: uuidOf(context, `identity:${id}`),
    provider_id: id,
    user_id: id,
    identity_data: profile,
    provider: contact.kind,
    last_sign_in_at: now,
    created_at: now,
    updated_at: now,
  };
  return {
    id,
    aud: "authenticated",
    role: "authenticated",
    email: contact.kind === "email" ? contact.address : "",
    phone: contact.kind === "phone" ? contact.address : "",
    confirmation_sent_at: now,
    app_metadata: { provider: contact.kind, providers: [contact.kind] },
    user_metadata: profile,
    identities: [identityJson(identity)],
    created_at: now,
    updated_at: now,
    is_anonymous: false,
  };
}

/** A version 4 UUID derived with the pepper, which no other party can compute. */
function uuidOf(context: AuthContext, text: string): string {
  const bytes = createHmac("sha256", context.keys.pepperKey).update(`sign-up:${text}`).digest();
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x40, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString("hex", 0, 16);
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
