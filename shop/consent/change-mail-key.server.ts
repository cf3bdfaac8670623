import type { TransactionSql } from "#db/driver.server.ts";
import { hashesOf, hashKeyFingerprint } from "./address-hash.server.ts";

/** Recipients of one statement. */
const perRun = 5_000;

export interface KeyChange {
  /** Addresses that the list knows, hashed with the new key. */
  readonly recipients: number;
  /** Suppressions whose address is not known: while there are any, new addresses are silent until they confirm. */
  readonly lost: number;
}

/**
 * Makes the key of this process the one that hashes addresses. Suppressions of addresses that the list knows hold as before.
 * Others, e.g. of erased people, cannot be rehashed, because their address is not stored (docs/why/consent.md). A key that comes back
 * brings its suppressions back.
 * @param sql a transaction of the owner of the tables, who alone may change suppressions
 * @returns undefined when the key was this one already
 */
export async function changeMailKey(sql: TransactionSql): Promise<KeyChange | undefined> {
  const own = hashKeyFingerprint();
  // First of all: who adds a recipient holds this row, and is done before the tables are locked.
  const [stored] = await sql<{ fingerprint: string }[]>`
    select fingerprint from private.key_fingerprints where kind = 'mail' for update`;
  if (!stored || stored.fingerprint === own) return undefined;
  await sql`lock table private.mail_recipients, private.mail_suppressions in exclusive mode`;
  await sql`select set_config('shop.mail_key_change', 'on', true), set_config('statement_timeout', '0', true)`;
  await sql`
    update private.mail_suppressions set lost_key = nullif(coalesce(lost_key, ${stored.fingerprint}), ${own})`;
  let recipients = 0;
  for (let after: string | null = null; ; ) {
    const page: { id: string; email: string }[] = await sql`
      select id, email from private.mail_recipients where ${after}::uuid is null or id > ${after} order by id limit ${perRun}`;
    if (page.length === 0) break;
    await hashAnew(sql, page);
    recipients += page.length;
    after = page.at(-1)?.id ?? null;
  }
  await sql`
    update private.key_fingerprints set fingerprint = ${own}, changed_at = now(), lost_at = now() where kind = 'mail'`;
  const [left] = await sql<{ count: number }[]>`
    select count(*)::int as count from private.mail_suppressions where lost_key is not null and lifted_by is null`;
  await sql`select set_config('shop.mail_key_change', '', true)`;
  return { recipients, lost: left?.count ?? 0 };
}

async function hashAnew(
  sql: TransactionSql,
  page: readonly { id: string; email: string }[],
): Promise<void> {
  const hashes = page.map(({ email }) => hashesOf(email));
  const changed = sql`(
    select r.id, r.email_hash as old_email, r.mailbox_hash as old_mailbox, n.email_hash, n.mailbox_hash
    from unnest(${page.map(({ id }) => id)}::uuid[],
        ${hashes.map(({ emailHash }) => emailHash.toString("hex"))}::text[],
        ${hashes.map(({ mailboxHash }) => mailboxHash.toString("hex"))}::text[]) h (id, email_hex, mailbox_hex)
    join private.mail_recipients r using (id)
    cross join lateral (
      select decode(email_hex, 'hex') as email_hash, decode(mailbox_hex, 'hex') as mailbox_hash) n)`;
  await sql`
    update private.mail_suppressions x set email_hash = c.email_hash, lost_key = null
    from ${changed} c where x.email_hash = c.old_email`;
  // Of several spellings each has the same new hash.
  await sql`
    update private.mail_suppressions x set mailbox_hash = c.mailbox_hash, lost_key = null
    from (select distinct old_mailbox, mailbox_hash from ${changed} c) c where x.mailbox_hash = c.old_mailbox`;
  await sql`
    update private.mail_recipients r set email_hash = c.email_hash, mailbox_hash = c.mailbox_hash
    from ${changed} c where r.id = c.id`;
}
