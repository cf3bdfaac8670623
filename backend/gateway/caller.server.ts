import { createHash, timingSafeEqual } from "node:crypto";
import { decodeJwt, type JWTPayload } from "jose";
import { AppError } from "#base/errors.ts";
import type { Caller } from "#db/client.server.ts";
import { accessClaimsOf, TokenError, verifyToken } from "./access-token.server.ts";
import { findCustomRole } from "./custom-role.server.ts";
import type { Keys } from "./keys.server.ts";

type KeyRole = "anon" | "service_role";

/**
 * The caller of a request: the `apikey` (header, or query for websockets) grants access, and `Authorization:
 * Bearer` identifies the person. The official clients send an API key as Bearer while nobody is signed in, so
 * a Bearer that equals a key has the key's role.
 * @throws AppError 401 `no_api_key` | `invalid_api_key` | `bad_jwt` (its cause is the TokenError)
 */
export async function readCaller(
  keys: Keys,
  publicUrl: string,
  request: { apikey: string | undefined; authorization: string | undefined },
): Promise<Caller> {
  const bearer = bearerOf(request.authorization);
  const bearerRole = bearer === undefined ? undefined : await roleOfKey(keys, bearer);
  const keyRole = request.apikey ? await roleOfKey(keys, request.apikey) : bearerRole;
  if (keyRole === undefined) {
    throw request.apikey
      ? new AppError("invalid_api_key", 401, { message: "Invalid API key" })
      : new AppError("no_api_key", 401, { message: "No API key found in request" });
  }
  if (isEmptyBearer(request.authorization)) {
    throw refused(new TokenError("empty", "invalid JWT: the token is empty"));
  }
  if (bearer === undefined) return { dbRole: keyRole, claims: {} };
  if (bearerRole !== undefined) return { dbRole: bearerRole, claims: {} };
  return callerOfToken(keys, publicUrl, bearer);
}

/**
 * The caller of a session's token, or of a token that the merchant made with a key of this service. The
 * latter has no session, and its claims are free for the merchant's policies, as on a hosted backend.
 * @throws AppError 401 `bad_jwt`
 */
export async function callerOfToken(keys: Keys, publicUrl: string, token: string): Promise<Caller> {
  try {
    const claims = await verifyToken(keys, token);
    if (claims.session_id === undefined) return { dbRole: await roleOfClaims(claims), claims };
    return { dbRole: "authenticated", claims: accessClaimsOf(publicUrl, claims) };
  } catch (error) {
    if (!(error instanceof TokenError)) throw error;
    throw refused(error);
  }
}

function refused(error: TokenError): AppError {
  return new AppError("bad_jwt", 401, { message: error.message, cause: error });
}

/** The credentials of `Authorization: Bearer …`; undefined when there are none. */
export function bearerOf(authorization: string | undefined): string | undefined {
  const match = /^Bearer +(\S+)$/i.exec(authorization?.trim() ?? "");
  return match?.[1];
}

/** Whether a client sends `Authorization: Bearer` without a token. */
export function isEmptyBearer(authorization: string | undefined): boolean {
  return /^Bearer$/i.test(authorization?.trim() ?? "");
}

/** The role of an API key; undefined when it is no key of ours. */
export async function roleOfKey(keys: Keys, value: string): Promise<KeyRole | undefined> {
  if (isSame(value, keys.secret)) return "service_role";
  if (isSame(value, keys.publishable)) return "anon";
  for (const [key, role] of keys.furtherKeys ?? []) {
    if (isSame(value, key)) return role;
  }
  return roleOfKeyToken(keys, value);
}

/** A key can be a token without a person, as in hosted projects. */
async function roleOfKeyToken(keys: Keys, token: string): Promise<KeyRole | undefined> {
  if (!isKeyRole(unverifiedRole(token))) return undefined;
  const claims = await verifyToken(keys, token).catch(() => undefined);
  return claims?.exp !== undefined && isKeyRole(claims.role) ? claims.role : undefined;
}

/**
 * Reads the role without verification, so that no signature is checked twice.
 * @returns undefined for a person's token and for a text that is no token
 */
function unverifiedRole(token: string): unknown {
  if (!token.startsWith("ey")) return undefined;
  try {
    const { sub, session_id, role } = decodeJwt(token);
    return sub === undefined && session_id === undefined ? role : undefined;
  } catch {
    return undefined;
  }
}

function isKeyRole(role: unknown): role is KeyRole {
  return role === "anon" || role === "service_role";
}

/**
 * The role of a merchant's token: the visitor's when it names none.
 * @throws TokenError for a role that tokens may not name, and for `service_role` without `exp`
 */
async function roleOfClaims({ role = "anon", exp }: JWTPayload): Promise<Caller["dbRole"]> {
  if (role === "anon" || role === "authenticated") return role;
  if (role === "service_role") {
    if (exp !== undefined) return role;
    throw new TokenError("claims", "invalid JWT: exp claim is not accepted");
  }
  const custom = typeof role === "string" ? await findCustomRole(role) : undefined;
  if (custom !== undefined) return custom;
  throw new TokenError("role", `role "${String(role).slice(0, 63)}" does not exist`);
}

/** Compares in constant time. */
function isSame(a: string, b: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}
