import type { Context } from "hono";
import { sendSignInMail } from "#backend/auth/accounts/accounts.server.ts";
import { requireCaptcha } from "#backend/auth/captcha.server.ts";
import { rememberAsker } from "#backend/auth/codes/guesses.server.ts";
import { type AuthContext, limitRequests } from "#backend/auth/context.server.ts";
import { invalid } from "#backend/auth/errors.ts";
import { codeChallenge, emailAddress, textField } from "#backend/auth/input.ts";
import { limitMailTo } from "#backend/auth/mail/mail-limit.server.ts";
import { redirectOf } from "#backend/auth/request.server.ts";
import { findUserByEmail } from "#backend/auth/users/users.server.ts";
import { readJsonObject } from "#backend/gateway/body.server.ts";
import { inTransaction } from "#db/client.server.ts";

/**
 * POST /recover: mails a link to choose a new password. The answer is the same for an address without an
 * account.
 */
export async function recover(context: AuthContext, c: Context): Promise<Response> {
  await limitRequests(context, c, "mail");
  const body = await readJsonObject(c.req.raw);
  await requireCaptcha(context, c, body);
  if (!textField(body, "email")) throw invalid("Password recovery requires an email");
  const email = emailAddress(textField(body, "email"));
  const challenge = codeChallenge(body);
  await limitMailTo(context, email, "sign-in");
  await rememberAsker(context, c, email);
  const request = { redirectTo: redirectOf(context, c), challenge };
  await inTransaction(async (sql) => {
    const user = await findUserByEmail(sql, email, "lock");
    if (user) await sendSignInMail(sql, context, user, "recovery", request);
  });
  return c.json({});
}
