import { createSecretKey, hkdfSync, type KeyObject } from "node:crypto";
import { AppError } from "./errors.ts";

// Stored on globalThis: in development the screens are a module graph of their own.
const key = Symbol.for("etalase.secret");
const registry = globalThis as unknown as Record<symbol, Uint8Array | undefined>;

/** Keys that were derived of a secret, by purpose. */
const keys = new WeakMap<Uint8Array, Map<string, KeyObject>>();

/**
 * Call once at start.
 * @param secret at least 32 random bytes, the same in every process of this shop
 */
export function provideSecret(secret: Uint8Array): void {
  registry[key] = secret;
}

/**
 * Derives a secret for one purpose (RFC 5869), so that a signature for one purpose is invalid for any other.
 * @returns 32 bytes
 * @throws AppError `secret_not_provided` 500
 */
export function secretFor(purpose: string): Buffer {
  const secret = registry[key];
  if (!secret) throw new AppError("secret_not_provided", 500);
  return Buffer.from(hkdfSync("sha256", secret, "", `etalase:${purpose}`, 32));
}

/**
 * As `secretFor`, derived once: for a signature of each row of a list or of each request, where deriving would cost more than signing.
 * @param bytes at most 32; the length of the key
 * @throws AppError `secret_not_provided` 500
 */
export function secretKeyFor(purpose: string, bytes = 32): KeyObject {
  const secret = registry[key];
  const name = `${purpose}:${bytes}`;
  const known = secret && keys.get(secret)?.get(name);
  if (known) return known;
  const derived = createSecretKey(secretFor(purpose).subarray(0, bytes));
  if (secret)
    keys.set(secret, (keys.get(secret) ?? new Map<string, KeyObject>()).set(name, derived));
  return derived;
}
