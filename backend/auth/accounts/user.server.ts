import type { Context } from "hono";
import { noteAction } from "#backend/auth/audit.server.ts";
import { acceptGuess, countGuess, tooManyGuesses } from "#backend/auth/codes/guesses.server.ts";
import {
  type AuthContext,
  limitMessagesFrom,
  limitRequests,
  networkOf,
} from "#backend/auth/context.server.ts";
import { AuthError, invalid } from "#backend/auth/errors.ts";
import { requireSecondFactor } from "#backend/auth/factors/second-factor.server.ts";
import { codeChallenge, emailAddress, objectField, textField } from "#backend/auth/input.ts";
import {
  checkMailInterval,
  limitMailTo,
  limitMessagesOf,
} from "#backend/auth/mail/mail-limit.server.ts";
import { sendNotice } from "#backend/auth/mail/send-notice.server.ts";
import { withMinimumDuration } from "#backend/auth/minimum-duration.server.ts";
import { checkProof } from "#backend/auth/reauthenticate.server.ts";
import { redirectOf, requireUser, type SignedIn } from "#backend/auth/request.server.ts";
import { endSessions } from "#backend/auth/sessions/sessions.server.ts";
import { phoneDisabled, phoneNumber } from "#backend/auth/users/contacts.ts";
import {
  checkNewPassword,
  hashPassword,
  isPassword,
} from "#backend/auth/users/passwords.server.ts";
import { findUser, type UserRow, userJson } from "#backend/auth/users/users.server.ts";
import { type JsonObject, readJsonObject } from "#backend/gateway/body.server.ts";
import { asShop, inTransaction, type Sql } from "#db/client.server.ts";
import { checkMetadata } from "./accounts.server.ts";
import { requestEmailChange } from "./email-change.server.ts";
import { requestPhoneChange } from "./phone-change.server.ts";

/** GET /user */
export async function getUser(context: AuthContext, c: Context): Promise<Response> {
  const { user } = await requireUser(context, c);
  c.header("Cache-Control", "no-store");
  return c.json(await userJson(asShop(), user));
}

/** PUT /user: data, password and email; absent fields stay unchanged. */
export async function updateUser(context: AuthContext, c: Context): Promise<Response> {
  const signedIn = await requireUser(context, c);
  await limitRequests(context, c, "mail");
  const body = await readJsonObject(c.req.raw);
  const data = objectField(body, "data");
  const password = textField(body, "password");
  const email = textField(body, "email") ? emailAddress(textField(body, "email")) : "";
  if (textField(body, "phone") && !context.settings.phone) throw phoneDisabled("logins");
  const phone = textField(body, "phone") ? phoneNumber(textField(body, "phone")) : "";
  const challenge = codeChallenge(body);
  const isNewContact =
    (email && email !== signedIn.user.email) || (phone && phone !== signedIn.user.phone);
  if (password || isNewContact) await requireSecondFactor(signedIn);
  if (password) {
    const ownWords = [signedIn.user.email ?? "", signedIn.user.phone ?? ""].filter(Boolean);
    await checkNewPassword(password, context.settings, ownWords);
  }
  if (password && signedIn.user.is_anonymous && !email && !phone) {
    throw new AuthError(
      422,
      "validation_failed",
      "Updating password of an anonymous user without an email or phone is not allowed",
    );
  }
  const current = textField(body, "current_password");
  if (current) await checkCurrentPassword(context, c, signedIn.user, current);
  const passwordHash = password ? await newPasswordHash(signedIn.user, password) : undefined;
  const proof = { hasPassword: current !== "", nonce: textField(body, "nonce") };

  // A guest has no sign-in method to protect. The code sent to the old address confirms a change of address.
  const { user: present } = signedIn;
  const mailsOldAddress =
    present.is_anonymous ||
    (!password &&
      !(phone && phone !== present.phone) &&
      context.settings.secureEmailChange &&
      !context.settings.autoconfirm &&
      present.email_confirmed_at !== null);
  // Counted whether or not the new contact has an account: the limit must not reveal accounts.
  if (email && email !== signedIn.user.email && !context.settings.autoconfirm) {
    await limitMailTo(context, email, "confirmation");
  }
  if (phone && phone !== signedIn.user.phone) {
    await limitMessagesFrom(context, c);
    await limitMailTo(context, phone, "confirmation", "phone");
    await limitMessagesOf(context, signedIn.user.id);
  }
  const change = async (sql: Sql) => {
    let user = await findUser(sql, signedIn.user.id, "lock");
    if (!user)
      throw new AuthError(403, "user_not_found", "User from sub claim in JWT does not exist");
    if ((password || isNewContact) && !mailsOldAddress) {
      const missing = await checkProof(sql, context, c, signedIn, proof);
      if (missing) return missing;
    }
    if (data) user = await mergeData(sql, user, data);
    // A guest's first password is pending until the contact that comes with it is confirmed.
    const pending = passwordHash && user.is_anonymous ? { passwordHash, data: {} } : undefined;
    if (passwordHash && !pending) await changePassword(sql, context, signedIn, passwordHash);
    if (email && email !== user.email) {
      if (!context.settings.autoconfirm) checkMailInterval(context, user.email_change_sent_at);
      const request = { redirectTo: redirectOf(context, c), challenge, pending };
      user = await requestEmailChange(sql, context, user, email, request);
    }
    if (phone && phone !== user.phone) {
      checkMailInterval(context, user.phone_change_sent_at, "phone");
      user = await requestPhoneChange(sql, context, user, phone, pending);
    }
    return userJson(sql, user);
  };
  // A taken address gets another mail, or none; the duration must not reveal it.
  const answer = await (isNewContact
    ? withMinimumDuration(() => inTransaction(change))
    : inTransaction(change));
  if (answer instanceof AuthError) throw answer;
  return c.json(answer);
}

