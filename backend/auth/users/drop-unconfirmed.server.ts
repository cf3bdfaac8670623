import type { Sql } from "#db/client.server.ts";
import type { UserRow } from "./users.server.ts";

/** Whether no email address or phone number of the account is confirmed yet. */
export function isUnconfirmed(user: UserRow): boolean {
  return user.email_confirmed_at === null && user.phone_confirmed_at === null;
}

/**
 * Removes everything attached to an account before its address was confirmed: password, sessions, factors,
 * identities, open tokens and open proof keys (docs/why/auth.md). Call it with the first proof of the address.
 * @param keep the identity provider that stays, and the proof key of the request that proves the address
 * @returns whether an identity was removed, so that `app_metadata.providers` needs an update
 */
export async function dropUnconfirmed(
  sql: Sql,
  user: UserRow,
  keep: { provider: string | undefined; flowStateId: string | null },
): Promise<boolean> {
  const removed = await sql`
    delete from auth.identities
    where user_id = ${user.id} and provider is distinct from ${keep.provider ?? null}`;
  await sql`delete from auth.sessions where user_id = ${user.id}`;
  await sql`delete from auth.mfa_factors where user_id = ${user.id}`;
  await sql`delete from auth.recovery_codes where user_id = ${user.id}`;
  await sql`delete from auth.one_time_tokens where user_id = ${user.id}`;
  await sql`
    delete from auth.flow_state
    where user_id = ${user.id} and id is distinct from ${keep.flowStateId}::uuid`;
  await sql`
    update auth.users set encrypted_password = null, email_change = null, phone_change = null
    where id = ${user.id}`;
  return removed.count > 0;
}
