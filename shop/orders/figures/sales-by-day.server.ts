import { dateNow } from "#base/clock.ts";
import { asShop } from "#db/client.server.ts";
import { may, type Person } from "#shop/kernel/access.ts";
import type { ShopTimeZone } from "#shop/kernel/time-zones.ts";
import { shopClock } from "#shop/kernel/time-zones.ts";

/**
 * Orders that count as sold, by the day on which they were placed. A supplement brings its money on its own day and counts as
 * no order (docs/why/orders.md).
 */
export interface SalesDay {
  /** `YYYY-MM-DD` by the shop's clock. */
  readonly day: string;
  readonly orders: number;
  /** Whole rupiah: the totals of orders that are placed and not cancelled, less what was refunded. */
  readonly amount: number;
}

const dayMs = 86_400_000;

/**
 * The last days, oldest first, today last; a day without a sale has zeros. Reads orders from the
 * covering index `orders_sales`, so the cost does not grow with older orders.
 * @returns null without the right to read reports
 */
export async function salesByDay(
  actor: Person,
  zone: ShopTimeZone,
  days: number,
): Promise<readonly SalesDay[] | null> {
  if (!may(actor, "reports.read")) return null;
  const today = shopClock(dateNow(), zone);
  const wanted = Array.from({ length: days }, (_, index) =>
    new Date(today.getTime() - (days - 1 - index) * dayMs).toISOString().slice(0, 10),
  );
  const sql = asShop();
  const rows = await sql<SalesDay[]>`
    select day::text, count(*) filter (where supplement_of is null)::int as orders,
      sum(total - greatest(least(refunded_total, total - paid_total), 0))::bigint as amount
    from (
      select (created_at at time zone ${zone})::date as day, supplement_of, total, paid_total, refunded_total
      from orders
      where created_at >= (${wanted[0] ?? ""}::date::timestamp at time zone ${zone})
        and status in ('placed', 'completed')
    ) sold
    group by day`;
  const found = new Map(rows.map((row) => [row.day, row]));
  return wanted.map((day) => found.get(day) ?? { day, orders: 0, amount: 0 });
}
