import type { Context } from "hono";
import { sendConfirmation } from "#backend/auth/accounts/accounts.server.ts";
import { requestEmailChange } from "#backend/auth/accounts/email-change.server.ts";
import { sendPhoneChangeCode } from "#backend/auth/accounts/phone-change.server.ts";
import { requireCaptcha } from "#backend/auth/captcha.server.ts";
import { rememberAsker } from "#backend/auth/codes/guesses.server.ts";
import { findPending } from "#backend/auth/codes/one-time.server.ts";
import {
  type AuthContext,
  limitMessagesFrom,
  limitRequests,
} from "#backend/auth/context.server.ts";
import { invalid } from "#backend/auth/errors.ts";
import { codeChallenge, textField } from "#backend/auth/input.ts";
import { limitMailTo, waitForMail } from "#backend/auth/mail/mail-limit.server.ts";
import { redirectOf } from "#backend/auth/request.server.ts";
import { contactOf, emailDisabled, phoneDisabled } from "#backend/auth/users/contacts.ts";
import { findUserByContact, isConfirmed } from "#backend/auth/users/users.server.ts";
import { readJsonObject } from "#backend/gateway/body.server.ts";
import { inTransaction } from "#db/client.server.ts";

const types = ["signup", "email_change", "sms", "phone_change"];

/**
 * POST /resend: repeats the mail of a sign-up or a change of address. The answer is the same when there is
 * nothing to send.
 */
export async function resend(context: AuthContext, c: Context): Promise<Response> {
  await limitRequests(context, c, "mail");
  const body = await readJsonObject(c.req.raw);
  await requireCaptcha(context, c, body);
  const type = textField(body, "type");
  if (!types.includes(type)) {
    throw invalid("Missing one of these types: signup, email_change, sms, phone_change");
  }
  const contact = contactOf(body, context.settings, {
    both: "Only an email address or phone number should be provided.",
    phoneOff: phoneDisabled("logins"),
    emailOff: emailDisabled("logins"),
  });
  const wanted = type === "sms" || type === "phone_change" ? "phone" : "email";
  if (contact?.kind !== wanted) {
    throw invalid(
      `Type provided requires ${wanted === "email" ? "an email address" : "a phone number"}`,
    );
  }
  const challenge = codeChallenge(body);
  if (contact.kind === "phone") await limitMessagesFrom(context, c);
  await limitMailTo(context, contact.address, "confirmation", contact.kind);
  await rememberAsker(context, c, contact.address);
  const request = { redirectTo: redirectOf(context, c), challenge };
  await inTransaction(async (sql) => {
    const user = await findUserByContact(sql, contact, "lock");
    if (!user) return;
    if ((type === "signup" || type === "sms") && !isConfirmed(user, contact)) {
      const pending = await findPending(sql, user.id, "confirmation_token");
      // A migrated or shop-created account already has its password.
      const own = { passwordHash: user.encrypted_password, data: {} };
      await sendConfirmation(sql, context, user, contact, { ...request, pending: pending ?? own });
    } else if (type === "email_change" && user.email_change) {
      // No error: an address without a pending change also gets 200.
      if ((await waitForMail(context, user.email_change, "confirmation")) > 0) return;
      const pending = await findPending(sql, user.id, "email_change_token_new");
      await requestEmailChange(sql, context, user, user.email_change, { ...request, pending });
    } else if (type === "phone_change" && user.phone_change) {
      if ((await waitForMail(context, user.phone_change, "confirmation", "phone")) > 0) return;
      const pending = await findPending(sql, user.id, "phone_change_token");
      await sendPhoneChangeCode(sql, context, user, user.phone_change, pending);
    }
  });
  return c.json({});
}
