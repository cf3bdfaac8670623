import { createECDH, type KeyObject } from "node:crypto";
import { importJWK } from "jose";
import { secretFor } from "#base/secrets.server.ts";

export interface PushKey {
  /** P-256, uncompressed, base64url: the browser's `applicationServerKey`. */
  readonly publicKey: string;
  readonly privateKey: CryptoKey | KeyObject | Uint8Array;
}

/** The key that identifies this shop to push services (RFC 8292), derived from the shop's secret. */
export async function pushKey(): Promise<PushKey> {
  const ecdh = createECDH("prime256v1");
  const secret = secretFor("web-push");
  ecdh.setPrivateKey(secret);
  const point = ecdh.getPublicKey();
  const privateKey = await importJWK(
    {
      kty: "EC",
      crv: "P-256",
      x: point.subarray(1, 33).toString("base64url"),
      y: point.subarray(33).toString("base64url"),
      d: secret.toString("base64url"),
    },
    "ES256",
  );
  return { publicKey: point.toString("base64url"), privateKey };
}
