import type { AuthContext } from "#backend/auth/context.server.ts";
import { AuthError } from "#backend/auth/errors.ts";
import { timeNow } from "#base/clock.ts";
import { countRequest } from "#db/rate-limit.server.ts";

type MailKind = "confirmation" | "sign-in";

/**
 * Counts a mail to an address.
 * @returns 0 when the mail may be sent, else the seconds to wait
 */
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
 * One mail a minute and a few a day to one address. Counted by address and not by account, so that the
 * refusal does not reveal an account.
 * @param kind mails that share the minute
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

/**
 * Limits the text messages per day to the numbers that one account enrols or changes to. The limit per number is not enough,
 * because a person can enter any number.
 * @throws AuthError 429 `over_sms_send_rate_limit`
 */
export async function limitMessagesOf(context: AuthContext, userId: string): Promise<void> {
  const limit = { limit: context.settings.smsPerDay, windowSeconds: 86_400 };
  const wait = await countRequest(`sms-of:${userId}`, limit);
  if (wait > 0) throw tooSoon(wait, "phone");
}

/**
 * The interval between two mails or messages for a signed-in person, counted by account.
 * @throws AuthError 429
 */
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