async function newPasswordHash(user: UserRow, password: string): Promise<string> {
  if (user.encrypted_password && (await isPassword(password, user.encrypted_password))) {
    throw new AuthError(
      422,
      "same_password",
      "New password should be different from the old password.",
    );
  }
  return hashPassword(password);
}

/**
 * Counted as a sign-in attempt with that password.
 * @throws AuthError 400, 429
 */
async function checkCurrentPassword(
  context: AuthContext,
  c: Context,
  user: UserRow,
  current: string,
): Promise<void> {
  const address = user.email ?? user.phone ?? user.id;
  const network = networkOf(context.clientIp(c));
  const guess = await countGuess(asShop(), context, { kind: "password", address, network });
  if (typeof guess === "number") throw tooManyGuesses(guess);
  if (!(await isPassword(current, user.encrypted_password))) {
    throw new AuthError(400, "current_password_invalid", "Current password is not valid");
  }
  await acceptGuess(asShop(), guess);
}

/** Ends every other session and every open code, so that the old password has no further effect. */
async function changePassword(
  sql: Sql,
  context: AuthContext,
  { user, claims }: SignedIn,
  passwordHash: string,
): Promise<void> {
  await sql`update auth.users set encrypted_password = ${passwordHash} where id = ${user.id}`;
  await sql`delete from auth.one_time_tokens where user_id = ${user.id}`;
  await endSessions(sql, user.id, claims.session_id, "others");
  await noteAction(sql, "user_modified", { userId: user.id, traits: { changed: "password" } });
  // No notice for the first password of an account: it replaces none.
  if (user.encrypted_password) await sendNotice(sql, context, user, "password_changed", {});
}

/** Profile fields that only the shop writes; a person cannot set them. */
const ownedNames = ["sub", "email_verified", "phone_verified"];

async function mergeData(sql: Sql, user: UserRow, data: JsonObject): Promise<UserRow> {
  const merged: Record<string, unknown> = { ...user.raw_user_meta_data };
  for (const [name, value] of Object.entries(data)) {
    if (name === "__proto__") throw invalid("user metadata has a name that is not allowed");
    if (ownedNames.includes(name)) continue;
    if (value === null) delete merged[name];
    else merged[name] = value;
  }
  checkMetadata(merged);
  const [changed] = await sql<UserRow[]>`
    update auth.users set raw_user_meta_data = ${sql.json(merged)}
    where id = ${user.id} returning *`;
  return changed ?? user;
}
