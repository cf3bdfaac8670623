import type { Context } from "hono";
import {
  checkMetadata,
  createAccount,
  sendConfirmation,
  sendSignInMail,
} from "#backend/auth/accounts/accounts.server.ts";
import { requireCaptcha } from "#backend/auth/captcha.server.ts";
import { rememberAsker } from "#backend/auth/codes/guesses.server.ts";
import {
  type AuthContext,
  limitLookups,
  limitMessagesFrom,
  limitRequests,
} from "#backend/auth/context.server.ts";
import { AuthError, invalid } from "#backend/auth/errors.ts";
import { codeChallenge, objectField } from "#backend/auth/input.ts";
import { limitMailTo } from "#backend/auth/mail/mail-limit.server.ts";
import { sendSmsCode } from "#backend/auth/mail/send-sms.server.ts";
import { redirectOf } from "#backend/auth/request.server.ts";
import {
  checkChannel,
  contactOf,
  emailDisabled,
  phoneDisabled,
} from "#backend/auth/users/contacts.ts";
import { findUserByContact, isConfirmed } from "#backend/auth/users/users.server.ts";
import { readJsonObject } from "#backend/gateway/body.server.ts";
import { inTransaction } from "#db/client.server.ts";

/** POST /otp and its older name /magiclink: sends a link and a code for sign-in, also to a new person. */
export async function sendCode(context: AuthContext, c: Context): Promise<Response> {
  await limitRequests(context, c, "mail");
  const body = await readJsonObject(c.req.raw);
  await requireCaptcha(context, c, body);
  const contact = contactOf(body, context.settings, {
    both: "Only an email address or phone number should be provided",
    phoneOff: phoneDisabled("logins"),
    emailOff: emailDisabled("logins"),
  });
  if (!contact) throw invalid("One of email or phone must be set");
  checkChannel(body, contact);
  const data = { ...objectField(body, "data") };
  checkMetadata(data);
  const challenge = codeChallenge(body);
  const mayCreate = body.create_user !== false && !context.settings.disableSignup;
  if (!mayCreate) await limitLookups(context, c);
  if (contact.kind === "phone") await limitMessagesFrom(context, c);
  await limitMailTo(context, contact.address, "sign-in", contact.kind);
  await rememberAsker(context, c, contact.address);
  const request = { redirectTo: redirectOf(context, c), challenge };

  await inTransaction(async (sql) => {
    const known = await findUserByContact(sql, contact, "lock");
    if (known && isConfirmed(known, contact)) {
      if (contact.kind === "phone") {
        await sendSmsCode(sql, context, known, contact.address, "recovery_token");
      } else await sendSignInMail(sql, context, known, "magic_link", request);
      return;
    }
    if (!known && !mayCreate) {
      throw new AuthError(422, "otp_disabled", "Signups not allowed for otp");
    }
    const user = known ?? (await createAccount(sql, { contact, passwordHash: null, data: {} }));
    const pending = { passwordHash: null, data };
    if (user) await sendConfirmation(sql, context, user, contact, { ...request, pending });
  });
  return c.json({});
}
