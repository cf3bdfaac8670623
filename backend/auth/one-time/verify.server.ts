import type { Context } from "hono";
import { proveContact } from "#backend/auth/accounts/confirm-contact.server.ts";
import { acceptEmailChange } from "#backend/auth/accounts/email-change.server.ts";
import { acceptPhoneChange } from "#backend/auth/accounts/phone-change.server.ts";
import { issueAuthCode } from "#backend/auth/codes/flow-state.server.ts";
import {
  type OneTimeToken,
  type TokenType,
  takeCode,
  takeLink,
} from "#backend/auth/codes/one-time.server.ts";
import { type AuthContext, limitRequests, networkOf } from "#backend/auth/context.server.ts";
import { AuthError, invalid } from "#backend/auth/errors.ts";
import { loginEmail, textField } from "#backend/auth/input.ts";
import { safeRedirect, sessionRedirect } from "#backend/auth/redirect.ts";
import { sessionOriginOf, sessionResponse } from "#backend/auth/request.server.ts";
import { type SessionJson, startSession } from "#backend/auth/sessions/sessions.server.ts";
import { phoneNumber } from "#backend/auth/users/contacts.ts";
import { findUser, isBanned, type UserRow } from "#backend/auth/users/users.server.ts";
import { readJsonObject } from "#backend/gateway/body.server.ts";
import { inTransaction, type Sql } from "#db/client.server.ts";

/** The tokens that each verification type may use up. `email` accepts the first two. */
const tokenTypes: Readonly<Record<string, readonly TokenType[]>> = {
  signup: ["confirmation_token"],
  invite: ["confirmation_token"],
  // A recovery by number uses a sign-in code, which also confirms a new number.
  recovery: ["recovery_token", "confirmation_token"],
  magiclink: ["recovery_token", "confirmation_token"],
  email: ["confirmation_token", "recovery_token"],
  sms: ["confirmation_token", "recovery_token"],
  phone_change: ["phone_change_token"],
  email_change: ["email_change_token_new", "email_change_token_current"],
};

/** Link types whose page asks for a new password next. */
const typesThatSetPasswords = ["signup", "invite", "recovery"];

const halfWay =
  "Confirmation link accepted. Please proceed to confirm link sent to the other email";

type Outcome =
  | { readonly kind: "session"; readonly session: SessionJson }
  | { readonly kind: "code"; readonly code: string }
  | { readonly kind: "half" }
  | { readonly kind: "refused"; readonly error: AuthError };

/** POST /verify: a six-digit code with an address, or the secret of a link. */
export async function verify(context: AuthContext, c: Context): Promise<Response> {
  await limitRequests(context, c, "verify");
  const body = await readJsonObject(c.req.raw);
  const type = textField(body, "type");
  if (!type) throw invalid("Verify requires a verification type");
  const types = Object.hasOwn(tokenTypes, type) ? (tokenTypes[type] ?? []) : undefined;
  if (!types) throw invalid("Unsupported verification type");
  const token = textField(body, "token");
  const link = textField(body, "token_hash");
  const email = loginEmail(textField(body, "email"));
  const phone = textField(body, "phone");
  if (!token && !link) throw invalid("Verify requires either a token or a token hash");
  if (link && (token || email || phone)) {
    throw invalid("Only the token_hash and type should be provided");
  }
  if (token && Boolean(email) === Boolean(phone))
    throw invalid("Only an email address or phone number should be provided on verify");

  const network = networkOf(context.clientIp(c));
  const address = phone ? phoneNumber(phone) : email;
  const outcome = await inTransaction(async (sql) => {
    const used = link
      ? await takeLink(sql, link, types)
      : await takeCode(sql, context, { address, network, code: token }, types);
    if (!used) {
      const text = link
        ? "Email link is invalid or has expired"
        : "Token has expired or is invalid";
      return { kind: "refused", error: new AuthError(403, "otp_expired", text) } as const;
    }
    return accept(sql, context, c, used, { type, way: "session" });
  });
  if (outcome.kind === "refused") throw outcome.error;
  if (outcome.kind === "session") return sessionResponse(c, outcome.session);
  return c.json({ msg: halfWay, code: "200" });
}

