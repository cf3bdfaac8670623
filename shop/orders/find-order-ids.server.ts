import type { Sql } from "#db/client.server.ts";
import { textMatch } from "#shop/catalogue/search.server.ts";

/** Products by whose name orders are found. */
const maxProducts = 100;
/** Fewer digits of a phone number find too much. */
const minPhoneDigits = 4;
/** Matches of a phone number or a name among which the newest are looked for: more would be read one by one. */
const maxSorted = 2_000;
/** A trigram index needs three letters. */
const minNameLetters = 3;

/**
 * Orders by what the typed text looks like: an e-mail address, the end of a phone number, the beginning of an order number
 * with or without its prefix, a tracking number, else words of the recipient's name or of a product. Each has an index.
 * @param limit the newest of each kind
 */
export async function findOrderIds(
  sql: Sql,
  q: string,
  limit: number,
  { byProduct: isByProduct = true } = {},
): Promise<string[]> {
  const text = q.trim();
  if (text === "") return [];
  if (text.includes("@")) {
    return idsOf(
      await sql<{ id: string }[]>`
        select id from orders where private.normalised_email(email) = private.normalised_email(${text})
        order by created_at desc, id desc limit ${limit}`,
    );
  }
  // Staff type `10399` for INV-10399.
  const numbers = /^\d+$/.test(text) ? [text, `${await readPrefix(sql)}${text}`] : [text];
  const exact = idsOf(
    await sql<{ id: string }[]>`
      (select o.id from unnest(${numbers}::text[]) wanted (number) cross join lateral (
        select id from orders where upper(orders.number) ~>=~ upper(wanted.number)
          and upper(orders.number) ~<~ (upper(wanted.number) || ${"\u{10ffff}"}::text) limit ${limit}) o)
      union
      (select order_id from shipments where upper(tracking_number) = upper(${text}::text) limit ${limit})`,
  );
  if (/^[+\d\s().-]+$/.test(text)) {
    const digits = text.replace(/\D/g, "").replace(/^(?:62|0)/, "");
    if (digits.length < minPhoneDigits) return exact;
    const reversed = [...digits].reverse().join("");
    const byPhone = await sql<{ id: string }[]>`
      select id from (
        select id, created_at from orders where reverse(phone) ~>=~ ${reversed}::text
          and reverse(phone) ~<~ ${`${reversed}\u{10ffff}`}::text limit ${maxSorted}) found
      order by created_at desc, id desc limit ${limit}`;
    return [...new Set([...exact, ...idsOf(byPhone)])];
  }
  const match = isByProduct ? textMatch(sql, text) : undefined;
  const [byName, byProduct] = await Promise.all([
    [...text].length < minNameLetters
      ? []
      : sql<{ id: string }[]>`
          select id from (
            select id, created_at from orders
            where lower(recipient) like ${`%${escaped(text.toLowerCase())}%`}::text limit ${maxSorted}) found
          order by created_at desc, id desc limit ${limit}`,
    match
      ? sql<{ id: string }[]>`
          select distinct l.order_id as id from (
            select id from products p where p.search @@ ${match.prefixes} limit ${maxProducts}) found
          join product_variants v on v.product_id = found.id
          join order_lines l on l.variant_id = v.id limit ${limit}`
      : [],
  ]);
  return [...new Set([...exact, ...idsOf(byName), ...idsOf(byProduct)])];
}

async function readPrefix(sql: Sql): Promise<string> {
  const [row] = await sql<{ prefix: string }[]>`select order_prefix as prefix from shop_settings`;
  return row?.prefix ?? "";
}

const idsOf = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id);
const escaped = (text: string) => text.replace(/[\\%_]/g, (character) => `\\${character}`);
