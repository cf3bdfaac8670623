import { type Sql, violatedConstraint } from "#db/client.server.ts";
import type { AuthContext } from "./context.server.ts";
import { invalid } from "./errors.ts";
import { startFlow } from "./flow-state.server.ts";
import type { Challenge } from "./input.ts";
import { makeSecret } from "./one-time.server.ts";
import { sendAuthMail } from "./send-mail.server.ts";
import type { UserRow } from "./users.server.ts";

type Metadata = Record<string, unknown>;

/** Metadata travels in every access token, and the token in a cookie. */
const maxMetadataBytes = 4096;

/** @throws AuthError 400 */
export function checkMetadata(data: Metadata): void {
  if (Buffer.byteLength(JSON.stringify(data)) > maxMetadataBytes) {
    throw invalid(`user metadata cannot be longer than ${maxMetadataBytes} bytes`);
  }
}

/**
 * A new account with an email address that is not yet confirmed, and its identity.
 * @returns undefined when the address is taken
 */
export async function createAccount(
  sql: Sql,
  account: { email: string; passwordHash: string | null; data: Metadata },
): Promise<UserRow | undefined> {
  const [user] = await sql<UserRow[]>`
    insert into auth.users (email, encrypted_password, raw_app_meta_data, raw_user_meta_data)
    values (${account.email}, ${account.passwordHash},
            ${sql.json({ provider: "email", providers: ["email"] })}, '{}')
    on conflict on constraint email_exists do nothing
    returning *`;
  if (!user) return undefined;
  // Who somebody is comes last, so that the caller's data cannot say otherwise.
  const profile = {
    ...account.data,
    sub: user.id,
    email: account.email,
    email_verified: false,
    phone_verified: false,
  };
  await sql`
    insert into auth.identities (provider_id, user_id, identity_data, provider, last_sign_in_at)
    values (${user.id}, ${user.id}, ${sql.json(profile as never)}, 'email', now())`;
  const [complete] = await sql<UserRow[]>`
    update auth.users set raw_user_meta_data = ${sql.json(profile as never)}
    where id = ${user.id} returning *`;
  return complete;
}

/** Notes that a person has proven to own their address. */
export async function confirmEmail(sql: Sql, user: UserRow): Promise<UserRow> {
  const [confirmed] = await sql<UserRow[]>`
    update auth.users set
      email_confirmed_at = coalesce(email_confirmed_at, now()),
      raw_user_meta_data = raw_user_meta_data || '{"email_verified": true}'
    where id = ${user.id} returning *`;
  await sql`
    update auth.identities set identity_data = identity_data || '{"email_verified": true}'
    where user_id = ${user.id} and provider = 'email'`;
  return confirmed ?? user;
}

export interface MailRequest {
  readonly redirectTo: string;
  readonly challenge: Challenge | undefined;
}

/** Sends the mail that confirms a new account. */
export async function sendConfirmation(
  sql: Sql,
  context: AuthContext,
  user: UserRow,
  request: MailRequest,
): Promise<UserRow> {
  const email = user.email ?? "";
  const flowStateId = request.challenge
    ? await startFlow(sql, request.challenge, user.id, "email/signup")
    : undefined;
  const type = "confirmation_token";
  const secret = await makeSecret(sql, context, {
    userId: user.id,
    type,
    address: email,
    flowStateId,
  });
  await sendAuthMail(sql, context, {
    kind: "confirmation",
    user,
    to: email,
    secret,
    verifyType: "signup",
    redirectTo: request.redirectTo,
  });
  const [sent] = await sql<UserRow[]>`
    update auth.users set confirmation_sent_at = now() where id = ${user.id} returning *`;
  return sent ?? user;
}

/** Sends a link and a code to somebody with an account. */
export async function sendSignInMail(
  sql: Sql,
  context: AuthContext,
  user: UserRow,
  kind: "recovery" | "magic_link",
  request: MailRequest,
): Promise<void> {
  const email = user.email ?? "";
  const verifyType = kind === "recovery" ? "recovery" : "magiclink";
  const flowStateId = request.challenge
    ? await startFlow(sql, request.challenge, user.id, verifyType)
    : undefined;
  const type = "recovery_token";
  const secret = await makeSecret(sql, context, {
    userId: user.id,
    type,
    address: email,
    flowStateId,
  });
  const { redirectTo } = request;
  await sendAuthMail(sql, context, { kind, user, to: email, secret, verifyType, redirectTo });
  await sql`update auth.users set recovery_sent_at = now() where id = ${user.id}`;
}

export function isTaken(error: unknown): boolean {
  return violatedConstraint(error) === "email_exists";
}
