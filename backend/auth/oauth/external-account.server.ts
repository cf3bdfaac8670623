import { randomUUID } from "node:crypto";
import { dropUnconfirmed } from "#backend/auth/users/drop-unconfirmed.server.ts";
import {
  findUser,
  findUserByEmail,
  isBanned,
  type UserRow,
} from "#backend/auth/users/users.server.ts";
import type { Sql } from "#db/client.server.ts";
import { noteAction } from "../audit.server.ts";
import type { AuthContext } from "../context.server.ts";
import { AuthError } from "../errors.ts";
import { emailAddress } from "../input.ts";
import type { ExternalIdentity } from "./provider.server.ts";

/**
 * The account of an external identity: the identity's owner, the account with the provider's verified
 * address, or a new one. An unverified address neither matches nor creates an account.
 * @throws AuthError 422 | 403
 */
export async function accountOf(
  sql: Sql,
  context: AuthContext,
  identity: ExternalIdentity,
): Promise<UserRow> {
  const known = await ownerOf(sql, identity);
  if (known) return signIn(sql, known, identity);
  if (!identity.email) {
    throw new AuthError(
      422,
      "validation_failed",
      "Error getting user email from external provider",
    );
  }
  if (!identity.isEmailVerified) {
    throw new AuthError(
      422,
      "provider_email_needs_verification",
      `Unverified email with ${identity.provider}. Verify the email with ${identity.provider} in order to sign in`,
    );
  }
  const email = emailAddress(identity.email);
  const present = await findUserByEmail(sql, email, "lock");
  if (present) {
    const own = present.email_confirmed_at ? present : await disown(sql, present);
    await addIdentity(sql, own, identity);
    return signIn(sql, own, identity);
  }
  if (context.settings.disableSignup) {
    throw new AuthError(422, "signup_disabled", "Signups not allowed for this instance");
  }
  return create(sql, email, identity);
}

async function ownerOf(sql: Sql, identity: ExternalIdentity): Promise<UserRow | undefined> {
  const [row] = await sql<{ user_id: string }[]>`
    select user_id from auth.identities
    where provider = ${identity.provider} and provider_id = ${identity.subject}`;
  return row && findUser(sql, row.user_id, "lock");
}

/** The account's creator never proved the address, so everything attached to the account is removed. */
async function disown(sql: Sql, user: UserRow): Promise<UserRow> {
  await dropUnconfirmed(sql, user, { provider: undefined, flowStateId: null });
  const [cleared] = await sql<UserRow[]>`
    update auth.users set email_confirmed_at = now(), phone = null, phone_confirmed_at = null,
      raw_user_meta_data = '{}'
    where id = ${user.id} returning *`;
  return cleared ?? user;
}

async function create(sql: Sql, email: string, identity: ExternalIdentity): Promise<UserRow> {
  const id = randomUUID();
  const { provider, profile } = identity;
  const [user] = await sql<UserRow[]>`
    insert into auth.users (id, email, email_confirmed_at, raw_app_meta_data, raw_user_meta_data)
    values (${id}, ${email}, now(), ${sql.json({ provider, providers: [provider] })},
            ${sql.json(profile)})
    on conflict do nothing returning *`;
  if (!user) throw new AuthError(409, "conflict", "The account was made at the same time");
  await addIdentity(sql, user, identity);
  await noteAction(sql, "user_signedup", { userId: id, traits: { provider } });
  return user;
}

/** @throws AuthError 403 `user_banned` */
async function signIn(sql: Sql, user: UserRow, identity: ExternalIdentity): Promise<UserRow> {
  if (isBanned(user)) throw new AuthError(403, "user_banned", "User is banned");
  const profile = sql.json(identity.profile);
  await sql`
    update auth.identities set identity_data = ${profile}, last_sign_in_at = now()
    where provider = ${identity.provider} and provider_id = ${identity.subject}`;
  // The person's own data in this shop takes precedence.
  const [changed] = await sql<UserRow[]>`
    update auth.users set raw_user_meta_data = ${profile} || raw_user_meta_data
    where id = ${user.id} returning *`;
  return changed ?? user;
}

async function addIdentity(sql: Sql, user: UserRow, identity: ExternalIdentity): Promise<void> {
  await sql`
    insert into auth.identities (provider_id, user_id, identity_data, provider, last_sign_in_at)
    values (${identity.subject}, ${user.id}, ${sql.json(identity.profile)},
            ${identity.provider}, now())`;
  await noteProviders(sql, user.id);
}

/** `app_metadata` lists the sign-in methods, oldest first. */
export async function noteProviders(sql: Sql, userId: string): Promise<void> {
  await sql`
    update auth.users set raw_app_meta_data = raw_app_meta_data || (
      select jsonb_build_object('provider', (array_agg(provider order by first))[1],
        'providers', jsonb_agg(provider order by first))
      from (select provider, min(created_at) as first from auth.identities
        where user_id = ${userId} group by provider) known)
    where id = ${userId} and exists (select from auth.identities where user_id = ${userId})`;
}

/**
 * Adds a sign-in method to the account of a signed-in person.
 * @throws AuthError 422 `identity_already_exists`
 */
export async function linkIdentity(
  sql: Sql,
  userId: string,
  identity: ExternalIdentity,
): Promise<UserRow> {
  const user = await findUser(sql, userId, "lock");
  if (!user || isBanned(user)) {
    throw new AuthError(403, "user_not_found", "User from sub claim in JWT does not exist");
  }
  const owner = await ownerOf(sql, identity);
  if (owner) {
    const whose = owner.id === user.id ? "" : " to another user";
    throw new AuthError(422, "identity_already_exists", `Identity is already linked${whose}`);
  }
  await addIdentity(sql, user, identity);
  await noteAction(sql, "user_modified", {
    userId,
    traits: { changed: "identities", provider: identity.provider },
  });
  const email = identity.isEmailVerified && identity.email ? emailAddress(identity.email) : null;
  // An account without an address gets the provider's verified one and is no longer anonymous.
  const [changed] = await sql<UserRow[]>`
    update auth.users set
      email = coalesce(users.email, free.email),
      email_confirmed_at = case when users.email is null and free.email is not null then now()
        else email_confirmed_at end,
      is_anonymous = false,
      raw_user_meta_data = ${sql.json(identity.profile)} || raw_user_meta_data
    from (select case when exists (select from auth.users where email = ${email}) then null
      else ${email}::text end as email) free
    where id = ${userId} returning users.*`;
  return changed ?? user;
}
