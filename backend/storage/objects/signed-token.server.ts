import { hkdfSync } from "node:crypto";
import { errors, type JWTPayload, jwtVerify, SignJWT } from "jose";
import type { Keys } from "#backend/gateway/keys.server.ts";
import { invalidRequest, invalidSignature, invalidToken } from "#backend/storage/errors.ts";
import { dateNow, timeNow } from "#base/clock.ts";
import type { ObjectAddress } from "./names.ts";

type Scope = "download" | "upload";

export interface SignedRight {
  readonly expires: Date;
  /** Who a file that comes in by this token belongs to. */
  readonly owner: string | null;
  readonly upsert: boolean;
  /** The query of a transformation that was signed along, `width=100&height=100`. */
  readonly transformations: string | undefined;
}

const audience = "storage-signed-url";
/** Seconds; a hundred years, so that dates stay within what HTTP can say. */
export const maxLifeSeconds = 100 * 365 * 24 * 60 * 60;

/** A key for nothing but these tokens, so that none of them is ever an access token, nor the other way round. */
function keyOf(keys: Keys): Uint8Array {
  return new Uint8Array(hkdfSync("sha256", keys.pepper, "", "storage/signed-url/v1", 32));
}

/** @param seconds how long it can be used, from now on */
export function signToken(
  keys: Keys,
  scope: Scope,
  { bucket, name }: ObjectAddress,
  seconds: number,
  extra: { owner?: string | null; upsert?: boolean; transformations?: string } = {},
): Promise<string> {
  const now = Math.floor(timeNow() / 1000);
  return new SignJWT({ url: `${bucket}/${name}`, scope, ...extra })
    .setProtectedHeader({ alg: "HS256", typ: "JWT" })
    .setAudience(audience)
    .setIssuedAt(now)
    .setExpirationTime(now + seconds)
    .sign(keyOf(keys));
}

/**
 * Signature, scope, path and time, all four.
 * @throws StorageError InvalidJWT in the words of upstream's token check, InvalidSignature for another path or scope
 */
export async function openToken(
  keys: Keys,
  token: string | undefined,
  scope: Scope,
  { bucket, name }: ObjectAddress,
): Promise<SignedRight> {
  if (!token) throw invalidRequest("querystring must have required property 'token'");
  const claims = await claimsOf(keys, token);
  if (claims.scope !== scope || claims.url !== `${bucket}/${name}`) throw invalidSignature();
  return {
    expires: new Date((claims.exp ?? 0) * 1000),
    owner: typeof claims.owner === "string" ? claims.owner : null,
    upsert: claims.upsert === true,
    transformations:
      typeof claims.transformations === "string" ? claims.transformations : undefined,
  };
}

async function claimsOf(keys: Keys, token: string): Promise<JWTPayload> {
  try {
    const { payload } = await jwtVerify(token, keyOf(keys), {
      algorithms: ["HS256"],
      currentDate: dateNow(),
      audience,
      requiredClaims: ["exp"],
    });
    return payload;
  } catch (error) {
    if (error instanceof errors.JWTExpired) {
      throw invalidToken('"exp" claim timestamp check failed');
    }
    if (error instanceof errors.JWSInvalid) throw invalidToken("Invalid Compact JWS");
    throw invalidToken("signature verification failed");
  }
}
