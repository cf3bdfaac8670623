import type { Context } from "hono";
import { readJsonObject } from "#backend/gateway/body.server.ts";
import { inTransaction } from "#db/client.server.ts";
import { sendConfirmation } from "./accounts.server.ts";
import { type AuthContext, limitRequests } from "./context.server.ts";
import { requestEmailChange } from "./email-change.server.ts";
import { AuthError, invalid } from "./errors.ts";
import { codeChallenge, emailAddress, textField } from "./input.ts";
import { limitMailTo } from "./mail-limit.server.ts";
import { redirectOf } from "./request.server.ts";
import { findUserByEmail } from "./users.server.ts";

const types = ["signup", "email_change", "sms", "phone_change"];

/** POST /resend: once more the mail of a sign-up or a change of address. Says the same when there is nothing to send. */
export async function resend(context: AuthContext, c: Context): Promise<Response> {
  await limitRequests(context, c, "mail");
  const body = await readJsonObject(c.req.raw);
  const type = textField(body, "type");
  if (!types.includes(type)) {
    throw invalid("Missing one of these types: signup, email_change, sms, phone_change");
  }
  if (type === "sms" || type === "phone_change") {
    throw new AuthError(400, "phone_provider_disabled", "Phone logins are disabled");
  }
  if (!textField(body, "email")) throw invalid("Type provided requires an email address");
  const email = emailAddress(textField(body, "email"));
  const challenge = codeChallenge(body);
  await limitMailTo(context, email, "confirmation");
  const request = { redirectTo: redirectOf(context, c), challenge };
  await inTransaction(async (sql) => {
    const user = await findUserByEmail(sql, email, "lock");
    if (!user) return;
    if (type === "signup" && !user.email_confirmed_at) {
      await sendConfirmation(sql, context, user, request);
    } else if (type === "email_change" && user.email_change) {
      await requestEmailChange(sql, context, user, user.email_change, request);
    }
  });
  return c.json({});
}
