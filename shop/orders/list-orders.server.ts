import { ok, type Result } from "#base/result.ts";
import type { Sql, SqlFragment } from "#db/client.server.ts";
import { may, type Person } from "#shop/kernel/access.ts";
import type { Rupiah } from "#shop/kernel/money.ts";
import { countEach } from "#shop/kernel/newest-first.server.ts";
import {
  type Column,
  choiceColumn,
  compileFilter,
  memberColumn,
  momentColumn,
  numberColumn,
  stateColumn,
} from "#shop/staff/filters/compile.server.ts";
import { printFilter } from "#shop/staff/filters/filter.ts";
import type { ListState } from "#shop/staff/filters/list-state.ts";
import {
  type filterTooWide,
  readKeyset,
  readList,
  type SortKey,
} from "#shop/staff/filters/read-list.server.ts";
import { findOrderIds } from "./find-order-ids.server.ts";
import { type OrderStage, type OrderSummary, orderStage } from "./order.ts";
import { type OrderField, orderTabs } from "./order-fields.ts";
import { isPickup } from "./pickup-order.server.ts";
import { goodsOf, stageConditions } from "./read-orders.server.ts";
import { supplementOf } from "./supplement-of.server.ts";

export const staffOrdersPerPage = 50;
/** Orders that a search looks through; it takes the newest. */
const maxFound = 1_000;

export interface StaffOrder extends OrderSummary {
  readonly courier: string;
  /** Kelurahan, kecamatan, city and province; empty for a supplement. */
  readonly region_name: string;
}

export interface StaffOrderList {
  readonly orders: readonly StaffOrder[];
  /** Null for a search or another filter. */
  readonly counts: Readonly<Record<OrderStage, number>> | null;
  /** Totals of all orders found; null without a filter or search. */
  readonly sum: OrderTotals | null;
  readonly after: string | null;
  readonly before: string | null;
}

/** Count and total amount of the orders found. */
export interface OrderTotals {
  /** At most `maxSummed`; there may be more. */
  readonly orders: number;
  readonly isMore: boolean;
  readonly total: Rupiah;
}

/** Maximum orders counted and added up. */
export const maxSummed = 5_000;

const columns: Readonly<Record<OrderField, Column>> = {
  stage: stateColumn(stageConditions),
  payment: choiceColumn((sql) => sql`o.payment_status`),
  courier: (sql, term, timeZone) =>
    choiceColumn((sql) => sql`lower(o.courier)`)(
      sql,
      { ...term, values: term.values.map((value) => value.toLowerCase()) },
      timeZone,
    ),
  province: choiceColumn((sql) => sql`left(o.address ->> 'region_code', 2)`),
  product: memberColumn(
    (sql) => sql`o.id`,
    (sql, values) => sql`
      select l.order_id from order_lines l join product_variants v on v.id = l.variant_id
      where v.product_id = any (${values}::uuid[])`,
  ),
  personalised: (sql, { values: [value] }) => {
    const has = sql`exists (select from customisations c where c.order_id = o.id)`;
    return value === "yes" ? has : sql`not ${has}`;
  },
  // The index has the order of the list for one buyer alone.
  buyer: (sql, { values: [only = "", ...others] }) =>
    others.length === 0
      ? sql`o.buyer_id = ${only}::uuid`
      : sql`o.buyer_id = any (${[only, ...others]}::uuid[])`,
  total: numberColumn((sql) => sql`o.total`),
  created: momentColumn((sql) => sql`o.created_at`),
};

const newestFirst: SortKey = {
  key: (sql) => sql`o.created_at`,
  type: "timestamptz",
  descending: true,
};

/**
 * One page of all orders for staff, newest first. It reads with the shop's rights after the permission was checked: a
 * policy would keep the search off its indexes (docs/why/database.md).
 */
export function listStaffOrders(
  actor: Person,
  state: ListState<"newest">,
): Promise<Result<StaffOrderList, typeof filterTooWide>> {
  if (!may(actor, "orders.read")) {
    return Promise.resolve(ok({ orders: [], counts: null, sum: null, after: null, before: null }));
  }
  return readList(async (sql, timeZone) => {
    const ids = state.q === "" ? null : await findOrderIds(sql, state.q, maxFound);
    const found = ids === null ? sql`` : sql`and o.id = any (${ids}::uuid[])`;
    const where = sql`${compileFilter(sql, state.filter, columns, timeZone)} ${found}`;
    const page = await readKeyset(sql, "orders", where, newestFirst, state, staffOrdersPerPage);
    const isTab = Object.values<string>(orderTabs).includes(printFilter(state.filter));
    const counts =
      state.q === "" && (state.filter === null || isTab) ? await countStages(sql) : null;
    return {
      orders: await readSummaries(sql, page.ids),
      counts,
      sum: counts === null ? await sumOrders(sql, where) : null,
      after: page.after,
      before: page.before,
    };
  });
}

async function sumOrders(sql: Sql, where: SqlFragment): Promise<OrderTotals> {
  const [row] = await sql<{ orders: number; total: Rupiah }[]>`
    select count(*)::int as orders, coalesce(sum(total), 0)::bigint as total
    from (select o.total from orders o where ${where} limit ${maxSummed + 1}) found`;
  const { orders, total } = row ?? { orders: 0, total: 0 };
  return { orders: Math.min(orders, maxSummed), isMore: orders > maxSummed, total };
}

/** The orders of each stage, at most 1,000 and one. */
export function countStages(sql: Sql): Promise<Record<OrderStage, number>> {
  return countEach(sql, "orders", {
    awaiting_payment: stageConditions.awaiting_payment(sql),
    processing: stageConditions.processing(sql),
    shipped: stageConditions.shipped(sql),
    done: stageConditions.done(sql),
    canceled: stageConditions.canceled(sql),
  });
}

async function readSummaries(sql: Sql, ids: readonly string[]): Promise<StaffOrder[]> {
  if (ids.length === 0) return [];
  const rows = await sql<(Omit<StaffOrder, "stage" | "created_at"> & { created_at: Date })[]>`
    select o.id, o.courier, coalesce(o.address ->> 'region_name', '') as region_name, o.number, o.status, o.payment_status, o.fulfilment_status, o.total, o.created_at,
      o.recipient as customer_name, ${isPickup(sql)} as is_pickup, ${supplementOf(sql)},
      goods.pieces, goods.first_name, goods.line_count,
      (
        select coalesce(json_agg(l.picture order by l.position) filter (where l.picture is not null), '[]')
        from order_lines l where l.order_id = o.id and l.position < 4
      ) as pictures
    from unnest(${[...ids]}::uuid[]) with ordinality wanted (id, place) join orders o using (id)
    cross join lateral ${goodsOf(sql)} goods
    order by wanted.place`;
  return rows.map((row) => ({
    ...row,
    created_at: row.created_at.toISOString(),
    stage: orderStage(row),
  }));
}
