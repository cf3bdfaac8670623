import { hkdfSync } from "node:crypto";
import { AppError } from "./errors.ts";

// Stored on globalThis: in development the screens are a module graph of their own.
const key = Symbol.for("etalase.secret");
const registry = globalThis as unknown as Record<symbol, Uint8Array | undefined>;

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
