import type { Context } from "hono";
import {
  bearerOf,
  callerOfToken,
  isEmptyBearer,
  roleOfKey,
} from "#backend/gateway/caller.server.ts";
import { AppError } from "#base/errors.ts";
import type { Caller } from "#db/client.server.ts";
import { TokenError } from "../gateway/access-token.server.ts";
import type { StorageContext } from "./context.server.ts";
import { accessDenied, invalidRequest, StorageError } from "./errors.ts";

const problems = {
  empty: "Invalid Compact JWS",
  malformed: "Invalid Compact JWS",
  signature: "signature verification failed",
  expired: '"exp" claim timestamp check failed',
  early: '"nbf" claim timestamp check failed',
  claims: "unexpected claim value",
  role: "unexpected claim value",
} as const;

/**
 * The caller. As upstream the Bearer alone decides; without one, an API key in `apikey` has its role.
 * @throws StorageError AccessDenied with upstream's message of a failed token check
 */
export async function callerOf({ keys, publicUrl }: StorageContext, c: Context): Promise<Caller> {
  const authorization = c.req.header("authorization");
  const bearer = bearerOf(authorization);
  const key = bearer ?? c.req.header("apikey") ?? "";
  if (key === "" && authorization === undefined) {
    throw invalidRequest("headers must have required property 'authorization'");
  }
  if (isEmptyBearer(authorization)) throw accessDenied(problems.malformed);
  const role = key ? await roleOfKey(keys, key) : undefined;
  if (role) return { dbRole: role, claims: {} };
  if (bearer === undefined) throw accessDenied(problems.malformed);
  try {
    return await callerOfToken(keys, publicUrl, bearer);
  } catch (error) {
    if (!(error instanceof AppError) || !(error.cause instanceof TokenError)) throw error;
    throw accessDenied(messageOf(error.cause));
  }
}

function messageOf({ problem, claim }: TokenError): string {
  if (problem !== "type") return problems[problem];
  return `"${claim}" claim must be a ${claim === "aud" ? "string or an array of strings" : "number"}`;
}

/** As `callerOf`, for public endpoints: a refused token counts as none. */
export async function callerIfKnown(
  context: StorageContext,
  c: Context,
): Promise<Caller | undefined> {
  try {
    return await callerOf(context, c);
  } catch (error) {
    if (error instanceof StorageError) return undefined;
    throw error;
  }
}

/** The caller's user id, for `owner_id`; null for keys. */
export function ownerOf(caller: Caller): string | null {
  const { sub } = caller.claims;
  return typeof sub === "string" && sub !== "" ? sub : null;
}
