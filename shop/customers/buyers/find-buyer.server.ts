import type { Language } from "#base/language.ts";
import { isUuid } from "#base/uuid.ts";
import { asShop, type Sql } from "#db/client.server.ts";
import { may, type Person } from "#shop/kernel/access.ts";
import type { Rupiah } from "#shop/kernel/money.ts";
import { type Contact, maskContact } from "./mask-contact.ts";

/** Notes on the page; older ones are left out. */
const maxNotes = 200;

export interface BuyerNote {
  readonly id: string;
  readonly text: string;
  readonly pinned: boolean;
  /** Null when the author's account was deleted. */
  readonly author: string | null;
  readonly author_id: string | null;
  /** ISO 8601. */
  readonly at: string;
}

export interface BuyerAddress {
  readonly id: string;
  readonly label: "home" | "office" | "other";
  readonly is_default: boolean;
  /** Kelurahan, kecamatan, city and province. */
  readonly region: string;
  readonly postal_code: string;
  /** This field and the following ones are null without `customers.contact`. */
  readonly recipient: string | null;
  readonly phone: string | null;
  readonly street: string | null;
  readonly landmark: string | null;
}

export interface Buyer extends Contact {
  readonly id: string;
  readonly name: string;
  readonly has_account: boolean;
  readonly language: Language;
  readonly groups: readonly string[];
  readonly tags: readonly string[];
  readonly orders: number;
  readonly spent: Rupiah;
  /** Refunds of goods, whole rupiah. */
  readonly returned: Rupiah;
  /** ISO 8601. */
  readonly first_order_at: string | null;
  readonly last_order_at: string | null;
  readonly created_at: string;
  readonly province: string | null;
  /** Pinned notes first, then the newest; no retracted notes. */
  readonly notes: readonly BuyerNote[];
  /** Of the account. */
  readonly addresses: readonly BuyerAddress[];
  /** Whether contacts and street addresses are unmasked. */
  readonly is_clear: boolean;
}

/**
 * Staff: a buyer with notes and addresses. Contacts are masked without `customers.contact`.
 * @returns undefined for an unknown id or without `customers.read`
 */
export async function findBuyer(actor: Person, id: string): Promise<Buyer | undefined> {
  if (!may(actor, "customers.read") || !isUuid(id)) return undefined;
  const sql = asShop();
  const [row] = await sql<(Omit<Buyer, "notes" | "addresses" | "is_clear"> & AccountOf)[]>`
    select b.id, b.account_id, b.name, b.email, b.phone, b.account_id is not null as has_account, b.language, b.tags,
      b.orders, b.spent, b.returned, to_json(b.first_order_at) #>> '{}' as first_order_at,
      to_json(b.last_order_at) #>> '{}' as last_order_at, to_json(b.created_at) #>> '{}' as created_at,
      r.name as province,
      array(
        select g.name from customer_group_members m join customer_groups g on g.id = m.group_id
        where m.customer_id = b.account_id order by g.name
      ) as groups
    from buyers b left join regions r on r.code = left(b.region_code, 2) where b.id = ${id}`;
  if (!row) return undefined;
  const { account_id, ...buyer } = row;
  const isClear = may(actor, "customers.contact");
  const [notes, addresses] = await Promise.all([
    readNotes(sql, id),
    account_id === null ? [] : readAddresses(sql, account_id, isClear),
  ]);
  return {
    ...buyer,
    ...(isClear ? {} : maskContact(buyer)),
    notes,
    addresses,
    is_clear: isClear,
  };
}

interface AccountOf {
  readonly account_id: string | null;
}

function readNotes(sql: Sql, id: string): Promise<BuyerNote[]> {
  return sql<BuyerNote[]>`
    select n.id, n.text, n.pinned, n.author_id, nullif(p.full_name, '') as author, to_json(n.at) #>> '{}' as at
    from buyer_notes n left join profiles p on p.id = n.author_id
    where n.buyer_id = ${id} and n.retracted_at is null
    order by n.pinned desc, n.at desc, n.id limit ${maxNotes}`.then((rows) => [...rows]);
}

function readAddresses(sql: Sql, accountId: string, isClear: boolean): Promise<BuyerAddress[]> {
  const clear = (column: "recipient" | "phone" | "street" | "landmark") =>
    sql`case when ${isClear} then a.${sql(column)} end as ${sql(column)}`;
  return sql<BuyerAddress[]>`
    select a.id, a.label, a.is_default, coalesce(r.full_name, r.name) as region, a.postal_code,
      ${clear("recipient")}, ${clear("phone")}, ${clear("street")}, ${clear("landmark")}
    from addresses a join regions r on r.code = a.region_code
    where a.customer_id = ${accountId} order by a.is_default desc, a.created_at, a.id`.then(
    (rows) => [...rows],
  );
}

/** Staff: the buyer of an order. Null before the job has assigned one, and without `customers.read`. */
export async function findBuyerOfOrder(actor: Person, orderId: string): Promise<string | null> {
  if (!may(actor, "customers.read") || !isUuid(orderId)) return null;
  const [order] = await asShop()<{ buyer_id: string | null }[]>`
    select buyer_id from orders where id = ${orderId}`;
  return order?.buyer_id ?? null;
}
