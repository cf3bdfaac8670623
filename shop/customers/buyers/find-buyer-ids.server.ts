import type { Sql } from "#db/client.server.ts";

/** Fewer digits match too many phone numbers. */
const minPhoneDigits = 4;
/** A trigram index needs three letters. */
const minNameLetters = 3;

/**
 * Searches by email address, by the end of a phone number or by words of the name, depending on the format of the text.
 * Each search has an index.
 * @param byContact whether to search addresses and numbers. False where contacts are masked, because repeated searches
 * could reveal a number digit by digit
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
