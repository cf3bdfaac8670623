import { asShop, type Sql, type SqlFragment } from "#db/client.server.ts";
import { may, type Person } from "#shop/kernel/access.ts";
import { type DayRange, type ReportRanges, splitRange } from "./report-period.ts";
import type { SalesDimension, SalesOrder, SalesRow, SalesSums } from "./sales-report.ts";
import { noSales } from "./sales-report.ts";

/** Maximum rows of a report on its page. */
export const shownRows = 100;

export interface SalesReport {
  /** All sales of the period, also those without a row. */
  readonly sum: SalesSums;
  readonly sumBefore: SalesSums | null;
  readonly rows: readonly SalesRow[];
  /** Whether there are more rows than `rows` has. */
  readonly isCut: boolean;
}

/**
 * Sales of a period by product, province and so on, the largest first.
 * @param limit maximum rows
 * @returns null without `reports.read`
 */
export async function readSalesReport(
  actor: Person,
  dimension: SalesDimension,
  { now, before }: ReportRanges,
  order: SalesOrder,
  limit: number = shownRows,
): Promise<SalesReport | null> {
  if (!may(actor, "reports.read")) return null;
  const sql = asShop();
  const mayCost = may(actor, "costs.read");
  // Sorting by margin would reveal costs.
  const shownOrder = order === "margin" && !mayCost ? "net" : order;
  const rows =
    dimension === "all" ? [] : await readRows(sql, dimension, { now, before }, shownOrder, limit);
  const [sum, sumBefore] = await Promise.all([
    readSum(sql, now),
    before ? readSum(sql, before) : null,
  ]);
  return {
    sum: withCosts(sum, mayCost),
    sumBefore: sumBefore && withCosts(sumBefore, mayCost),
    rows: rows.slice(0, limit).map((row) => withCosts(row, mayCost)),
    isCut: rows.length > limit,
  };
}

/** All sales of a period. */
export async function readSum(sql: Sql, range: DayRange): Promise<SalesSums> {
  const [sum] = await sql<SalesSums[]>`select * from (${sumsOf(sql, "all", range)}) s`;
  return sum ?? noSales;
}

/** Sales by day or month, oldest first, without those that have no sales or refunds. @returns null without `reports.read` */
export async function readSalesByTime(
  actor: Person,
  unit: "d" | "m",
  { from, until }: DayRange,
): Promise<readonly SalesRow[] | null> {
  if (!may(actor, "reports.read")) return null;
  const sql = asShop();
  const rows = await sql<SalesRow[]>`
    select date_trunc(${unit === "d" ? "day" : "month"}, starts)::date::text as key, ${sums(sql)},
      null::bigint as net_before, null::bigint as orders_before
    from sales_rollups
    where dimension = 'all' and period = 'd' and starts between ${from}::date and ${until}::date
    group by 1 order by 1`;
  const mayCost = may(actor, "costs.read");
  return rows.map((row) => withCosts(row, mayCost));
}

async function readRows(
  sql: Sql,
  dimension: SalesDimension,
  { now, before }: ReportRanges,
  order: SalesOrder,
  limit: number,
): Promise<SalesRow[]> {
  // First finds the keys of the shown rows by one column: summing all columns of all products would take longer.
  const top = await sql<{ key: string }[]>`
    select key from (
      select key, sum(measure) as measure from (${partsOf(sql, dimension, now, { measure: measureOf(sql, order) })}) p group by key) m
    order by measure desc, key limit ${limit + 1}`;
  const keys = top.map(({ key }) => key);
  const [sums, earlier] = await Promise.all([
    sql<(SalesSums & { key: string })[]>`${sumsOf(sql, dimension, now, keys)}`,
    before ? sql<(SalesSums & { key: string })[]>`${sumsOf(sql, dimension, before, keys)}` : null,
  ]);
  const byKey = new Map(sums.map((row) => [row.key, row]));
  const earlierByKey = new Map(earlier?.map((row) => [row.key, row]));
  return keys.map((key) => ({
    ...(byKey.get(key) ?? noSales),
    key,
    net_before: earlier ? (earlierByKey.get(key)?.net ?? 0) : null,
    orders_before: earlier ? (earlierByKey.get(key)?.orders ?? 0) : null,
  }));
}

