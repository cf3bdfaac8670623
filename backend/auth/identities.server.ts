import type { Context } from "hono";
import { inTransaction } from "#db/client.server.ts";
import type { AuthContext } from "./context.server.ts";
import { AuthError, invalid } from "./errors.ts";
import { isUuid } from "./input.ts";
import { requireUser } from "./request.server.ts";

/** DELETE /user/identities/{identity_id}: one way to sign in less, as long as one is left. */
export async function unlinkIdentity(context: AuthContext, c: Context): Promise<Response> {
  const { user } = await requireUser(context, c);
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
    const left = identities
      .filter((identity) => identity.id !== id)
      .map(({ provider }) => provider);
    const providers = sql.json({ provider: left[0] ?? "email", providers: [...new Set(left)] });
    await sql`delete from auth.identities where id = ${id}`;
    await sql`
      update auth.users set raw_app_meta_data = raw_app_meta_data || ${providers} where id = ${user.id}`;
  });
  return c.json({});
}

/** GET /authorize and /user/identities/authorize: no other provider is set up. */
export function authorize(): never {
  throw invalid("Unsupported provider: provider is not enabled");
}
