import type { Context } from "hono";
import { renderSVG } from "uqr";
import { noteAction } from "#backend/auth/audit.server.ts";
import {
  type AuthContext,
  limitMessagesFrom,
  limitRequests,
} from "#backend/auth/context.server.ts";
import { AuthError, invalid } from "#backend/auth/errors.ts";
import { textField } from "#backend/auth/input.ts";
import { sendNotice } from "#backend/auth/mail/send-notice.server.ts";
import { requireProof, requireRecentProof } from "#backend/auth/reauthenticate.server.ts";
import { requireUser, type SignedIn } from "#backend/auth/request.server.ts";
import { phoneNumber } from "#backend/auth/users/contacts.ts";
import { readJsonObject } from "#backend/gateway/body.server.ts";
import { isUuid } from "#base/uuid.ts";
import { asShop, inTransaction, type Sql, violatedConstraint } from "#db/client.server.ts";
import type { FactorRow } from "./factor-row.ts";
import { challengePhone, refuseSameNumber } from "./phone-factor.server.ts";
import { requireAal2ForNewFactor } from "./second-factor.server.ts";
import { base32, newSecret, otpauthUri, seal } from "./totp.ts";

/** POST /factors: a new second factor, unverified until its first correct code. */
export async function enrollFactor(context: AuthContext, c: Context): Promise<Response> {
  const signedIn = await requireUser(context, c);
  const body = await readJsonObject(c.req.raw);
  const type = textField(body, "factor_type");
  if (!["totp", "phone", "webauthn"].includes(type)) {
    throw invalid("factor_type needs to be totp, phone, or webauthn");
  }
  if (!isEnabled(context, type)) {
    const kind = type === "webauthn" ? "webauthn" : type;
    throw new AuthError(
      422,
      `mfa_${kind}_enroll_not_enabled`,
      `MFA enroll is disabled for ${type}`,
    );
  }
  if (signedIn.user.is_anonymous) {
    throw new AuthError(403, "no_authorization", "Anonymous users cannot enroll a second factor");
  }
  const name = textField(body, "friendly_name").slice(0, 100);
  if (type === "phone") {
    const phone = phoneNumber(textField(body, "phone"));
    await refuseSameNumber(signedIn.user.id, phone);
    const id = await enroll(context, signedIn, name, { type, secret: null, phone });
    return c.json({ id, type, friendly_name: name, phone });
  }
  const issuer = textField(body, "issuer").slice(0, 100) || (await context.shopName());
  const { user } = signedIn;
  const secret = newSecret();
  const sealed = seal(context.keys.pepper, secret);
  const id = await enroll(context, signedIn, name, { type: "totp", secret: sealed, phone: null });
  const uri = otpauthUri(issuer.replaceAll(":", " "), user.email || user.id, base32(secret));
  c.header("Cache-Control", "no-store");
  return c.json({
    id,
    type: "totp",
    friendly_name: name,
    totp: { qr_code: renderSVG(uri), secret: base32(secret), uri },
  });
}

export function isEnabled({ settings }: AuthContext, type: string): boolean {
  return (type === "totp" || type === "phone") && settings.factors[type];
}

interface NewFactor {
  readonly type: "totp" | "phone";
  readonly secret: string | null;
  readonly phone: string | null;
}

/**
 * @throws AuthError 422 `mfa_factor_name_conflict` | `too_many_enrolled_mfa_factors`, 403 `insufficient_aal`, 400
 * `reauthentication_needed`
 */
function enroll(
  context: AuthContext,
  signedIn: SignedIn,
  name: string,
  factor: NewFactor,
): Promise<string> {
  return inTransaction((sql) => addFactor(sql, context, signedIn, name, factor)).catch((error) => {
    if (violatedConstraint(error) !== "mfa_factor_name_conflict") throw error;
    throw new AuthError(
      422,
      "mfa_factor_name_conflict",
      `A factor with the friendly name "${name}" for this user already exists`,
    );
  });
}

