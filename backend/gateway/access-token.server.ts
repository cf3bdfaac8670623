import {
  decodeProtectedHeader,
  errors,
  type JWTPayload,
  jwtVerify,
  type ProtectedHeaderParameters,
  SignJWT,
} from "jose";
import { dateNow } from "#base/clock.ts";
import type { Keys } from "./keys.server.ts";

/** The claims of an access token. Same names as GoTrue's, so that policies written for it work here. */
export interface AccessClaims extends Readonly<Record<string, unknown>> {
  readonly iss: string;
  readonly sub: string;
  readonly aud: string;
  /** Unix seconds. */
  readonly exp: number;
  readonly iat: number;
  readonly email: string;
  readonly phone: string;
  readonly app_metadata: Readonly<Record<string, unknown>>;
  readonly user_metadata: Readonly<Record<string, unknown>>;
  readonly role: "authenticated";
  readonly aal: "aal1" | "aal2";
  /** The authentication methods of the session, newest first. `timestamp` in Unix seconds. */
  readonly amr: readonly { readonly method: string; readonly timestamp: number }[];
  readonly session_id: string;
  readonly is_anonymous: boolean;
}

/** Allowed difference between two machines' clocks. */
const skewSeconds = 30;
const keyId = /^[A-Za-z0-9_-]{1,128}$/;

export function issuerOf(publicUrl: string): string {
  return `${publicUrl}/auth/v1`;
}

export async function signAccessToken(keys: Keys, claims: AccessClaims): Promise<string> {
  return new SignJWT({ ...claims })
    .setProtectedHeader({ alg: keys.signing.algorithm, typ: "JWT", kid: keys.signing.kid })
    .sign(keys.signing.privateKey);
}

export type TokenProblem =
  | "empty"
  | "malformed"
  | "signature"
  | "expired"
  | "early"
  /** A claim has the wrong type. */
  | "type"
  | "claims"
  | "role";

/** An invalid token. `message` is GoTrue's text. */
export class TokenError extends Error {
  readonly problem: TokenProblem;
  /** The claim of the problem `type`. */
  readonly claim: string | undefined;

  constructor(problem: TokenProblem, message: string, claim?: string) {
    super(message);
    this.name = "TokenError";
    this.problem = problem;
    this.claim = claim;
  }
}

/**
 * Verifies signature, issuer, audience and time of a person's access token. The algorithm is that of our key
 * for the `kid`, never the token's claim.
 * @throws TokenError
 */
export async function verifyAccessToken(
  keys: Keys,
  publicUrl: string,
  token: string,
): Promise<AccessClaims> {
  return accessClaimsOf(publicUrl, await verifyToken(keys, token));
}

/**
 * @param claims of a token with valid signature and time.
 * @throws TokenError when the token belongs to no session
 */
export function accessClaimsOf(publicUrl: string, claims: JWTPayload): AccessClaims {
  if (claims.exp === undefined) throw notAccepted("exp");
  if (claims.iss !== issuerOf(publicUrl)) throw notAccepted("iss");
  if (claims.aud !== "authenticated") throw notAccepted("aud");
  if (typeof claims.sub !== "string" || claims.sub === "") {
    throw new TokenError("claims", "invalid claim: missing sub claim");
  }
  if (claims.role !== "authenticated" || typeof claims.session_id !== "string") {
    throw new TokenError("claims", "invalid JWT: not an access token");
  }
  return claims as unknown as AccessClaims;
}

/**
 * Verifies the signature, the times and the type of `aud`, but no other claim. A token without `exp` does not expire.
 * @throws TokenError
 */
export async function verifyToken(keys: Keys, token: string): Promise<JWTPayload> {
  const { key, algorithm } = keyFor(keys, token);
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: [algorithm],
      currentDate: dateNow(),
      clockTolerance: skewSeconds,
    });
    if (!isAudience(payload.aud)) throw notAccepted("aud", "type");
    return payload;
  } catch (error) {
    throw error instanceof TokenError ? error : tokenError(error);
  }
}

function isAudience(aud: unknown): boolean {
  if (aud === undefined || typeof aud === "string") return true;
  return Array.isArray(aud) && aud.every((item) => typeof item === "string");
}

function keyFor(keys: Keys, token: string): { key: CryptoKey | Uint8Array; algorithm: string } {
  let header: ProtectedHeaderParameters;
  try {
    header = decodeProtectedHeader(token);
  } catch {
    throw new TokenError("malformed", "invalid JWT: unable to parse or verify signature");
  }
  const { kid, alg } = header;
  if (typeof kid === "string" && keyId.test(kid)) {
    const known = keys.verification.get(kid);
    if (known && known.algorithm === alg) return known;
  }
  if (kid === undefined && alg === "HS256" && keys.legacySecret) {
    return { key: keys.legacySecret, algorithm: "HS256" };
  }
  throw new TokenError(
    "signature",
    "invalid JWT: unable to parse or verify signature, unknown key",
  );
}

function tokenError(error: unknown): TokenError {
  if (error instanceof errors.JWTExpired) {
    return new TokenError(
      "expired",
      "invalid JWT: unable to parse or verify signature, token has invalid claims: token is expired",
    );
  }
  if (error instanceof errors.JWTClaimValidationFailed) {
    const isType = error.reason === "invalid";
    return notAccepted(error.claim, isType ? "type" : error.claim === "nbf" ? "early" : "claims");
  }
  if (error instanceof errors.JWTInvalid) {
    return new TokenError("claims", "invalid JWT: unable to parse claims");
  }
  if (error instanceof errors.JWSSignatureVerificationFailed) {
    return new TokenError("signature", "invalid JWT: unable to parse or verify signature");
  }
  return new TokenError("malformed", "invalid JWT: unable to parse or verify signature");
}

function notAccepted(claim: string, problem: TokenProblem = "claims"): TokenError {
  return new TokenError(problem, `invalid JWT: ${claim} claim is not accepted`, claim);
}
