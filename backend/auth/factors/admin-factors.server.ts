import type { Context } from "hono";
import { requireAdmin, userOf } from "#backend/auth/admin-access.server.ts";
import { noteAction } from "#backend/auth/audit.server.ts";
import type { AuthContext } from "#backend/auth/context.server.ts";
import { AuthError } from "#backend/auth/errors.ts";
import { textField } from "#backend/auth/input.ts";
import { phoneNumber } from "#backend/auth/users/contacts.ts";
import { type FactorRow, factorJson } from "#backend/auth/users/users.server.ts";
import { readJsonObject } from "#backend/gateway/body.server.ts";
import { isUuid } from "#base/uuid.ts";
import { asShop, inTransaction, violatedConstraint } from "#db/client.server.ts";

/** GET /admin/users/{id}/factors */
export async function listFactors(context: AuthContext, c: Context): Promise<Response> {
  await requireAdmin(context, c);
  const user = await userOf(asShop(), c);
  const factors = await asShop()<FactorRow[]>`
    select * from auth.mfa_factors where user_id = ${user.id} order by created_at, id`;
  return c.json(factors.map(factorJson));
}

/** PUT /admin/users/{id}/factors/{factor_id}: changes the name, and the number of a phone factor. */
export async function changeFactor(context: AuthContext, c: Context): Promise<Response> {
  await requireAdmin(context, c);
  const body = await readJsonObject(c.req.raw);
  const user = await userOf(asShop(), c);
  const name = textField(body, "friendly_name").slice(0, 100) || null;
  const phone = textField(body, "phone") ? phoneNumber(textField(body, "phone")) : null;
  const [factor] = await asShop()<FactorRow[]>`
    update auth.mfa_factors set
      friendly_name = coalesce(${name}, friendly_name),
      phone = case when factor_type = 'phone' then coalesce(${phone}, phone) else phone end
    where id = ${factorId(c)} and user_id = ${user.id} returning *`.catch((error) => {
    if (violatedConstraint(error) !== "mfa_factor_name_conflict") throw error;
    throw new AuthError(
      422,
      "mfa_factor_name_conflict",
      `A factor with the friendly name "${name}" for this user already exists`,
    );
  });
  if (!factor) throw new AuthError(404, "mfa_factor_not_found", "Factor not found");
  return c.json(factorJson(factor));
}

/**
 * DELETE /admin/users/{id}/factors/{factor_id}. Lowers the sessions that used it: see private.lower_sessions.
 */
export async function deleteFactor(context: AuthContext, c: Context): Promise<Response> {
  await requireAdmin(context, c);
  const factor = await inTransaction(async (sql) => {
    const user = await userOf(sql, c);
    const [row] = await sql<FactorRow[]>`
      delete from auth.mfa_factors where id = ${factorId(c)} and user_id = ${user.id} returning *`;
    if (!row) throw new AuthError(404, "mfa_factor_not_found", "Factor not found");
    await noteAction(sql, "factor_deleted", { userId: user.id, traits: { factor_id: row.id } });
    return row;
  });
  return c.json(factorJson(factor));
}

/** @throws AuthError 404 */
function factorId(c: Context): string {
  const id = c.req.param("factorId") ?? "";
  if (!isUuid(id)) throw new AuthError(404, "validation_failed", "factor_id must be an UUID");
  return id;
}
