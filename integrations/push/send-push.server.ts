import { createECDH } from "node:crypto";
import { encrypt } from "http_ece";
import { SignJWT } from "jose";
import { timeNow } from "#base/clock.ts";
import { requestPublic } from "#integrations/web/request-public.server.ts";
import { pushKey } from "./push-key.server.ts";

export interface PushTarget {
  /** The address at the browser's push service. */
  readonly endpoint: string;
  /** The browser's public key: P-256, uncompressed, 65 bytes. */
  readonly public_key: Uint8Array;
  /** The browser's secret, 16 bytes. */
  readonly secret: Uint8Array;
}

export interface PushOptions {
  /** The shop's address, for the push service's operator. */
  readonly publicUrl: string;
  /** Seconds for which the push service stores the message while the device is offline. */
  readonly storedFor: number;
  /** Filter for IP addresses; public addresses by default. */
  readonly isAllowed?: (address: string) => boolean;
}

const timeoutMs = 10_000;
/** Seconds. The maximum of RFC 8292 is a day. */
const tokenSeconds = 12 * 60 * 60;

/**
 * Encrypts a message (RFC 8291) and sends it to the browser's push service (RFC 8030).
 * @param message at most 3,900 bytes
 * @returns `gone`: the subscription has ended, or was made for another key; `refused`: the service does not accept the message
 * @throws Error when the service cannot be reached or asks for a later attempt
 */
export async function sendPush(
  target: PushTarget,
  message: Uint8Array,
  options: PushOptions,
): Promise<"sent" | "gone" | "refused"> {
  const url = new URL(target.endpoint);
  const sender = createECDH("prime256v1");
  sender.generateKeys();
  const body = encrypt(message, {
    version: "aes128gcm",
    dh: Buffer.from(target.public_key).toString("base64url"),
    authSecret: Buffer.from(target.secret).toString("base64url"),
    privateKey: sender,
  });
  const key = await pushKey();
  const token = await new SignJWT({})
    .setProtectedHeader({ alg: "ES256", typ: "JWT" })
    .setAudience(url.origin)
    .setSubject(options.publicUrl)
    .setExpirationTime(Math.floor(timeNow() / 1000) + tokenSeconds)
    .sign(key.privateKey);
  const answer = await requestPublic(url, {
    method: "POST",
    headers: {
      authorization: `vapid t=${token}, k=${key.publicKey}`,
      "content-encoding": "aes128gcm",
      "content-length": String(body.byteLength),
      "content-type": "application/octet-stream",
      ttl: String(options.storedFor),
      urgency: "high",
    },
    body,
    signal: AbortSignal.timeout(timeoutMs),
    isAllowed: options.isAllowed,
  });
  answer.destroy();
  const status = answer.statusCode ?? 0;
  if (status >= 200 && status < 300) return "sent";
  if (status === 403 || status === 404 || status === 410) return "gone";
  if (status === 429 || status >= 500) throw new Error(`the push service answered ${status}`);
  return "refused";
}
