import type { Context } from "hono";
import { emailExists, requireAdmin } from "#backend/auth/admin-access.server.ts";
import { noteAction } from "#backend/auth/audit.server.ts";
import { makeSecret, type Secret } from "#backend/auth/codes/one-time.server.ts";
import type { AuthContext } from "#backend/auth/context.server.ts";
import { emailAddress, objectField, textField } from "#backend/auth/input.ts";
import { sendAuthMail } from "#backend/auth/mail/send-mail.server.ts";
import { redirectOf } from "#backend/auth/request.server.ts";
import { findUserByEmail, type UserRow, userJson } from "#backend/auth/users/users.server.ts";
import { readJsonObject } from "#backend/gateway/body.server.ts";
import { inTransaction, type Sql } from "#db/client.server.ts";
import { checkMetadata, createAccount } from "./accounts.server.ts";

/** POST /invite: an account for a person who accepts with the link in the mail. */
export async function invite(context: AuthContext, c: Context): Promise<Response> {
  await requireAdmin(context, c);
  const body = await readJsonObject(c.req.raw);
  const email = emailAddress(textField(body, "email"));
  const data = { ...objectField(body, "data") };
  const redirectTo = redirectOf(context, c);
  const answer = await inTransaction(async (sql) => {
    const { user, secret } = await inviteAccount(sql, context, email, data);
    const mail = { kind: "invite", user, to: email, secret, verifyType: "invite" } as const;
    await sendAuthMail(sql, context, { ...mail, redirectTo });
    return userJson(sql, user);
  });
  return c.json(answer);
}

/** @throws AuthError 422 `email_exists` when the address is confirmed */
export async function inviteAccount(
  sql: Sql,
  context: AuthContext,
  email: string,
  data: Record<string, unknown>,
): Promise<{ user: UserRow; secret: Secret }> {
  checkMetadata(data);
  const contact = { kind: "email", address: email } as const;
  const created = await createAccount(sql, {
    contact,
    passwordHash: null,
    data,
    onlyData: true,
  });
  const user = created ?? (await findUserByEmail(sql, email, "lock"));
  if (!user || user.email_confirmed_at) throw emailExists();
  const type = "confirmation_token";
  const life = context.settings.inviteLife;
  const secret = await makeSecret(sql, context, { userId: user.id, type, address: email, life });
  // An earlier sign-up with this address was never confirmed, so its pending data is discarded.
  const [invited] = await sql<UserRow[]>`
    update auth.users
    set invited_at = now(), confirmation_sent_at = now(), encrypted_password = null,
      raw_user_meta_data = raw_user_meta_data || ${sql.json(data)}
    where id = ${user.id} returning *`;
  await noteAction(sql, "user_invited", { userId: user.id });
  return { user: invited ?? user, secret };
}
