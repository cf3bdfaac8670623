import type { Context } from "hono";
import { readJsonObject } from "#backend/gateway/body.server.ts";
import { inTransaction } from "#db/client.server.ts";
import {
  checkMetadata,
  createAccount,
  sendConfirmation,
  sendSignInMail,
} from "./accounts.server.ts";
import { type AuthContext, limitRequests } from "./context.server.ts";
import { AuthError, invalid } from "./errors.ts";
import { codeChallenge, emailAddress, objectField, textField } from "./input.ts";
import { limitMailTo } from "./mail-limit.server.ts";
import { redirectOf } from "./request.server.ts";
import { findUserByEmail } from "./users.server.ts";

/** POST /otp and its older name /magiclink: a link and six digits to sign in with, also for a new person. */
export async function sendCode(context: AuthContext, c: Context): Promise<Response> {
  await limitRequests(context, c, "mail");
  const body = await readJsonObject(c.req.raw);
  const rawEmail = textField(body, "email");
  const phone = textField(body, "phone");
  if (rawEmail && phone) {
    throw invalid("Only an email address or phone number should be provided");
  }
  if (!rawEmail && !phone) throw invalid("One of email or phone must be set");
  if (phone) throw new AuthError(400, "phone_provider_disabled", "Phone logins are disabled");
  if (textField(body, "channel")) {
    throw invalid("Channel should only be specified with Phone OTP");
  }
  const email = emailAddress(rawEmail);
  const data = { ...objectField(body, "data") };
  checkMetadata(data);
  const challenge = codeChallenge(body);
  await limitMailTo(context, email, "sign-in");
  const request = { redirectTo: redirectOf(context, c), challenge };
  const mayCreate = body.create_user !== false && !context.settings.disableSignup;

  await inTransaction(async (sql) => {
    const known = await findUserByEmail(sql, email, "lock");
    if (known?.email_confirmed_at) {
      await sendSignInMail(sql, context, known, "magic_link", request);
      return;
    }
    if (!known && !mayCreate) {
      throw new AuthError(422, "otp_disabled", "Signups not allowed for otp");
    }
    const user = known ?? (await createAccount(sql, { email, passwordHash: null, data }));
    if (user) await sendConfirmation(sql, context, user, request);
  });
  return c.json({});
}
