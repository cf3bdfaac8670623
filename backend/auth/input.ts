import type { JsonObject } from "#backend/gateway/body.server.ts";
import { readEmail } from "#base/email-address.ts";
import { invalid } from "./errors.ts";

/**
 * A text field; "" when absent.
 * @throws AuthError 400 for another type
 */
export function textField(body: JsonObject, name: string): string {
  const value = Object.hasOwn(body, name) ? body[name] : undefined;
  if (value === undefined || value === null) return "";
  if (typeof value === "string") return value;
  throw invalid(`${name} must be a string`);
}

/** @throws AuthError 400 when the field is present and no object */
export function objectField(body: JsonObject, name: string): JsonObject | undefined {
  const value = Object.hasOwn(body, name) ? body[name] : undefined;
  if (value === undefined || value === null) return undefined;
  if (typeof value === "object" && !Array.isArray(value)) return value as JsonObject;
  throw invalid(`${name} must be an object`);
}

/** Lowercases ASCII letters only. `toLowerCase` maps some other letters to ASCII: the Kelvin sign becomes "k". */
export function lowerCase(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

/**
 * Validates an email address and converts it to lower case.
 * @throws AuthError 400
 */
export function emailAddress(text: string): string {
  const email = readEmail(text);
  if (email === undefined) throw invalid("Unable to validate email address: invalid format");
  return email;
}

/** The address of a sign-in as accounts have it. An invalid one stays as it is and finds no account. */
export function loginEmail(text: string): string {
  return readEmail(text) ?? lowerCase(text.trim());
}

export interface Challenge {
  readonly challenge: string;
  readonly method: "s256" | "plain";
}

/**
 * The PKCE challenge of a client that wants a code instead of a session.
 * @throws AuthError 400
 */
export function codeChallenge(body: JsonObject): Challenge | undefined {
  const challenge = textField(body, "code_challenge");
  const method = textField(body, "code_challenge_method").toLowerCase();
  if (!challenge && !method) return undefined;
  if (!challenge || !method) {
    throw invalid("PKCE flow requires code_challenge_method and code_challenge");
  }
  if (challenge.length < 43 || challenge.length > 128) {
    throw invalid("code challenge has to be between 43 and 128 characters");
  }
  if (!/^[A-Za-z0-9._~-]+$/.test(challenge)) {
    throw invalid(
      "code challenge can only contain alphanumeric characters, hyphens, periods, underscores and tildes",
    );
  }
  if (method !== "s256" && method !== "plain") {
    throw invalid("Invalid code_challenge_method. Supported methods are: s256, plain");
  }
  return { challenge, method };
}
