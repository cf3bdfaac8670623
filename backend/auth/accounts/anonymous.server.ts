import type { Context } from "hono";
import { noteAction } from "#backend/auth/audit.server.ts";
import { type AuthContext, limitRequests } from "#backend/auth/context.server.ts";
import { AuthError } from "#backend/auth/errors.ts";
import { objectField } from "#backend/auth/input.ts";
import { sessionOriginOf } from "#backend/auth/request.server.ts";
import { type SessionJson, startSession } from "#backend/auth/sessions/sessions.server.ts";
import { allowsAnonymous } from "#backend/auth/settings.ts";
import type { UserRow } from "#backend/auth/users/users.server.ts";
import type { JsonObject } from "#backend/gateway/body.server.ts";
import { inTransaction } from "#db/client.server.ts";
import { checkMetadata } from "./accounts.server.ts";

/** Creates an account without contacts; adding an email address or phone number makes it permanent. */
export async function signUpAnonymously(
  context: AuthContext,
  c: Context,
  body: JsonObject,
): Promise<SessionJson> {
  if (!(await allowsAnonymous(context.settings))) {
    throw new AuthError(422, "anonymous_provider_disabled", "Anonymous sign-ins are disabled");
  }
  await limitRequests(context, c, "anonymous");
  const data = { ...objectField(body, "data") };
  checkMetadata(data);
  return inTransaction(async (sql) => {
    const [user] = await sql<UserRow[]>`
      insert into auth.users (is_anonymous, raw_user_meta_data)
      values (true, ${sql.json(data)}) returning *`;
    if (!user) throw new Error("no user row");
    await noteAction(sql, "user_signedup", { userId: user.id, ip: context.clientIp(c) });
    return startSession(sql, context, user, "anonymous", sessionOriginOf(context, c));
  });
}