async function addFactor(
  sql: Sql,
  context: AuthContext,
  signedIn: SignedIn,
  name: string,
  { type, secret, phone }: NewFactor,
): Promise<string> {
  const { user, session } = signedIn;
  // Locks the person's row, so that the checks below hold for concurrent requests.
  await sql`select 1 from auth.users where id = ${user.id} for update`;
  await sql`
    delete from auth.mfa_factors
    where user_id = ${user.id} and status = 'unverified' and created_at < now() - interval '5 minutes'`;
  const factors = await sql<{ status: string }[]>`
    select status from auth.mfa_factors where user_id = ${user.id}`;
  if (factors.length >= context.settings.maxFactors) {
    throw new AuthError(
      422,
      "too_many_enrolled_mfa_factors",
      "Maximum number of verified factors reached, unenroll to continue",
    );
  }
  if (session.aal !== "aal2" && factors.some(({ status }) => status === "verified")) {
    throw new AuthError(403, "insufficient_aal", "AAL2 required to enroll a new factor");
  }
  await requireRecentProof(sql, signedIn);
  const [row] = await sql<{ id: string }[]>`
    insert into auth.mfa_factors (user_id, friendly_name, factor_type, secret, phone)
    values (${user.id}, ${name}, ${type}, ${secret}, ${phone}) returning id`;
  if (!row) throw new Error("no factor row");
  await noteAction(sql, "factor_in_progress", { userId: user.id, traits: { factor_id: row.id } });
  return row.id;
}

/** POST /factors/{id}/challenge: opens a challenge for the next code. */
export async function challengeFactor(context: AuthContext, c: Context): Promise<Response> {
  await limitRequests(context, c, "factor");
  const signedIn = await requireUser(context, c);
  const { user } = signedIn;
  const factor = await findFactor(asShop(), user.id, c);
  await requireAal2ForNewFactor(asShop(), signedIn, factor);
  if (!isEnabled(context, factor.factor_type)) {
    const code = `mfa_${factor.factor_type}_verify_not_enabled`;
    throw new AuthError(422, code, `MFA verification is disabled for ${factor.factor_type}`);
  }
  if (factor.factor_type === "phone") {
    if (factor.status === "unverified") await limitMessagesFrom(context, c);
    const challenge = await challengePhone(context, user, factor, context.clientIp(c));
    return c.json({ id: challenge.id, type: "phone", expires_at: challenge.expires_at });
  }
  const [row] = await asShop()<{ id: string; expires_at: number }[]>`
    with touched as (
      update auth.mfa_factors set last_challenged_at = now() where id = ${factor.id}
    )
    insert into auth.mfa_challenges (factor_id, ip_address)
    values (${factor.id}, ${context.clientIp(c)})
    returning id, extract(epoch from created_at + interval '5 minutes')::int as expires_at`;
  return c.json({ id: row?.id, type: factor.factor_type, expires_at: row?.expires_at });
}

/**
 * DELETE /factors/{id}. A verified one needs a reauthenticated session. Lowers the sessions that used it: see
 * private.lower_sessions.
 */
export async function removeFactor(context: AuthContext, c: Context): Promise<Response> {
  const signedIn = await requireUser(context, c);
  const { user, session } = signedIn;
  const id = await inTransaction(async (sql) => {
    const factor = await findFactor(sql, user.id, c);
    if (factor.status === "verified" && session.aal !== "aal2") {
      throw new AuthError(422, "insufficient_aal", "AAL2 required to unenroll verified factor");
    }
    if (factor.status === "verified") await requireProof(signedIn, sql);
    await sql`delete from auth.mfa_factors where id = ${factor.id}`;
    await noteAction(sql, "factor_deleted", { userId: user.id, traits: { factor_id: factor.id } });
    if (factor.status === "verified") await sendNotice(sql, context, user, "factor_removed", {});
    return factor.id;
  });
  return c.json({ id });
}

/**
 * The person's own factor of the path's id.
 * @throws AuthError 404
 */
export async function findFactor(sql: Sql, userId: string, c: Context): Promise<FactorRow> {
  const id = c.req.param("id") ?? "";
  if (!isUuid(id)) throw new AuthError(404, "validation_failed", "factor_id must be an UUID");
  const [factor] = await sql<FactorRow[]>`
    select * from auth.mfa_factors where id = ${id} and user_id = ${userId}`;
  if (!factor) throw new AuthError(404, "mfa_factor_not_found", "Factor not found");
  return factor;
}
