import type { Language } from "#base/language.ts";
import type { Sql, SqlFragment } from "#db/client.server.ts";
import { textMatch } from "#shop/catalogue/search.server.ts";
import { searchCondition } from "#shop/catalogue/staff-search.server.ts";
import { findBuyerIds } from "#shop/customers/buyers/find-buyer-ids.server.ts";
import { type Contact, maskContact } from "#shop/customers/buyers/mask-contact.ts";
import { may, type Person } from "#shop/kernel/access.ts";
import { textIn } from "#shop/kernel/local-text.server.ts";
import { searchText } from "#shop/kernel/search-text.ts";
import { findOrderIds } from "#shop/orders/find-order-ids.server.ts";
import { normaliseCode } from "#shop/promotions/promotion.ts";
import { readAuditNames } from "#shop/staff/audit-names.server.ts";
import { readList } from "#shop/staff/filters/read-list.server.ts";
import { mayReadHistory } from "#shop/staff/read-audit.server.ts";

/** A thing of the shop that the palette leads to. */
export interface OfficeHit {
  /** A kind of the audit log, e.g. `order`. */
  readonly kind: string;
  readonly id: string;
  readonly label: string;
  /** Tells things of the same name apart. */
  readonly detail: string;
}

/** Things of one kind. */
const maxOfKind = 5;
const maxRecent = 8;
/** Entries of the log that are looked through for recent things. */
const recentEntries = 200;
/** Letters of a search. */
const maxLetters = 60;
/** Digits of a phone number. */
const minPhoneDigits = 8;
/** A search that takes longer is no help while typing. */
const timeoutMs = 1_000;

/**
 * What the typed text may mean, exact things first, each kind only for staff who may read it. An empty text: what the
 * actor changed last.
 */
export async function searchOffice(
  actor: Person,
  q: string,
  language: Language,
): Promise<OfficeHit[]> {
  const text = searchText(q.normalize("NFC"), maxLetters);
  const found = await readList(async (sql) => {
    if (text === "") return recent(sql, actor, language);
    const hits = [
      ...(may(actor, "products.read") ? await variantOf(sql, text, language) : []),
      ...(may(actor, "promos.read") ? await promotionOf(sql, text, language) : []),
      ...(may(actor, "orders.read") ? await ordersOf(sql, text) : []),
      ...(may(actor, "customers.read")
        ? await buyersOf(sql, actor, text)
        : may(actor, "orders.read")
          ? await maskedCustomersOf(sql, text)
          : []),
      ...(may(actor, "products.read") ? await productsOf(sql, text, language) : []),
      ...(may(actor, "promos.read") ? await promotionsOf(sql, text, language) : []),
    ];
    // Looking for similar words reads many products: only when nothing is spelt so, and never for a number.
    if (hits.length === 0 && may(actor, "products.read") && /\p{L}/u.test(text)) {
      return similarProducts(sql, text, language);
    }
    const seen = new Set<string>();
    return hits.filter(({ kind, id }) => {
      const isNew = !seen.has(`${kind} ${id}`);
      seen.add(`${kind} ${id}`);
      return isNew;
    });
  }, timeoutMs);
  return found.ok ? found.value : [];
}

function variantOf(sql: Sql, text: string, language: Language): Promise<OfficeHit[]> {
  return sql<OfficeHit[]>`
    select 'product' as kind, p.id, ${textIn(sql, sql`p.name`, language)} as label, v.sku as detail
    from product_variants v join products p on p.id = v.product_id
    where v.sku in (${text}, upper(${text}::text), lower(${text}::text)) limit ${maxOfKind}`.then(
    (rows) => [...rows],
  );
}

async function promotionOf(sql: Sql, text: string, language: Language): Promise<OfficeHit[]> {
  const code = normaliseCode(text);
  if (code === "") return [];
  const rows = await sql<OfficeHit[]>`
    select 'promotion' as kind, p.id, ${textIn(sql, sql`p.name`, language)} as label, c.code as detail
    from promo_codes c join promotions p on p.id = c.promotion_id where c.code = ${code}`;
  return [...rows];
}

async function promotionsOf(sql: Sql, text: string, language: Language): Promise<OfficeHit[]> {
  const match = textMatch(sql, text);
  if (!match) return [];
  const rows = await sql<OfficeHit[]>`
    select 'promotion' as kind, p.id, ${textIn(sql, sql`p.name`, language)} as label, '' as detail
    from promotions p where p.search @@ ${match.prefixes}
    order by p.created_at desc, p.id desc limit ${maxOfKind}`;
  return [...rows];
}

