import type { Language } from "#base/language.ts";
import { asShop, type Sql } from "#db/client.server.ts";
import { textMatch } from "#shop/catalogue/search.server.ts";
import { findBuyerIds } from "#shop/customers/buyers/find-buyer-ids.server.ts";
import { may, type Person } from "#shop/kernel/access.ts";
import { loadVariants } from "#shop/orders/cart/load-cart.server.ts";
import type { DraftBuyer, DraftVariant } from "./draft-choice.ts";

const maxHits = 12;

/** Staff: variants to sell, by SKU or barcode, else by words of the product. */
export async function findDraftVariants(
  actor: Person,
  q: string,
  language: Language,
): Promise<readonly DraftVariant[]> {
  const text = q.replaceAll("\0", "").trim().slice(0, 120);
  if (!may(actor, "orders.draft") || text === "") return [];
  const sql = asShop();
  const exact = await idsOf(sql, text);
  const ids = exact.length > 0 ? exact : await idsByWords(sql, text);
  const found = await loadVariants(sql, ids, language);
  return ids.flatMap((id) => {
    const variant = found.get(id);
    if (!variant) return [];
    const { name, options, sku, unit_price, available } = variant;
    return [{ id, name, options, sku, price: unit_price, available, is_exact: exact.includes(id) }];
  });
}

async function idsOf(sql: Sql, code: string): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select v.id from product_variants v
    where not v.archived and (upper(v.sku) = upper(${code}) or v.barcode = ${code}) limit ${maxHits}`;
  return rows.map(({ id }) => id);
}

async function idsByWords(sql: Sql, text: string): Promise<string[]> {
  const match = textMatch(sql, text);
  if (!match) return [];
  const rows = await sql<{ id: string }[]>`
    select v.id from products p join product_variants v on v.product_id = p.id and not v.archived
    where p.status = 'published' and p.search @@ ${match.prefixes}
    order by p.name ->> 'id', v.sku limit ${maxHits}`;
  return rows.map(({ id }) => id);
}

/** Staff: buyers by name, phone or email address. Empty without `customers.contact`, because results show contacts. */
export async function findDraftBuyers(actor: Person, q: string): Promise<readonly DraftBuyer[]> {
  const isAllowed = may(actor, "orders.draft") && may(actor, "customers.contact");
  const text = q.replaceAll("\0", "").trim().slice(0, 120);
  if (!isAllowed || text === "") return [];
  const sql = asShop();
  const ids = await findBuyerIds(sql, text, maxHits, true);
  return sql<DraftBuyer[]>`
    select b.id, b.account_id, b.name, coalesce(b.phone, '') as phone, coalesce(b.email, '') as email
    from buyers b where b.id = any (${ids}::uuid[]) order by b.last_order_at desc nulls last, b.id`;
}
