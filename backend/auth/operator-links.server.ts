import { makeSecret } from "#backend/auth/codes/one-time.server.ts";
import { findUserByEmail } from "#backend/auth/users/users.server.ts";
import type { Config } from "#base/config-type.ts";
import { inTransaction, type Sql } from "#db/client.server.ts";
import { inviteAccount } from "./accounts/invite.server.ts";
import { noteAction } from "./audit.server.ts";
import type { AuthContext } from "./context.server.ts";
import { sendAuthMail, verifyLink } from "./mail/send-mail.server.ts";
import { endSessions } from "./sessions/sessions.server.ts";
import { defaultAuthSettings, settingsOf } from "./settings.ts";

/* Links that the operator asks for at the server's command line, which needs no key: whoever runs it owns the database. */

/** What a link needs to know of the shop. */
export type OperatorContext = Pick<AuthContext, "keys" | "shopName"> & {
  readonly config: Config;
  /** The page that opens the link and asks for a password. */
  readonly passwordPage: string;
};

export interface OperatorLink {
  readonly url: string;
  /** Seconds. */
  readonly life: number;
}

/**
 * Invites a person: mails a single-use link, at which the person chooses a password.
 * @param granted runs in the same transaction with the account's id
 * @throws AuthError 422 `email_exists` when the address is confirmed
 */
export function inviteByOperator(
  from: OperatorContext,
  email: string,
  granted: (sql: Sql, userId: string) => Promise<void>,
): Promise<OperatorLink> {
  const context = contextOf(from);
  const redirectTo = `${context.publicUrl}${from.passwordPage}`;
  return inTransaction(async (sql) => {
    const { user, secret } = await inviteAccount(sql, context, email, {});
    const verifyType = "invite";
    const mail = { kind: "invite", user, to: email, secret, verifyType, redirectTo } as const;
    await sendAuthMail(sql, context, mail);
    await granted(sql, user.id);
    const url = verifyLink(context, secret.link, verifyType, redirectTo);
    return { url, life: context.settings.inviteLife };
  });
}

/**
 * Signs a person out everywhere and mails a single-use link to choose a new password.
 * @returns undefined when the address has no account
 */
export function resetByOperator(
  from: OperatorContext,
  email: string,
): Promise<OperatorLink | undefined> {
  const context = contextOf(from);
  const redirectTo = `${context.publicUrl}${from.passwordPage}`;
  return inTransaction(async (sql) => {
    const user = await findUserByEmail(sql, email, "lock");
    if (!user) return undefined;
    const type = "recovery_token";
    const secret = await makeSecret(sql, context, { userId: user.id, type, address: email });
    const verifyType = "recovery";
    await sendAuthMail(sql, context, {
      kind: "recovery",
      user,
      to: email,
      secret,
      verifyType,
      redirectTo,
    });
    await sql`
      update auth.users set encrypted_password = null, recovery_sent_at = now() where id = ${user.id}`;
    await endSessions(sql, user.id, "", "global");
    await noteAction(sql, "user_recovery_requested", { userId: user.id });
    const url = verifyLink(context, secret.link, verifyType, redirectTo);
    return { url, life: context.settings.codeLife };
  });
}

function contextOf({ config, keys, shopName, passwordPage }: OperatorContext): AuthContext {
  return {
    keys,
    settings: { ...defaultAuthSettings, ...settingsOf(config.auth) },
    publicUrl: config.publicUrl,
    shopName,
    redirectAllowList: [],
    linkPages: [passwordPage],
    clientIp: () => "",
  };
}
