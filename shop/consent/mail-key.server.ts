import { AppError } from "#base/errors.ts";
import { asShop, type Sql } from "#db/client.server.ts";
import { hashKeyFingerprint } from "./address-hash.server.ts";

/**
 * Whether this process hashes addresses with the key of the database's suppressions. With another key no suppression
 * would be found, so nothing may be sent. The first call makes the key the shop's, and so does one while no suppression
 * and no recipient depends on the old one.
 */
export async function mailKeyMatches(sql: Sql = asShop()): Promise<boolean> {
  const own = hashKeyFingerprint();
  const [stored] = await sql<{ fingerprint: string }[]>`
    select fingerprint from private.key_fingerprints where kind = 'mail'`;
  if (stored) {
    if (stored.fingerprint === own) return true;
    const [adopted] = await sql`
      update private.key_fingerprints set fingerprint = ${own}, changed_at = now()
      where kind = 'mail' and not exists (select from private.mail_suppressions)
        and not exists (select from private.mail_recipients)
      returning kind`;
    return adopted !== undefined;
  }
  const [added] = await sql`
    insert into private.key_fingerprints (kind, fingerprint) values ('mail', ${own})
    on conflict (kind) do nothing returning kind`;
  return added !== undefined || mailKeyMatches(sql);
}

/**
 * Before an address is hashed and stored: the key stays the shop's until the transaction ends.
 * @throws AppError `mail_key_differs` 503
 */
export async function requireMailKey(sql: Sql): Promise<void> {
  await sql`select from private.key_fingerprints where kind = 'mail' for share`;
  if (!(await mailKeyMatches(sql))) throw new AppError("mail_key_differs", 503);
}
