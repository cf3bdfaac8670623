import type { Context } from "hono";
import { noteAction } from "#backend/auth/audit.server.ts";
import type { AuthContext } from "#backend/auth/context.server.ts";
import { AuthError } from "#backend/auth/errors.ts";
import { requireSecondFactor } from "#backend/auth/factors/second-factor.server.ts";
import { requireProof } from "#backend/auth/reauthenticate.server.ts";
import { requireUser } from "#backend/auth/request.server.ts";
import { isUuid } from "#base/uuid.ts";
import { inTransaction } from "#db/client.server.ts";
import { requireManualLinking } from "../oauth/authorize.server.ts";
import { noteProviders } from "../oauth/external-account.server.ts";

/** DELETE /user/identities/{identity_id}: removes a sign-in method, except the last one. Needs a reauthenticated session. */
export async function unlinkIdentity(context: AuthContext, c: Context): Promise<Response> {
  const signedIn = await requireUser(context, c);
  requireManualLinking(context);
  await requireSecondFactor(signedIn);
  await requireProof(signedIn);
  const { user } = signedIn;
  const id = c.req.param("id") ?? "";
  if (!isUuid(id)) {
    throw new AuthError(404, "validation_failed", "identity_id must be an UUID");
  }
  await inTransaction(async (sql) => {
    await sql`select 1 from auth.users where id = ${user.id} for update`;
    const identities = await sql<{ id: string; provider: string }[]>`
      select id, provider from auth.identities where user_id = ${user.id} order by created_at`;
    if (identities.length <= 1) {
      throw new AuthError(
        422,
        "single_identity_not_deletable",
        "User must have at least 1 identity after unlinking",
      );
    }
    if (!identities.some((identity) => identity.id === id)) {
      throw new AuthError(422, "identity_not_found", "Identity doesn't exist");
    }
    await sql`delete from auth.identities where id = ${id}`;
    const gone = identities.find((identity) => identity.id === id)?.provider;
    // Remove the credentials of the sign-in method.
    if (gone === "email") {
      await sql`update auth.users set encrypted_password = null where id = ${user.id}`;
    }
    if (gone === "phone") {
      await sql`
        update auth.users set phone = null, phone_confirmed_at = null where id = ${user.id}`;
    }
    await noteProviders(sql, user.id);
    await noteAction(sql, "user_modified", { userId: user.id, traits: { changed: "identities" } });
  });
  return c.json({});
}
