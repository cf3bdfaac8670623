import { hash, verify } from "@node-rs/bcrypt";
import { AuthError, invalid } from "#backend/auth/errors.ts";
import type { AuthSettings } from "#backend/auth/settings.ts";
import { isEasilyGuessed } from "./password-strength.server.ts";

/** Same as GoTrue's, so that hashes are interchangeable. */
const cost = 10;
/** bcrypt ignores further bytes. */
const maxBytes = 72;

const atOnce = 2;
const maxWaiting = 20;
let running = 0;
const waiting: (() => void)[] = [];

/**
 * Hashing takes about 50 ms of a core: more than two at once would starve other requests.
 * @throws AuthError 429 when the queue is full; not 503, which clients retry at once
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

/** Computed at start: on first use it would double the time of that answer. */
const dummy = hash("nobody's password", { cost });

/**
 * Takes the same time for an account that does not exist or has no password.
 * @throws AuthError 429
 */
export function isPassword(password: string, stored: string | null): Promise<boolean> {
  return queued(() => compare(password, stored));
}

/**
 * As `isPassword`, with steps right before and after in the same queue slot. A guess is so counted when it is
 * judged: of correct passwords that arrive together at most two are counted before the first is accepted.
 * @throws AuthError 429
 */
export function judgePassword<T>(
  password: string,
  stored: string | null,
  around: { before: () => Promise<T>; whenRight: (counted: T) => Promise<void> },
): Promise<{ counted: T; matches: boolean }> {
  return queued(async () => {
    const counted = await around.before();
    const matches = await compare(password, stored);
    if (matches) await around.whenRight(counted);
    return { counted, matches };
  });
}

async function compare(password: string, stored: string | null): Promise<boolean> {
  const matches = await verify(password, stored || (await dummy));
  return matches && Boolean(stored);
}

/** @throws AuthError 400 when it is longer than bcrypt's limit */
export function checkPasswordLength(password: string): void {
  if (Buffer.byteLength(password) > maxBytes) {
    throw invalid("Password cannot be longer than 72 characters");
  }
}

export interface Weakness {
  readonly reasons: readonly string[];
  readonly message: string;
}

/**
 * Why a password is weak, with GoTrue's messages; undefined when it is not.
 * @param ownWords words about the person, e.g. the email address
 */
export async function weaknessOf(
  password: string,
  settings: AuthSettings,
  ownWords: readonly string[] = [],
): Promise<Weakness | undefined> {
  const reasons: string[] = [];
  const messages: string[] = [];
  if ([...password].length < settings.passwordMinLength) {
    reasons.push("length");
    messages.push(`Password should be at least ${settings.passwordMinLength} characters.`);
  }
  const hasOneOf = (set: string) => [...password].some((character) => set.includes(character));
  if (!settings.passwordCharacters.every(hasOneOf)) {
    reasons.push("characters");
    const sets = settings.passwordCharacters.join(", ");
    messages.push(`Password should contain at least one character of each: ${sets}.`);
  }
  // Report only the length of a password that is too short.
  const isLongEnough = !reasons.includes("length");
  if (isLongEnough && settings.passwordStrength && (await isEasilyGuessed(password, ownWords))) {
    reasons.push("pwned");
    messages.push("Password is known to be weak and easy to guess, please choose a different one.");
  }
  return reasons.length > 0 ? { reasons, message: messages.join(" ") } : undefined;
}

/** @throws AuthError 422 `weak_password`, 400 */
export async function checkNewPassword(
  password: string,
  settings: AuthSettings,
  ownWords: readonly string[] = [],
): Promise<void> {
  checkPasswordLength(password);
  const weakness = await weaknessOf(password, settings, ownWords);
  if (weakness) {
    throw new AuthError(422, "weak_password", weakness.message, {
      weakPassword: weakness.reasons,
    });
  }
}
