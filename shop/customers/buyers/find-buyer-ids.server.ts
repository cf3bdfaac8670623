import type { Sql } from "#db/client.server.ts";

/** Fewer digits of a phone number find too much. */
const minPhoneDigits = 4;
/** A trigram index needs three letters. */
const minNameLetters = 3;

/**
 * Buyers by what the typed text looks like: an e-mail address, the end of a phone number, else words of the name. Each has an
 * index.
 * @param byContact whether addresses and numbers are compared: a search would reveal a masked number digit by digit
 */
export async function findBuyerIds(
  sql: Sql,
  q: string,
  limit: number,
  byContact: boolean,
): Promise<string[]> {
  const text = q.trim();
  const isPhone = /^[+\d\s().-]+$/.test(text);
  if ((text.includes("@") || isPhone) && !byContact) return [];
  if (text.includes("@")) {
    return idsOf(
      await sql<{ id: string }[]>`
        select id from buyers where mailbox = private.normalised_email(${text})
          or private.normalised_email(email) = private.normalised_email(${text}) limit ${limit}`,
    );
  }
  if (isPhone) {
    const digits = text.replace(/\D/g, "").replace(/^(?:62|0)/, "");
    if (digits.length < minPhoneDigits) return [];
    const reversed = [...digits].reverse().join("");
    return idsOf(
      await sql<{ id: string }[]>`
        select id from buyers where reverse(phone) ~>=~ ${reversed}::text
          and reverse(phone) ~<~ ${`${reversed}\u{10ffff}`}::text limit ${limit}`,
    );
  }
  if ([...text].length < minNameLetters) return [];
  const pattern = `%${text.toLowerCase().replace(/[\\%_]/g, (letter) => `\\${letter}`)}%`;
  return idsOf(
    await sql<{ id: string }[]>`
      select id from buyers where lower(name) like ${pattern}::text limit ${limit}`,
  );
}

const idsOf = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id);
