import type { Context } from "hono";
import { findUser, type UserRow } from "#backend/auth/users/users.server.ts";
import { readCaller } from "#backend/gateway/caller.server.ts";
import { AppError } from "#base/errors.ts";
import { isUuid } from "#base/uuid.ts";
import type { Sql } from "#db/client.server.ts";
import type { AuthContext } from "./context.server.ts";
import { AuthError } from "./errors.ts";

/**
 * Requires the secret key.
 * @throws AuthError 401, 403 `not_admin`
 */
export async function requireAdmin(context: AuthContext, c: Context): Promise<void> {
  const caller = await readCaller(context.keys, context.publicUrl, {
    apikey: c.req.header("apikey"),
    authorization: c.req.header("authorization"),
  }).catch((error) => {
    if (error instanceof AppError) throw new AuthError(401, error.code, error.message);
    throw error;
  });
  if (caller.dbRole !== "service_role") throw new AuthError(403, "not_admin", "User not allowed");
}

/**
 * The account of the path's id.
 * @throws AuthError 404
 */
export async function userOf(sql: Sql, c: Context): Promise<UserRow> {
  const id = c.req.param("id") ?? "";
  if (!isUuid(id)) throw new AuthError(404, "validation_failed", "user_id must be an UUID");
  const user = await findUser(sql, id);
  if (!user) throw new AuthError(404, "user_not_found", "User not found");
  return user;
}

export function phoneExists(): AuthError {
  return new AuthError(
    422,
    "phone_exists",
    "A user with this phone number has already been registered",
  );
}

export function emailExists(): AuthError {
  return new AuthError(
    422,
    "email_exists",
    "A user with this email address has already been registered",
  );
}
