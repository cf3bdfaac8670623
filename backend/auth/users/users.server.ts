import { timeNow } from "#base/clock.ts";
import type { Sql } from "#db/client.server.ts";

import type { Contact } from "./contacts.ts";

type Metadata = Record<string, unknown>;

/** The columns of auth.users that the operations read. */
export interface UserRow {
  id: string;
  aud: string;
  role: string;
  email: string | null;
  encrypted_password: string | null;
  email_confirmed_at: Date | null;
  invited_at: Date | null;
  confirmation_sent_at: Date | null;
  recovery_sent_at: Date | null;
  email_change: string | null;
  email_change_sent_at: Date | null;
  email_change_confirm_status: number;
  phone: string | null;
  phone_confirmed_at: Date | null;
  phone_change: string | null;
  phone_change_sent_at: Date | null;
  confirmed_at: Date | null;
  reauthentication_sent_at: Date | null;
  last_sign_in_at: Date | null;
  raw_app_meta_data: Metadata;
  raw_user_meta_data: Metadata;
  banned_until: Date | null;
  deleted_at: Date | null;
  is_anonymous: boolean;
  created_at: Date;
  updated_at: Date;
}

export interface IdentityRow {
  id: string;
  provider_id: string;
  user_id: string;
  identity_data: Metadata;
  provider: string;
  last_sign_in_at: Date | null;
  created_at: Date;
  updated_at: Date;
}

export interface FactorRow {
  id: string;
  friendly_name: string;
  factor_type: string;
  status: string;
  phone: string | null;
  last_challenged_at: Date | null;
  created_at: Date;
  updated_at: Date;
}

export type UserJson = Record<string, unknown> & { id: string };

export async function findUserByEmail(
  sql: Sql,
  email: string,
  lock: "lock" | "read" = "read",
): Promise<UserRow | undefined> {
  const [user] = await sql<UserRow[]>`
    select * from auth.users where email = ${email} and deleted_at is null
    ${lock === "lock" ? sql`for update` : sql``}`;
  return user;
}

export async function findUserByContact(
  sql: Sql,
  contact: Contact,
  lock: "lock" | "read" = "read",
): Promise<UserRow | undefined> {
  if (contact.kind === "email") return findUserByEmail(sql, contact.address, lock);
  const [user] = await sql<UserRow[]>`
    select * from auth.users where phone = ${contact.address} and deleted_at is null
    ${lock === "lock" ? sql`for update` : sql``}`;
  return user;
}

/** Whether the person has confirmed this contact. */
export function isConfirmed(user: UserRow, contact: Contact): boolean {
  return (contact.kind === "email" ? user.email_confirmed_at : user.phone_confirmed_at) !== null;
}

export async function findUser(
  sql: Sql,
  id: string,
  lock: "lock" | "read" = "read",
): Promise<UserRow | undefined> {
  const [user] = await sql<UserRow[]>`
    select * from auth.users where id = ${id} and deleted_at is null
    ${lock === "lock" ? sql`for update` : sql``}`;
  return user;
}

export function isBanned(user: UserRow): boolean {
  return user.banned_until !== null && user.banned_until.getTime() > timeNow();
}

/** The account's JSON for clients. Source of the shape: GoTrue's `models.User`, which omits null fields. */
export async function userJson(sql: Sql, user: UserRow): Promise<UserJson> {
  const [identities, factors] = await Promise.all([
    sql<IdentityRow[]>`
      select * from auth.identities where user_id = ${user.id} order by created_at, id`,
    sql<FactorRow[]>`
      select * from auth.mfa_factors where user_id = ${user.id} order by created_at, id`,
  ]);
  return shapeUser(user, identities.map(identityJson), factors.map(factorJson));
}

export function shapeUser(user: UserRow, identities: unknown[], factors: unknown[]): UserJson {
  return {
    id: user.id,
    aud: user.aud,
    role: user.role,
    email: user.email ?? "",
    ...present("email_confirmed_at", user.email_confirmed_at),
    ...present("invited_at", user.invited_at),
    phone: user.phone ?? "",
    ...present("phone_confirmed_at", user.phone_confirmed_at),
    ...present("confirmation_sent_at", user.confirmation_sent_at),
    ...present("confirmed_at", user.confirmed_at),
    ...present("recovery_sent_at", user.recovery_sent_at),
    ...present("new_email", user.email_change),
    ...present("email_change_sent_at", user.email_change_sent_at),
    ...present("new_phone", user.phone_change),
    ...present("phone_change_sent_at", user.phone_change_sent_at),
    ...present("reauthentication_sent_at", user.reauthentication_sent_at),
    ...present("last_sign_in_at", user.last_sign_in_at),
    app_metadata: user.raw_app_meta_data,
    user_metadata: user.raw_user_meta_data,
    ...(factors.length > 0 ? { factors } : {}),
    identities,
    created_at: user.created_at,
    updated_at: user.updated_at,
    ...present("banned_until", user.banned_until),
    ...present("deleted_at", user.deleted_at),
    is_anonymous: user.is_anonymous,
  };
}

function present(name: string, value: Date | string | null): Record<string, Date | string> {
  return value ? { [name]: value } : {};
}

export function identityJson(identity: IdentityRow): Record<string, unknown> {
  return {
    identity_id: identity.id,
    id: identity.provider_id,
    user_id: identity.user_id,
    identity_data: identity.identity_data,
    provider: identity.provider,
    last_sign_in_at: identity.last_sign_in_at,
    created_at: identity.created_at,
    updated_at: identity.updated_at,
    ...(identity.identity_data.email ? { email: identity.identity_data.email } : {}),
  };
}

export function factorJson(factor: FactorRow): Record<string, unknown> {
  return {
    id: factor.id,
    created_at: factor.created_at,
    updated_at: factor.updated_at,
    status: factor.status,
    friendly_name: factor.friendly_name,
    factor_type: factor.factor_type,
    phone: factor.phone ?? "",
    last_challenged_at: factor.last_challenged_at,
  };
}
