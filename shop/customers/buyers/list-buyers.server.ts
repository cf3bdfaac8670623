import { ok, type Result } from "#base/result.ts";
import { asShop, type Sql } from "#db/client.server.ts";
import { may, type Person } from "#shop/kernel/access.ts";
import type { Rupiah } from "#shop/kernel/money.ts";
import {
  type Column,
  choiceColumn,
  compileFilter,
  momentColumn,
  numberColumn,
} from "#shop/staff/filters/compile.server.ts";
import type { ListState } from "#shop/staff/filters/list-state.ts";
import {
  type filterTooWide,
  newestFirst,
  readKeyset,
  readList,
  type SortKey,
} from "#shop/staff/filters/read-list.server.ts";
import type { BuyerField, BuyerSort } from "./buyer-fields.ts";
import { findBuyerIds } from "./find-buyer-ids.server.ts";
import { type Contact, maskContact } from "./mask-contact.ts";

export const buyersPerPage = 50;
/** Maximum number of buyers that a search finds. */
const maxFound = 1_000;
/** Rows that are read for the tags of the filter. */
const maxTagged = 5_000;

export interface ListedBuyer extends Contact {
  readonly id: string;
  readonly name: string;
  readonly has_account: boolean;
  readonly orders: number;
  readonly spent: Rupiah;
  /** ISO 8601. */
  readonly last_order_at: string | null;
  readonly created_at: string;
  /** Of the newest order. */
  readonly province: string | null;
  readonly tags: readonly string[];
}

export interface BuyerList {
  readonly buyers: readonly ListedBuyer[];
  readonly after: string | null;
  readonly before: string | null;
}

const columns: Readonly<Record<BuyerField, Column>> = {
  has_account: (sql, { values: [value] }) =>
    value === "yes" ? sql`p.account_id is not null` : sql`p.account_id is null`,
  orders: numberColumn((sql) => sql`p.orders`),
  spent: numberColumn((sql) => sql`p.spent`),
  // A buyer without orders sorts last as -infinity, but no condition on the day may match it.
  last_order: (sql, term, timeZone) => {
    const last = sql`coalesce(p.last_order_at, '-infinity')`;
    const found = sql`${momentColumn(() => last)(sql, term, timeZone)} and ${last} > '-infinity'`;
    if (term.operator === "from") return sql`(${found})`;
    // A buyer is at least as old as the last order. The condition limits the scan of the index of the newest buyers.
    const isOlder = momentColumn((sql) => sql`p.created_at`)(sql, term, timeZone);
    return sql`(${found} and ${isOlder})`;
  },
  province: choiceColumn((sql) => sql`left(p.region_code, 2)`),
  tag: (sql, { operator, values }) => {
    const found = sql`p.tags && ${values.map((value) => value.toLowerCase())}::text[]`;
    return operator === "none" ? sql`not (${found})` : sql`(${found} and p.tags <> '{}')`;
  },
};

export const buyerOrders: Readonly<Record<BuyerSort, SortKey>> = {
  newest: newestFirst,
  spent: { key: (sql) => sql`p.spent`, type: "bigint", descending: true },
  last_order: {
    key: (sql) => sql`coalesce(p.last_order_at, '-infinity')`,
    type: "timestamptz",
    descending: true,
  },
};

/**
 * One page of buyers. Checks the permission, then reads with the shop's rights, because contacts have no grant.
 * Contacts are masked without `customers.contact`.
 */
export function listBuyers(
  actor: Person,
  state: ListState<BuyerSort>,
): Promise<Result<BuyerList, typeof filterTooWide>> {
  if (!may(actor, "customers.read")) {
    return Promise.resolve(ok({ buyers: [], after: null, before: null }));
  }
  const isClear = may(actor, "customers.contact");
  return readList(async (sql, timeZone) => {
    const ids = state.q === "" ? null : await findBuyerIds(sql, state.q, maxFound, isClear);
    const found = ids === null ? sql`` : sql`and p.id = any (${ids}::uuid[])`;
    const where = sql`${compileFilter(sql, state.filter, columns, timeZone)} ${found}`;
    const page = await readKeyset(
      sql,
      "buyers",
      where,
      buyerOrders[state.sort],
      state,
      buyersPerPage,
    );
    const buyers = await readBuyers(sql, page.ids);
    return {
      buyers: isClear ? buyers : buyers.map((buyer) => ({ ...buyer, ...maskContact(buyer) })),
      after: page.after,
      before: page.before,
    };
  });
}

function readBuyers(sql: Sql, ids: readonly string[]): Promise<ListedBuyer[]> {
  if (ids.length === 0) return Promise.resolve([]);
  return sql<ListedBuyer[]>`
    select b.id, b.name, b.email, b.phone, b.account_id is not null as has_account, b.orders, b.spent,
      to_json(b.last_order_at) #>> '{}' as last_order_at, to_json(b.created_at) #>> '{}' as created_at,
      r.name as province, b.tags
    from unnest(${[...ids]}::uuid[]) with ordinality wanted (id, place) join buyers b using (id)
    left join regions r on r.code = left(b.region_code, 2)
    order by wanted.place`.then((rows) => [...rows]);
}

export interface BuyerOption {
  readonly value: string;
  readonly label: string;
}

/** Names for the filters of the list of buyers: the provinces, and the tags that buyers have. */
export async function listBuyerOptions(
  actor: Person,
): Promise<Readonly<Record<"province" | "tag", readonly BuyerOption[]>>> {
  if (!may(actor, "customers.read")) return { province: [], tag: [] };
  const sql = asShop();
  const [province, tag] = await Promise.all([
    sql<BuyerOption[]>`
      select code as value, name as label from regions where level = 1 order by name`,
    sql<BuyerOption[]>`
      select tag as value, tag as label from (
        select unnest(tags) as tag from buyers where tags <> '{}' limit ${maxTagged}) found
      group by tag order by tag limit 200`,
  ]);
  return { province: [...province], tag: [...tag] };
}
