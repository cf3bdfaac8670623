import { hkdfSync } from "node:crypto";
import { errors, type JWTPayload, jwtVerify, SignJWT } from "jose";
import type { Keys } from "#backend/gateway/keys.server.ts";
import { invalidRequest, invalidSignature, invalidToken } from "#backend/storage/errors.ts";
import type { ObjectAddress } from "#backend/storage/names.ts";
import { dateNow, timeNow } from "#base/clock.ts";

type Scope = "download" | "upload";

export interface SignedRight {
  readonly expires: Date;
  /** The owner of a file uploaded with this token. */
  readonly owner: string | null;
  /** The owner had an account when the token was signed. */
  readonly ownerHasAccount: boolean;
  readonly upsert: boolean;
  /** The query of the signed transformation, `width=100&height=100`. */
  readonly transformations: string | undefined;
}

const audience = "storage-signed-url";
/** Seconds; a hundred years, so that dates stay within HTTP's range. */
export const maxLifeSeconds = 100 * 365 * 24 * 60 * 60;

/** A separate key, so that these tokens are never valid as access tokens, nor the reverse. */
function keyOf(keys: Keys): Uint8Array {
  return new Uint8Array(hkdfSync("sha256", keys.pepper, "", "storage/signed-url/v1", 32));
}

/** @param seconds life of the token, from now on */
export function signToken(
  keys: Keys,
  scope: Scope,
  { bucket, name }: ObjectAddress,
  seconds: number,
  extra: {
    owner?: string | null;
    account?: boolean;
    upsert?: boolean;
    transformations?: string;
  } = {},
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
 * Verifies signature, scope, path and time.
 * @throws StorageError InvalidJWT with upstream's message of a failed token check, InvalidSignature for
 * another path or scope
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
    ownerHasAccount: claims.account === true,
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