/** SQL: the column that orders the rows. PostgreSQL sums doubles faster than bigints, and doubles are exact below 2^53. */
function measureOf(sql: Sql, order: SalesOrder): SqlFragment {
  return {
    net: sql`net::float8`,
    pieces: sql`pieces::float8`,
    orders: sql`orders::float8`,
    back: sql`back::float8`,
    discount: sql`discount::float8`,
    margin: sql`(base - cost)::float8`,
  }[order];
}

const sums = (sql: Sql) => sql`
  sum(orders)::bigint as orders, sum(pieces)::bigint as pieces, sum(pieces_back)::bigint as pieces_back,
  sum(gross)::bigint as gross, sum(discount)::bigint as discount, sum(net)::bigint as net, sum(shipping)::bigint as shipping,
  sum(fee)::bigint as fee, sum(back)::bigint as back, sum(other_back)::bigint as other_back, sum(tax)::bigint as tax,
  sum(base)::bigint as base, sum(cost)::bigint as cost, sum(uncosted)::bigint as uncosted`;

/** SQL: the sums by key. @param keys undefined: all keys */
function sumsOf(
  sql: Sql,
  dimension: SalesDimension,
  range: DayRange,
  keys?: readonly string[],
): SqlFragment {
  return sql`
    select key, ${sums(sql)} from (${partsOf(sql, dimension, range, { keys })}) p group by key`;
}

const all = (sql: Sql) => sql`
  orders, pieces, pieces_back, gross, discount, net, shipping, fee, back, other_back, tax, base, cost, uncosted`;

/**
 * SQL: the rollups that cover a range. Single days of products and variants are summed from the facts (docs/why/orders.md).
 * @param of `keys` limits the keys; `measure` selects one column instead of all
 */
function partsOf(
  sql: Sql,
  dimension: SalesDimension,
  range: DayRange,
  of: { readonly keys?: readonly string[] | undefined; readonly measure?: SqlFragment },
): SqlFragment {
  const hasDays = dimension !== "product" && dimension !== "variant";
  const columns = of.measure ? sql`${of.measure} as measure` : all(sql);
  const starts = Map.groupBy(splitRange(range), ({ period }) => period);
  const startsOf = (period: "d" | "m" | "y") =>
    starts.get(period)?.map((part) => part.starts) ?? [];
  const ofKeys = of.keys ? sql`and key = any (${[...of.keys]}::text[])` : sql``;
  const stored = (period: "d" | "m" | "y") => sql`
    select key, ${columns} from sales_rollups
    where dimension = ${dimension} and period = ${period} and starts = any (${startsOf(period)}::date[]) ${ofKeys}`;
  const days = startsOf("d");
  const months = sql`${stored("y")} union all ${stored("m")}`;
  if (days.length === 0) return months;
  if (hasDays) return sql`${months} union all ${stored("d")}`;
  const id = dimension === "variant" ? sql`variant_id` : sql`product_id`;
  const ids = of.keys?.filter((key) => key !== "");
  const ofIds = ids
    ? sql`and (${id} = any (${ids}::uuid[]) or ${id} is null and ${ids.length !== of.keys?.length})`
    : sql``;
  return sql`
    ${months} union all
    select coalesce(${id}::text, ''), ${columns} from (
      select ${id}, count(distinct order_id) filter (where kind = 'goods' and orders = 1) as orders,
        sum(pieces) as pieces, sum(pieces_back) as pieces_back, sum(gross) as gross, sum(discount) as discount, sum(net) as net,
        0 as shipping, 0 as fee, sum(back) as back, 0 as other_back, sum(tax) as tax, sum(base) as base, sum(cost) as cost,
        sum(uncosted) as uncosted
      from sales_facts where day = any (${days}::date[]) and kind in ('goods', 'goods_back') ${ofIds}
      group by ${id}) f`;
}

function withCosts<Row extends SalesSums>(row: Row, mayCost: boolean): Row {
  if (mayCost) return row;
  const { base: _base, cost: _cost, uncosted: _uncosted, ...rest } = row;
  return rest as Row;
}
