import { randomUUID } from "node:crypto";
import { startFlow } from "#backend/auth/codes/flow-state.server.ts";
import { makeSecret, type PendingSignUp } from "#backend/auth/codes/one-time.server.ts";
import type { AuthContext } from "#backend/auth/context.server.ts";
import { invalid } from "#backend/auth/errors.ts";
import type { Challenge } from "#backend/auth/input.ts";
import { sendAuthMail } from "#backend/auth/mail/send-mail.server.ts";
import { sendSmsCode } from "#backend/auth/mail/send-sms.server.ts";
import type { Contact } from "#backend/auth/users/contacts.ts";
import type { UserRow } from "#backend/auth/users/users.server.ts";
import type { Sql } from "#db/client.server.ts";

type Metadata = Readonly<Record<string, unknown>>;

/** Every access token contains the metadata, and a cookie contains the token. */
const maxMetadataBytes = 4096;

/** @throws AuthError 400 */
export function checkMetadata(data: Metadata): void {
  if (Buffer.byteLength(JSON.stringify(data)) > maxMetadataBytes) {
    throw invalid(`user metadata cannot be longer than ${maxMetadataBytes} bytes`);
  }
}

/**
 * Creates an unconfirmed account with its identity.
 * @returns undefined when the contact is taken
 */
export async function createAccount(
  sql: Sql,
  account: {
    contact: Contact;
    passwordHash: string | null;
    data: Metadata;
    /** Default: a new id. */
    id?: string | undefined;
    /** For accounts that the shop creates: user metadata is `data` only, without the identity's fields. */
    onlyData?: boolean;
  },
): Promise<UserRow | undefined> {
  const { kind, address } = account.contact;
  const id = account.id ?? randomUUID();
  const profile = sql.json(profileOf(id, account.contact, account.data));
  const data = account.onlyData ? sql.json(account.data) : profile;
  // Inserted in one statement: a trigger on new accounts reads the data.
  const [user] = await sql<UserRow[]>`
    insert into auth.users
      (id, email, phone, encrypted_password, raw_app_meta_data, raw_user_meta_data)
    values (${id}, ${kind === "email" ? address : null}, ${kind === "phone" ? address : null},
            ${account.passwordHash}, ${sql.json({ provider: kind, providers: [kind] })}, ${data})
    on conflict do nothing
    returning *`;
  if (!user) return undefined;
  await sql`
    insert into auth.identities (provider_id, user_id, identity_data, provider, last_sign_in_at)
    values (${id}, ${id}, ${profile}, ${kind}, now())`;
  return user;
}

/** The identity's fields come last, so that the caller's data cannot override them. */
export function profileOf(id: string, contact: Contact, data: Metadata): Metadata {
  return {
    ...data,
    sub: id,
    [contact.kind]: contact.address,
    email_verified: false,
    phone_verified: false,
  };
}

export interface MailRequest {
  readonly redirectTo: string;
  readonly challenge: Challenge | undefined;
  /** The sign-up's data and password, which take effect only with this confirmation. */
  readonly pending?: PendingSignUp | undefined;
}

/**
 * Sends the confirmation of a new account: a mail with link and code, or a text message with a code, in the
 * language of the sign-up.
 */
export async function sendConfirmation(
  sql: Sql,
  context: AuthContext,
  user: UserRow,
  contact: Contact,
  request: MailRequest,
): Promise<UserRow> {
  const { pending } = request;
  const addressee = pending ? { ...user, raw_user_meta_data: pending.data } : user;
  if (contact.kind === "phone") {
    const type = "confirmation_token";
    await sendSmsCode(sql, context, addressee, contact.address, type, pending);
    return markConfirmationSent(sql, user);
  }
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
    pending,
  });
  await sendAuthMail(sql, context, {
    kind: "confirmation",
    user: addressee,
    to: email,
    secret,
    verifyType: "signup",
    redirectTo: request.redirectTo,
  });
  return markConfirmationSent(sql, user);
}

async function markConfirmationSent(sql: Sql, user: UserRow): Promise<UserRow> {
  const [sent] = await sql<UserRow[]>`
    update auth.users set confirmation_sent_at = now() where id = ${user.id} returning *`;
  return sent ?? user;
}

/** Sends a sign-in link and a code to the owner of an account. */
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
