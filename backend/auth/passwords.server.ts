import { hash, verify } from "@node-rs/bcrypt";
import { commonPasswords } from "./common-passwords.ts";
import { AuthError, invalid } from "./errors.ts";
import type { AuthSettings } from "./settings.ts";

/** Same as GoTrue's, so that hashes of both sides look alike. */
const cost = 10;
/** bcrypt looks at no more. */
const maxBytes = 72;

const atOnce = 2;
const maxWaiting = 20;
let running = 0;
const waiting: (() => void)[] = [];

/**
 * Hashing takes about 50 ms of a core: more than two at once would starve every other request.
 * @throws AuthError 429 when the queue is full; not 503, which clients repeat at once
 */
async function queued<T>(work: () => Promise<T>): Promise<T> {
  if (running >= atOnce) {
    if (waiting.length >= maxWaiting) {
      throw new AuthError(429, "over_request_rate_limit", "Request rate limit reached", {
        retryAfter: 2,
      });
    }
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else running++;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running--;
  }
}

/** @throws AuthError 429 */
export function hashPassword(password: string): Promise<string> {
  return queued(() => hash(password, { cost }));
}

/** Made at start: made at the first need, it would make that one answer twice as slow. */
const dummy = hash("nobody's password", { cost });

/**
 * Takes as long for an account that does not exist or has no password as for one that has.
 * @throws AuthError 429
 */
export async function isPassword(password: string, stored: string | null): Promise<boolean> {
  const against = stored || (await dummy);
  const matches = await queued(() => verify(password, against));
  return matches && Boolean(stored);
}

/** @throws AuthError 400 when it is longer than bcrypt can see */
export function checkPasswordLength(password: string): void {
  if (Buffer.byteLength(password) > maxBytes) {
    throw invalid("Password cannot be longer than 72 characters");
  }
}

export interface Weakness {
  readonly reasons: readonly string[];
  readonly message: string;
}

/** Why a password is weak, in GoTrue's words; undefined when it is not. */
export function weaknessOf(password: string, settings: AuthSettings): Weakness | undefined {
  const reasons: string[] = [];
  const messages: string[] = [];
  if ([...password].length < settings.passwordMinLength) {
    reasons.push("length");
    messages.push(`Password should be at least ${settings.passwordMinLength} characters.`);
  }
  const hasAll = [/[a-z]/, /[A-Z]/, /[0-9]/].every((set) => set.test(password));
  if (settings.passwordCharacters && !hasAll) {
    reasons.push("characters");
    messages.push(
      "Password should contain at least one character of each: abcdefghijklmnopqrstuvwxyz, ABCDEFGHIJKLMNOPQRSTUVWXYZ, 0123456789.",
    );
  }
  if (commonPasswords.has(password.toLowerCase())) {
    reasons.push("pwned");
    messages.push("Password is known to be weak and easy to guess, please choose a different one.");
  }
  return reasons.length > 0 ? { reasons, message: messages.join(" ") } : undefined;
}

/** @throws AuthError 422 `weak_password`, 400 */
export function checkNewPassword(password: string, settings: AuthSettings): void {
  checkPasswordLength(password);
  const weakness = weaknessOf(password, settings);
  if (weakness) {
    throw new AuthError(422, "weak_password", weakness.message, {
      weakPassword: weakness.reasons,
    });
  }
}
