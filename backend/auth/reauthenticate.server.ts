import type { Context } from "hono";
import { inTransaction, type Sql } from "#db/client.server.ts";
import { type AuthContext, limitRequests } from "./context.server.ts";
import { AuthError } from "./errors.ts";
import { checkMailInterval } from "./mail-limit.server.ts";
import { makeSecret, takeCode } from "./one-time.server.ts";
import { requireUser } from "./request.server.ts";
import { sendAuthMail } from "./send-mail.server.ts";
import type { UserRow } from "./users.server.ts";

/** GET /reauthenticate: mails six digits that a change of password may ask for. */
export async function reauthenticate(context: AuthContext, c: Context): Promise<Response> {
  const { user } = await requireUser(context, c);
  await limitRequests(context, c, "mail");
  if (!user.email || !user.email_confirmed_at) {
    throw new AuthError(422, "email_not_confirmed", "Please verify your email first.");
  }
  checkMailInterval(context, user.reauthentication_sent_at);
  const email = user.email;
  await inTransaction(async (sql) => {
    const type = "reauthentication_token";
    const secret = await makeSecret(sql, context, { userId: user.id, type, address: email });
    const { publicUrl } = context;
    const mail = {
      kind: "reauthentication",
      user,
      to: email,
      secret,
      redirectTo: publicUrl,
    } as const;
    await sendAuthMail(sql, context, mail);
    await sql`update auth.users set reauthentication_sent_at = now() where id = ${user.id}`;
  });
  return c.json({});
}

/**
 * A given code must be right; a missing one matters only when the shop asks for it and the session is older than a day.
 * @returns what the caller throws after committing, so that the miss is counted
 */
export async function checkNonce(
  sql: Sql,
  context: AuthContext,
  user: UserRow,
  sessionId: string,
  nonce: string,
): Promise<AuthError | undefined> {
  if (!nonce) {
    if (!context.settings.reauthenticateForPassword) return undefined;
    const [young] = await sql`
      select 1 from auth.sessions where id = ${sessionId} and created_at > now() - interval '1 day'`;
    if (young) return undefined;
    return new AuthError(
      400,
      "reauthentication_needed",
      "Password update requires reauthentication",
    );
  }
  const used = await takeCode(sql, context, user.email ?? "", nonce, ["reauthentication_token"]);
  if (used) return undefined;
  return new AuthError(422, "reauthentication_not_valid", "Nonce has expired or is invalid");
}
