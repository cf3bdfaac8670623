import { AuthError } from "#backend/auth/errors.ts";
import type { SignedIn } from "#backend/auth/request.server.ts";
import { asShop } from "#db/client.server.ts";

/**
 * A person with a verified second factor must have used it before a change of sign-in.
 * @throws AuthError 401 `insufficient_aal`
 */
export async function requireSecondFactor({ user, session }: SignedIn): Promise<void> {
  if (session.aal === "aal2") return;
  const [factor] = await asShop()`
    select 1 from auth.mfa_factors where user_id = ${user.id} and status = 'verified' limit 1`;
  if (!factor) return;
  throw new AuthError(
    401,
    "insufficient_aal",
    "AAL2 session is required to update email or password when MFA is enabled.",
  );
}
