import { AuthError, invalid } from "#backend/auth/errors.ts";
import { emailAddress, textField } from "#backend/auth/input.ts";
import type { AuthSettings } from "#backend/auth/settings.ts";
import type { JsonObject } from "#backend/gateway/body.server.ts";
import { cleanPhone } from "#base/typed-text.ts";

/** A person's email address in lower case, or phone number as digits with the country code first. */
export interface Contact {
  readonly kind: "email" | "phone";
  readonly address: string;
}

/** Digits of an E.164 number, without "+". @throws AuthError 400 */
export function phoneNumber(text: string): string {
  const digits = cleanPhone(text).replace(/^(?:\+|00)/, "");
  if (!/^[1-9]\d{6,14}$/.test(digits)) {
    throw invalid("Invalid phone number format (E.164 required)");
  }
  return digits;
}

/**
 * The one contact of a request; undefined when there is none.
 * @param texts GoTrue's messages at this endpoint
 * @throws AuthError 400
 */
export function contactOf(
  body: JsonObject,
  settings: AuthSettings,
  texts: { both: string; phoneOff: AuthError; emailOff: AuthError },
): Contact | undefined {
  const email = textField(body, "email");
  const phone = textField(body, "phone");
  if (email && phone) throw invalid(texts.both);
  if (email && !settings.email) throw texts.emailOff;
  if (email) return { kind: "email", address: emailAddress(email) };
  if (!phone) return undefined;
  if (!settings.phone) throw texts.phoneOff;
  return { kind: "phone", address: phoneNumber(phone) };
}

export function phoneDisabled(what: "signups" | "logins", status: 400 | 422 = 400): AuthError {
  return new AuthError(status, "phone_provider_disabled", `Phone ${what} are disabled`);
}

export function emailDisabled(what: "signups" | "logins", status: 400 | 422 = 400): AuthError {
  return new AuthError(status, "email_provider_disabled", `Email ${what} are disabled`);
}

/** @throws AuthError 400 for an unsupported channel */
export function checkChannel(body: JsonObject, contact: Contact): void {
  const channel = textField(body, "channel");
  if (!channel) return;
  if (contact.kind === "email") throw invalid("Channel should only be specified with Phone OTP");
  if (channel !== "sms" && channel !== "whatsapp") {
    throw invalid("Invalid channel, supported values are 'sms' or 'whatsapp'");
  }
}
