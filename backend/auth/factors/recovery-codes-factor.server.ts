import type { Context } from "hono";
import { noteAction } from "#backend/auth/audit.server.ts";
import type { AuthContext } from "#backend/auth/context.server.ts";
import { AuthError } from "#backend/auth/errors.ts";
import { requireProof } from "#backend/auth/reauthenticate.server.ts";
import { requireUser } from "#backend/auth/request.server.ts";
import { asShop, inTransaction, type Sql } from "#db/client.server.ts";
import { replaceCodes, requireAal2, setOf } from "./recovery-codes.server.ts";

/*
 * Recovery codes for the official client's methods (`auth.mfa.recoveryCodes`, experimental in auth-js 2.119).
 * They are the codes of /recovery-codes. Unlike upstream they are not in the list of factors: they replace a
 * factor and are deleted with the last one.
 */

const type = "recovery_code";

/**
 * GET /factors/recovery-codes: the total and the remaining number.
 * @throws AuthError 404
 */
export async function recoveryCodesStatus(context: AuthContext, c: Context): Promise<Response> {
  const { user } = await requireUser(context, c);
  const { id, total, remaining } = await existing(asShop(), user.id);
  return c.json({ id, type, total, remaining });
}

/**
 * POST /factors/recovery-codes: creates the first set.
 * @throws AuthError 403, 422 `mfa_verified_factor_exists`
 */
export function generateRecoveryCodes(context: AuthContext, c: Context): Promise<Response> {
  return make(context, c, async (sql, userId) => {
    if (!(await setOf(sql, userId))) return;
    const text = "Recovery codes already exist, regenerate them to continue";
    throw new AuthError(422, "mfa_verified_factor_exists", text);
  });
}

/**
 * POST /factors/recovery-codes/regenerate: replaces the set.
 * @throws AuthError 403, 404
 */
export function regenerateRecoveryCodes(context: AuthContext, c: Context): Promise<Response> {
  return make(context, c, async (sql, userId) => {
    await existing(sql, userId);
  });
}

/** DELETE /factors/recovery-codes. @throws AuthError 400 `reauthentication_needed`, 403, 404 */
export async function removeRecoveryCodes(context: AuthContext, c: Context): Promise<Response> {
  const signedIn = await requireAal2(context, c);
  const { user } = signedIn;
  await requireProof(signedIn);
  const id = await inTransaction(async (sql) => {
    await sql`select 1 from auth.users where id = ${user.id} for update`;
    const set = await existing(sql, user.id);
    await sql`delete from auth.recovery_codes where user_id = ${user.id}`;
    await noteAction(sql, "recovery_codes_removed", { userId: user.id, ip: context.clientIp(c) });
    return set.id;
  });
  return c.json({ id });
}

async function make(
  context: AuthContext,
  c: Context,
  check: (sql: Sql, userId: string) => Promise<void>,
): Promise<Response> {
  const signedIn = await requireAal2(context, c);
  const { user } = signedIn;
  const { id, codes } = await inTransaction(async (sql) => {
    await sql`select 1 from auth.users where id = ${user.id} for update`;
    await check(sql, user.id);
    return replaceCodes(sql, context, c, signedIn);
  });
  c.header("Cache-Control", "no-store");
  return c.json({ id, type, total: codes.length, codes });
}

async function existing(sql: Sql, userId: string) {
  const set = await setOf(sql, userId);
  if (!set) throw new AuthError(404, "mfa_factor_not_found", "Factor not found");
  return set;
}
