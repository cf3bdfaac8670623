import { inTransaction, type Sql } from "#db/client.server.ts";

export interface SalesDifference {
  /** `sold`, `back`: the facts of an order differ from the ledgers. `rollup`: the rollups of a day differ from its facts. */
  readonly kind: "sold" | "back" | "rollup";
  readonly order_id: string | null;
  /** `YYYY-MM-DD` in the shop's time zone. */
  readonly day: string;
  readonly expected: number;
  readonly found: number;
}

/** Last days that the nightly proof checks. It also checks one random older month. */
const provenDays = 35;
/** Maximum differences that a check returns; the next run finds the others. */
const maxDifferences = 500;

/**
 * The nightly job: sums the ledgers of the last days and of one random older month, and compares the sums with the facts and
 * the rollups. Queues orders that differ, rebuilds the rollups of months that differ, and stores the days for the reports.
 */
export async function proveSales(): Promise<readonly SalesDifference[]> {
  return inTransaction(async (sql) => {
    await sql`select set_config('statement_timeout', '600000', true)`;
    const [range] = await sql<{ today: string; since: string; older: string | null }[]>`
      select d.today::text, (d.today - ${provenDays}::int)::text as since, (
        select (f.day + floor(random() * (d.today - ${provenDays}::int - f.day))::int)::text
        from (select min(day) as day from sales_facts) f where f.day < d.today - ${provenDays}::int) as older
      from (select (now() at time zone s.time_zone)::date as today from shop_settings s) d`;
    if (!range) throw new Error("the shop has no settings");
    const differences = [...(await findSalesDifferences(sql, range.since, range.today))];
    if (range.older) {
      const [month] = await sql<{ first: string; last: string }[]>`
        select m.first::date::text, (m.first + interval '1 month' - interval '1 day')::date::text as last
        from (select date_trunc('month', ${range.older}::date) as first) m`;
      if (month) differences.push(...(await findSalesDifferences(sql, month.first, month.last)));
    }
    await repairSales(sql, differences);
    return differences;
  });
}

/** Finds differences in a range of days, both ends included. @param from `YYYY-MM-DD` */
export async function findSalesDifferences(
  sql: Sql,
  from: string,
  until: string,
): Promise<readonly SalesDifference[]> {
  return sql<SalesDifference[]>`
    select kind, order_id, day::text, expected, found
    from private.find_sales_differences(${from}::date, ${until}::date) order by day limit ${maxDifferences}`;
}

async function repairSales(sql: Sql, differences: readonly SalesDifference[]): Promise<void> {
  await sql`delete from private.sales_differences`;
  const days = [...new Set(differences.map(({ day }) => day))];
  if (days.length === 0) return;
  await sql`insert into private.sales_differences (day) select unnest(${days}::date[])`;
  const orders = [...new Set(differences.flatMap(({ order_id }) => order_id ?? []))];
  await sql`
    insert into private.sales_changes (order_id, repair) select o, true from unnest(${orders}::uuid[]) o`;
  const months = new Set(
    differences.flatMap(({ kind, day }) => (kind === "rollup" ? `${day.slice(0, 7)}-01` : [])),
  );
  for (const month of months) await sql`select private.rebuild_sales(${month}::date)`;
}
