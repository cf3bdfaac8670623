import type { Context } from "hono";
import { requireCaptcha } from "#backend/auth/captcha.server.ts";
import { redeemAuthCode } from "#backend/auth/codes/flow-state.server.ts";
import { acceptGuess, countGuess, tooManyGuesses } from "#backend/auth/codes/guesses.server.ts";
import { findPendingPassword } from "#backend/auth/codes/one-time.server.ts";
import { type AuthContext, limitRequests, networkOf } from "#backend/auth/context.server.ts";
import { AuthError, credentialsMissing, invalid } from "#backend/auth/errors.ts";
import { unseal } from "#backend/auth/factors/totp.ts";
import { loginEmail, textField } from "#backend/auth/input.ts";
import type { SealedReturn } from "#backend/auth/oauth/callback.server.ts";
import { byIdToken } from "#backend/auth/oauth/id-token.server.ts";
import { finishLink } from "#backend/auth/oauth/pending-link.server.ts";
import { sessionOriginOf, sessionResponse } from "#backend/auth/request.server.ts";
import {
  refreshSession,
  type SessionJson,
  startSession,
} from "#backend/auth/sessions/sessions.server.ts";
import {
  type Contact,
  emailDisabled,
  phoneDisabled,
  phoneNumber,
} from "#backend/auth/users/contacts.ts";
import { judgePassword, weaknessOf } from "#backend/auth/users/passwords.server.ts";
import {
  findUser,
  findUserByContact,
  isBanned,
  isConfirmed,
  type UserRow,
} from "#backend/auth/users/users.server.ts";
import { type JsonObject, readJsonObject } from "#backend/gateway/body.server.ts";
import { asShop, inTransaction } from "#db/client.server.ts";

/** PKCE sign-in methods after which the page asks for a new password. */
const methodsThatSetPasswords = ["email/signup", "recovery"];

/** POST /token?grant_type=password | refresh_token | pkce | id_token */
export async function grantToken(context: AuthContext, c: Context): Promise<Response> {
  const counted = limitRequests(context, c, "token");
  // Awaited below; until then a rejection must not count as unhandled.
  counted.catch(() => undefined);
  const body = await readJsonObject(c.req.raw);
  if (c.req.query("grant_type") === "refresh_token") {
    // Runs during the count: a refused client can repeat the token later and gets the same child.
    const refreshed = byRefreshToken(context, body);
    refreshed.catch(() => undefined);
    await counted;
    return sessionResponse(c, await refreshed);
  }
  await counted;
  switch (c.req.query("grant_type")) {
    case "password":
      return sessionResponse(c, await byPassword(context, c, body));
    case "pkce":
      return sessionResponse(c, await byAuthCode(context, c, body));
    case "id_token":
      return sessionResponse(c, await byIdToken(context, c, body));
    case "web3":
      throw new AuthError(422, "web3_provider_disabled", "Web3 provider is disabled");
    default:
      throw new AuthError(400, "invalid_credentials", "unsupported_grant_type");
  }
}

async function byPassword(
  context: AuthContext,
  c: Context,
  body: JsonObject,
): Promise<SessionJson> {
  await requireCaptcha(context, c, body);
  const password = textField(body, "password");
  const contact = loginContact(context, body);
  if (!password) throw credentialsMissing();
  const network = networkOf(context.clientIp(c));
  const of = { kind: "password", address: contact.address, network } as const;
  const [user, pending] = await Promise.all([
    findUserByContact(asShop(), contact),
    findPendingPassword(asShop(), contact.address),
  ]);
  const isWaiting = user !== undefined && !isConfirmed(user, contact);
  const own = user?.encrypted_password ?? null;
  // Also without an account, so that the duration does not reveal whether there is one.
  const { counted, matches } = await judgePassword(password, isWaiting ? (pending ?? own) : own, {
    before: () => countGuess(asShop(), context, of),
    whenRight: async (guess) => {
      if (typeof guess !== "number") await acceptGuess(asShop(), guess);
    },
  });
  // After the password check, so that the duration does not reveal a lock either.
  if (typeof counted === "number") throw tooManyGuesses(counted);
  if (!user || !matches) {
    throw new AuthError(400, "invalid_credentials", "Invalid login credentials");
  }
  if (isBanned(user)) throw new AuthError(400, "user_banned", "User is banned");
  if (isWaiting) {
    throw contact.kind === "email"
      ? new AuthError(400, "email_not_confirmed", "Email not confirmed")
      : new AuthError(400, "phone_not_confirmed", "Phone not confirmed");
  }
  const session = await startForUser(context, c, user.id, "password", user.encrypted_password);
  const weakness = await weaknessOf(password, context.settings, [contact.address]);
  return weakness ? { ...session, weak_password: weakness } : session;
}

/**
 * Contact of a sign-in; an invalid address is treated as one without an account.
 * @throws AuthError 400, 422
 */
function loginContact(context: AuthContext, body: JsonObject): Contact {
  const email = loginEmail(textField(body, "email"));
  const phone = textField(body, "phone");
  if (email && phone) {
    throw invalid("Only an email address or phone number should be provided on login.");
  }
  if (email && !context.settings.email) throw emailDisabled("logins", 422);
  if (email) return { kind: "email", address: email };
  if (!phone) throw credentialsMissing();
  if (!context.settings.phone) throw phoneDisabled("logins", 422);
  return { kind: "phone", address: phoneNumber(phone) };
}

async function byRefreshToken(context: AuthContext, body: JsonObject): Promise<SessionJson> {
  const token = textField(body, "refresh_token");
  if (token.length < 12 || token.length > 200) throw invalid("Refresh token is not valid");
  return refreshSession(context, token);
}

async function byAuthCode(
  context: AuthContext,
  c: Context,
  body: JsonObject,
): Promise<SessionJson> {
  const code = textField(body, "auth_code");
  const verifier = textField(body, "code_verifier");
  if (!code || !verifier) {
    throw invalid("invalid request: both auth code and code verifier should be non-empty");
  }
  const redeemed = await inTransaction((sql) => redeemAuthCode(sql, code, verifier));
  if (redeemed instanceof AuthError) throw redeemed;
  if (!redeemed.sealedTokens) {
    return startForUser(context, c, redeemed.userId, redeemed.method);
  }
  const sealed = unseal(context.keys.pepper, redeemed.sealedTokens).toString();
  const { link, ...providerTokens } = JSON.parse(sealed) as SealedReturn;
  if (link) await inTransaction((sql) => finishLink(sql, link, link.identity));
  const session = await startForUser(context, c, redeemed.userId, redeemed.method);
  return { ...session, ...providerTokens };
}

/** @param passwordHash the checked password: if it has changed meanwhile, the sign-in fails */
async function startForUser(
  context: AuthContext,
  c: Context,
  userId: string,
  method: string,
  passwordHash?: string | null,
): Promise<SessionJson> {
  return inTransaction(async (sql) => {
    const user: UserRow | undefined = await findUser(sql, userId, "lock");
    if (!user || (passwordHash !== undefined && user.encrypted_password !== passwordHash)) {
      throw new AuthError(400, "invalid_credentials", "Invalid login credentials");
    }
    if (isBanned(user)) throw new AuthError(400, "user_banned", "User is banned");
    const isProven = methodsThatSetPasswords.includes(method);
    return startSession(sql, context, user, method, sessionOriginOf(context, c), isProven);
  });
}
