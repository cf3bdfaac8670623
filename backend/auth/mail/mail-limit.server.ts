import type { AuthContext } from "#backend/auth/context.server.ts";
import { AuthError } from "#backend/auth/errors.ts";
import { timeNow } from "#base/clock.ts";
import { countRequest } from "#db/rate-limit.server.ts";

type MailKind = "confirmation" | "sign-in";

/** Counts a mail to an address. @returns 0 when it may go, else how many seconds to wait */
export async function waitForMail(
  context: AuthContext,
  email: string,
  kind: MailKind,
  medium: "email" | "phone" = "email",
): Promise<number> {
  const { settings } = context;
  const isMail = medium === "email";
  const interval = isMail ? settings.mailInterval : settings.smsInterval;
  if (interval > 0) {
    const minute = { limit: 1, windowSeconds: interval };
    const wait = await countRequest(`mail:${kind}:${email}`, minute);
    if (wait > 0) return wait;
  }
  return countRequest(`mail-day:${email}`, {
    limit: isMail ? settings.mailsPerDay : settings.smsPerDay,
    windowSeconds: 86_400,
  });
}

/**
 * One mail a minute and a few a day to one address. Counted for the address and not for the account,
 * so that the refusal does not tell whether there is one.
 * @param kind mails that share a minute
 * @throws AuthError 429 `over_email_send_rate_limit`
 */
export async function limitMailTo(
  context: AuthContext,
  email: string,
  kind: MailKind,
  medium: "email" | "phone" = "email",
): Promise<void> {
  const wait = await waitForMail(context, email, kind, medium);
  if (wait > 0) throw tooSoon(wait, medium);
}

/** The same for a person who is signed in, where the account is no secret. @throws AuthError 429 */
export function checkMailInterval(
  context: AuthContext,
  lastSentAt: Date | null,
  medium: "email" | "phone" = "email",
): void {
  if (!lastSentAt) return;
  const { mailInterval, smsInterval } = context.settings;
  const wait =
    (medium === "email" ? mailInterval : smsInterval) - (timeNow() - lastSentAt.getTime()) / 1000;
  if (wait > 0) throw tooSoon(Math.ceil(wait), medium);
}

function tooSoon(seconds: number, medium: "email" | "phone" = "email"): AuthError {
  return new AuthError(
    429,
    medium === "phone" ? "over_sms_send_rate_limit" : "over_email_send_rate_limit",
    `For security purposes, you can only request this after ${seconds} seconds.`,
    { retryAfter: seconds },
  );
}