async function ordersOf(sql: Sql, text: string): Promise<OfficeHit[]> {
  const ids = await findOrderIds(sql, text, maxOfKind, { byProduct: false });
  if (ids.length === 0) return [];
  const rows = await sql<OfficeHit[]>`
    select 'order' as kind, o.id, coalesce(o.number, '') as label, o.recipient as detail
    from unnest(${ids}::uuid[]) with ordinality wanted (id, place) join orders o using (id)
    order by wanted.place limit ${maxOfKind}`;
  return [...rows];
}

/** Buyers by name, e-mail address or phone number, with masked contacts for staff without `customers.contact`. */
async function buyersOf(sql: Sql, actor: Person, text: string): Promise<OfficeHit[]> {
  const isClear = may(actor, "customers.contact");
  const ids = await findBuyerIds(sql, text, maxOfKind, isClear);
  if (ids.length === 0) return [];
  const rows = await sql<({ id: string; name: string } & Contact)[]>`
    select id, name, email, phone from buyers where id = any (${ids}::uuid[]) order by name, id`;
  return rows.map(({ id, name, email, phone }) => {
    const contact = isClear ? { email, phone } : maskContact({ email, phone });
    const detail = contact.email ?? contact.phone ?? "";
    return { kind: "buyer", id, label: name || detail, detail };
  });
}

/**
 * For staff who may read orders but not buyers: the customers whose complete email address or phone number was typed.
 * PostgreSQL masks the name.
 */
async function maskedCustomersOf(sql: Sql, text: string): Promise<OfficeHit[]> {
  const condition = customerCondition(sql, text);
  if (!condition) return [];
  const rows = await sql<OfficeHit[]>`
    select 'customer' as kind, f.id,
      regexp_replace(coalesce(nullif(f.full_name, ''), f.address), '([^\\s@])[^\\s@]*', '\\1•••', 'g') as label,
      '' as detail
    from (
      select p.id, p.full_name, coalesce(u.email, '+' || u.phone, p.phone, '') as address
      from profiles p join auth.users u on u.id = p.id
      where p.role = 'CUSTOMER' and ${condition} limit ${maxOfKind}) f
    order by f.full_name, f.id`;
  return [...rows];
}

/** Matches an email address or a phone number; both have an index. Undefined for other text. */
function customerCondition(sql: Sql, text: string): SqlFragment | undefined {
  if (text.includes("@")) return sql`u.email = lower(${text}::text)`;
  if (!/^[+\d\s().-]+$/.test(text)) return undefined;
  const digits = text.replace(/\D/g, "").replace(/^(?:62|0)/, "");
  if (digits.length < minPhoneDigits) return undefined;
  return sql`p.id in (
    select id from auth.users where phone = ${`62${digits}`}
    union all select id from profiles where phone = ${`+62${digits}`})`;
}

/** The newest products by the beginnings of their words. */
async function productsOf(sql: Sql, text: string, language: Language): Promise<OfficeHit[]> {
  if (!textMatch(sql, text)) return [];
  const { where } = await searchCondition(sql, text);
  const rows = await sql<OfficeHit[]>`
    select 'product' as kind, p.id, ${textIn(sql, sql`p.name`, language)} as label, '' as detail
    from products p where true ${where}
    order by p.created_at desc, p.id desc limit ${maxOfKind}`;
  return [...rows];
}

/** Products by words like those of the text, for a word that is misspelt. */
async function similarProducts(sql: Sql, text: string, language: Language): Promise<OfficeHit[]> {
  const match = textMatch(sql, text);
  if (!match) return [];
  const rows = await sql<OfficeHit[]>`
    select 'product' as kind, p.id, ${textIn(sql, sql`p.name`, language)} as label, '' as detail from products p
    where p.search_text operator(extensions.%>) ${match.typed}
    order by extensions.word_similarity(${match.typed}, p.search_text) desc, p.id limit ${maxOfKind}`;
  return [...rows];
}

/** What the actor changed last and may still read. */
async function recent(sql: Sql, actor: Person, language: Language): Promise<OfficeHit[]> {
  const entries = await sql<{ kind: string; id: string }[]>`
    select subject_kind as kind, subject_id as id from (
      select subject_kind, subject_id, id from audit_entries where actor_id = ${actor.id}
      order by id desc limit ${recentEntries}) newest
    where subject_id is not null and subject_kind in (
      'product', 'promotion', 'shipping_zone', 'shipping_method', 'category', 'staff_role', 'order')
    group by subject_kind, subject_id order by max(newest.id) desc limit ${maxRecent}`;
  const readable = entries.filter(({ kind }) => mayReadHistory(actor, kind));
  const names = await readAuditNames(sql, readable, language);
  return readable.flatMap(({ kind, id }) => {
    const label = names.get(`${kind} ${id}`);
    return label ? [{ kind, id, label, detail: "" }] : [];
  });
}
