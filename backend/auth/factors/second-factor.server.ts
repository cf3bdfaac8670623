import { AuthError } from "#backend/auth/errors.ts";
import type { SignedIn } from "#backend/auth/request.server.ts";
import { asShop, type Sql } from "#db/client.server.ts";
import type { FactorRow } from "./factor-row.ts";

/**
 * A person with a verified second factor must have used it before a change of sign-in.
 * @throws AuthError 401 `insufficient_aal`
 */
export async function requireSecondFactor({ user, session }: SignedIn): Promise<void> {
  if (session.aal === "aal2" || !(await hasVerifiedFactor(asShop(), user.id))) return;
  throw new AuthError(
    401,
    "insufficient_aal",
    "AAL2 session is required to update email or password when MFA is enabled.",
  );
}

/**
 * A new factor of a person who has a verified one needs a session that used it. Otherwise an enrolment from before that factor
 * would replace it.
 * @throws AuthError 403 `insufficient_aal`
 */
export async function requireAal2ForNewFactor(
  sql: Sql,
  { user, session }: SignedIn,
  factor: FactorRow,
): Promise<void> {
  if (factor.status === "verified" || session.aal === "aal2") return;
  if (!(await hasVerifiedFactor(sql, user.id))) return;
  throw new AuthError(403, "insufficient_aal", "AAL2 required to verify a new factor");
}

async function hasVerifiedFactor(sql: Sql, userId: string): Promise<boolean> {
  const [factor] = await sql`
    select 1 from auth.mfa_factors where user_id = ${userId} and status = 'verified' limit 1`;
  return factor !== undefined;
}
