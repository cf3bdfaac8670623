import type { Context } from "hono";
import { checkMetadata, createAccount } from "#backend/auth/accounts/accounts.server.ts";
import { inviteAccount } from "#backend/auth/accounts/invite.server.ts";
import { emailExists, requireAdmin } from "#backend/auth/admin-access.server.ts";
import {
  makeSecret,
  type PendingSignUp,
  type Secret,
  type TokenType,
} from "#backend/auth/codes/one-time.server.ts";
import type { AuthContext } from "#backend/auth/context.server.ts";
import { AuthError, invalid } from "#backend/auth/errors.ts";
import { emailAddress, objectField, textField } from "#backend/auth/input.ts";
import { verifyLink } from "#backend/auth/mail/send-mail.server.ts";
import { redirectOf } from "#backend/auth/request.server.ts";
import { checkNewPassword, hashPassword } from "#backend/auth/users/passwords.server.ts";
import { findUserByEmail, type UserRow, userJson } from "#backend/auth/users/users.server.ts";
import { type JsonObject, readJsonObject } from "#backend/gateway/body.server.ts";
import { inTransaction, type Sql } from "#db/client.server.ts";

interface Made {
  readonly user: UserRow;
  readonly secret: Secret;
  /** `type` of the link, as /verify reads it. */
  readonly type: string;
}

/** POST /admin/generate_link: returns the content of a mail, for shops that send their own. Sends nothing. */
export async function generateLink(context: AuthContext, c: Context): Promise<Response> {
  await requireAdmin(context, c);
  const body = await readJsonObject(c.req.raw);
  const requested = textField(body, "redirect_to") || undefined;
  const redirectTo = redirectOf(context, c, requested);
  const password = textField(body, "password");
  if (password) await checkNewPassword(password, context.settings);
  const passwordHash = password ? await hashPassword(password) : null;
  const answer = await inTransaction(async (sql) => {
    const { user, secret, type } = await make(sql, context, body, passwordHash);
    return {
      ...(await userJson(sql, user)),
      action_link: verifyLink(context, secret.link, type, redirectTo),
      email_otp: secret.code,
      hashed_token: secret.link,
      verification_type: textField(body, "type"),
      redirect_to: redirectTo,
    };
  });
  return c.json(answer);
}

/** @throws AuthError 400, 404, 422 */
async function make(
  sql: Sql,
  context: AuthContext,
  body: JsonObject,
  passwordHash: string | null,
): Promise<Made> {
  const type = textField(body, "type");
  const email = emailAddress(textField(body, "email"));
  const data = { ...objectField(body, "data") };
  checkMetadata(data);
  const secretFor = (user: UserRow, token: TokenType, address = email, pending?: PendingSignUp) =>
    makeSecret(sql, context, { userId: user.id, type: token, address, pending });
  switch (type) {
    case "signup": {
      if (!passwordHash) throw invalid("Signup requires a valid password");
      // As with a sign-up: the password and the data take effect only with this link.
      const user = await newAccount(sql, email, {});
      const secret = await secretFor(user, "confirmation_token", email, { passwordHash, data });
      const raw_user_meta_data = { ...user.raw_user_meta_data, ...data };
      return { user: { ...user, raw_user_meta_data }, secret, type };
    }
    case "invite":
      return { ...(await inviteAccount(sql, context, email, data)), type };
    case "magiclink": {
      const known = await findUserByEmail(sql, email, "lock");
      const user = known ?? (await newAccount(sql, email, data));
      const token = user.email_confirmed_at ? "recovery_token" : "confirmation_token";
      return { user, secret: await secretFor(user, token), type };
    }
    case "recovery": {
      const user = await existing(sql, email);
      return { user, secret: await secretFor(user, "recovery_token"), type };
    }
    case "email_change_current":
    case "email_change_new": {
      const user = await existing(sql, email);
      const newEmail = emailAddress(textField(body, "new_email"));
      if (await findUserByEmail(sql, newEmail)) throw emailExists();
      const isNew = type === "email_change_new";
      const token = isNew ? "email_change_token_new" : "email_change_token_current";
      const secret = await secretFor(user, token, isNew ? newEmail : email);
      const [changed] = await sql<UserRow[]>`
        update auth.users set email_change = ${newEmail}, email_change_sent_at = now(),
          email_change_confirm_status = case when email_change = ${newEmail}
            then email_change_confirm_status else 0 end
        where id = ${user.id} returning *`;
      return { user: changed ?? user, secret, type: "email_change" };
    }
    default:
      throw invalid(
        "Invalid email action link type requested: it must be one of signup, magiclink, recovery, invite, email_change_current, email_change_new",
      );
  }
}

async function newAccount(
  sql: Sql,
  email: string,
  data: Record<string, unknown>,
): Promise<UserRow> {
  const contact = { kind: "email", address: email } as const;
  const created = await createAccount(sql, {
    contact,
    passwordHash: null,
    data,
    onlyData: true,
  });
  const user = created ?? (await findUserByEmail(sql, email, "lock"));
  if (!user || user.email_confirmed_at) throw emailExists();
  return user;
}

async function existing(sql: Sql, email: string): Promise<UserRow> {
  const user = await findUserByEmail(sql, email, "lock");
  if (!user) throw new AuthError(404, "user_not_found", "User with this email not found");
  return user;
}