/** GET /verify: the link in a mail. Always redirects to the shop. */
export async function openLink(context: AuthContext, c: Context): Promise<Response> {
  // Mail scanners send HEAD first, which must not use the link up.
  if (c.req.method === "HEAD") return c.body(null, 200);
  let target = new URL(safeRedirect(context, c.req.query("redirect_to")));
  const token = c.req.query("token") ?? "";
  const type = c.req.query("type") ?? "";
  const outcome = await inTransaction(async (sql) => {
    const types = Object.hasOwn(tokenTypes, type) ? tokenTypes[type] : undefined;
    const used = types && token ? await takeLink(sql, token, types) : undefined;
    if (!used) {
      const error = new AuthError(403, "otp_expired", "Email link is invalid or has expired");
      return { kind: "refused", error } as const;
    }
    return accept(sql, context, c, used, { type, way: "link" });
  });

  if (outcome.kind === "refused") {
    const failure = {
      error: "access_denied",
      error_code: outcome.error.code,
      error_description: outcome.error.text,
    };
    if (token.startsWith("pkce_")) {
      for (const [name, value] of Object.entries(failure)) target.searchParams.set(name, value);
    }
    target.hash = marked(failure);
  } else if (outcome.kind === "code") {
    target.searchParams.set("code", outcome.code);
  } else if (outcome.kind === "half") {
    target.hash = marked({ message: halfWay });
  } else {
    const { session } = outcome;
    target = sessionRedirect(context, target);
    target.hash = marked({
      access_token: session.access_token,
      expires_at: String(session.expires_at),
      expires_in: String(session.expires_in),
      refresh_token: session.refresh_token,
      token_type: session.token_type,
      type,
    });
  }
  c.header("Cache-Control", "no-store");
  c.header("Referrer-Policy", "no-referrer");
  return c.redirect(target.href, 303);
}

/** `sb` marks the fragment as one for auth-js. */
function marked(values: Record<string, string>): string {
  return new URLSearchParams({ ...values, sb: "" }).toString();
}

/**
 * The result of a used secret.
 * @param by.way a client with a PKCE challenge gets an authorisation code from a link, and a session from a typed code
 */
async function accept(
  sql: Sql,
  context: AuthContext,
  c: Context,
  used: OneTimeToken,
  by: { readonly type: string; readonly way: "session" | "link" },
): Promise<Outcome> {
  const found = await findUser(sql, used.user_id, "lock");
  if (!found) {
    return {
      kind: "refused",
      error: new AuthError(403, "otp_expired", "Email link is invalid or has expired"),
    };
  }
  if (isBanned(found)) {
    return { kind: "refused", error: new AuthError(403, "user_banned", "User is banned") };
  }
  const user = await applyProof(sql, context, found, used);
  if (!user) return { kind: "half" };
  if (by.way === "link" && used.flow_state_id) {
    return { kind: "code", code: await issueAuthCode(sql, used.flow_state_id) };
  }
  const origin = sessionOriginOf(context, c);
  const isProven = typesThatSetPasswords.includes(by.type);
  return {
    kind: "session",
    session: await startSession(sql, context, user, "otp", origin, isProven),
  };
}

/**
 * Applies the proof of a secret to the account.
 * @returns undefined while a change of address lacks its second confirmation
 */
function applyProof(
  sql: Sql,
  context: AuthContext,
  user: UserRow,
  used: OneTimeToken,
): Promise<UserRow | undefined> {
  switch (used.token_type) {
    case "email_change_token_new":
    case "email_change_token_current":
      return acceptEmailChange(sql, context, user, used);
    case "phone_change_token":
      return acceptPhoneChange(sql, context, user, used);
    default:
      return proveContact(sql, user, used.relates_to === user.phone ? "phone" : "email", used);
  }
}
