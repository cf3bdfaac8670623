import { createHash, timingSafeEqual } from "node:crypto";
import { AppError } from "#base/errors.ts";
import type { Caller } from "#db/client.server.ts";
import { TokenError, verifyAccessToken, verifyToken } from "./access-token.server.ts";
import type { Keys } from "./keys.server.ts";

type KeyRole = "anon" | "service_role";

/**
 * Who calls: the `apikey` (header, or query for websockets) opens the door, and `Authorization: Bearer`
 * says who the person is. The official clients send an API key as Bearer while nobody is signed in, so a
 * Bearer that equals a key stands for the key's role.
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
  if (bearer === undefined) return { dbRole: keyRole, claims: {} };
  if (bearerRole !== undefined) return { dbRole: bearerRole, claims: {} };
  return callerOfToken(keys, publicUrl, bearer);
}

/** @throws AppError 401 `bad_jwt` */
export async function callerOfToken(keys: Keys, publicUrl: string, token: string): Promise<Caller> {
  try {
    const claims = await verifyAccessToken(keys, publicUrl, token);
    return { dbRole: "authenticated", claims };
  } catch (error) {
    if (!(error instanceof TokenError)) throw error;
    throw new AppError("bad_jwt", 401, { message: error.message, cause: error });
  }
}

/** The credentials of `Authorization: Bearer …`; undefined when there are none. */
export function bearerOf(authorization: string | undefined): string | undefined {
  const match = /^Bearer +(\S+)$/i.exec(authorization?.trim() ?? "");
  return match?.[1];
}

/** Which role an API key stands for; undefined when it is no key of ours. */
export async function roleOfKey(keys: Keys, value: string): Promise<KeyRole | undefined> {
  if (isSame(value, keys.secret)) return "service_role";
  if (isSame(value, keys.publishable)) return "anon";
  for (const [key, role] of keys.legacyKeys ?? []) {
    if (isSame(value, key)) return role;
  }
  return keys.legacySecret ? roleOfLegacyToken(keys, value) : undefined;
}

/** A legacy key is a token without a person in it. */
async function roleOfLegacyToken(keys: Keys, token: string): Promise<KeyRole | undefined> {
  const claims = await verifyToken(keys, token).catch(() => undefined);
  if (!claims || claims.sub !== undefined) return undefined;
  return claims.role === "anon" || claims.role === "service_role" ? claims.role : undefined;
}

/** Takes the same time whatever the first differing character is. */
function isSame(a: string, b: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}
