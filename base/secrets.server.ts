import { hkdfSync } from "node:crypto";
import { AppError } from "./errors.ts";

// Kept on globalThis: while screens are being worked on, their build is a module graph of its own.
const key = Symbol.for("etalase.secret");
const registry = globalThis as unknown as Record<symbol, Uint8Array | undefined>;

/** Called once at start. @param secret at least 32 random bytes that every process of this shop has */
export function provideSecret(secret: Uint8Array): void {
  registry[key] = secret;
}

/**
 * A secret for one purpose, derived (RFC 5869), so that what is signed for one is worth nothing for another.
 * @returns 32 bytes
 * @throws AppError `secret_not_provided` 500
 */
export function secretFor(purpose: string): Buffer {
  const secret = registry[key];
  if (!secret) throw new AppError("secret_not_provided", 500);
  return Buffer.from(hkdfSync("sha256", secret, "", `etalase:${purpose}`, 32));
}
