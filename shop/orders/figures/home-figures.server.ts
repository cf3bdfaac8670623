import { dateNow } from "#base/clock.ts";
import type { LocalText } from "#base/language.ts";
import { asShop, type Sql } from "#db/client.server.ts";
import { may, type Person } from "#shop/kernel/access.ts";
import { type ShopTimeZone, shopClock } from "#shop/kernel/time-zones.ts";
import { addDays } from "./report-period.ts";

/** The sums of one or more days. */
export interface HomeSum {
  readonly orders: number;
  /** Whole rupiah with PPN: goods, delivery and payment fees, minus the refunds of the same time. */
  readonly amount: number;
}

export interface HomeDay extends HomeSum {
  /** `YYYY-MM-DD` in the shop's time zone. */
  readonly day: string;
}

export interface BestProduct {
  readonly product_id: string;
  readonly name: LocalText | null;
  readonly pieces: number;
  readonly amount: number;
}

export interface HomeFigures {
  readonly today: HomeSum & { readonly new_buyers: number; readonly returning_buyers: number };
  /** The same weekday of last week, until the present time of day. */
  readonly todayBefore: HomeSum;
  /** This week, from Monday. */
  readonly week: HomeSum;
  /** Last week, until the present weekday and time of day. */
  readonly weekBefore: HomeSum;
  /** Oldest first, today last. */
  readonly days: readonly HomeDay[];
  readonly sum: HomeSum;
  /** The sums of the same number of days before `days`. */
  readonly before: HomeSum;
  readonly best: readonly BestProduct[];
  /** `YYYY-MM-DD`: the first and the last day of `best`. */
  readonly bestDays: { readonly from: string; readonly until: string };
}

const shownProducts = 5;
/** Day of the month before which `best` shows the previous month. */
const fewDays = 8;

/** @param length days of the chart @returns null without `reports.read` */
export async function findHomeFigures(
  actor: Person,
  zone: ShopTimeZone,
  length: number,
): Promise<HomeFigures | null> {
  if (!may(actor, "reports.read")) return null;
  const sql = asShop();
  const clock = shopClock(dateNow(), zone);
  const today = clock.toISOString().slice(0, 10);
  const monday = addDays(today, -((clock.getUTCDay() + 6) % 7));
  const month = `${today.slice(0, 7)}-01`;
  const lastDay = addDays(month, -1);
  const bestDays =
    clock.getUTCDate() >= fewDays
      ? { from: month, until: today }
      : { from: `${lastDay.slice(0, 7)}-01`, until: lastDay };
  const [all, types, part, best] = await Promise.all([
    readDays(sql, addDays(today, 1 - Math.max(2 * length, 14)), today),
    readBuyers(sql, today),
    readPartOfDay(sql, addDays(today, -7), zone),
    readBest(sql, bestDays.from),
  ]);
  const between = (from: string, until: string) =>
    sumOf(all.filter(({ day }) => day >= from && day <= until));
  const lastWeekday = addDays(today, -8);
  const before = between(addDays(monday, -7), lastWeekday);
  return {
    today: { ...between(today, today), ...types },
    todayBefore: part,
    week: between(monday, today),
    weekBefore: { orders: before.orders + part.orders, amount: before.amount + part.amount },
    days: all.slice(-length),
    sum: sumOf(all.slice(-length)),
    before: sumOf(all.slice(-2 * length, -length)),
    best,
    bestDays,
  };
}

function sumOf(days: readonly HomeSum[]): HomeSum {
  return days.reduce(
    (sum, day) => ({ orders: sum.orders + day.orders, amount: sum.amount + day.amount }),
    { orders: 0, amount: 0 },
  );
}

async function readDays(sql: Sql, from: string, until: string): Promise<HomeDay[]> {
  return sql<HomeDay[]>`
    select d.day::date::text as day, coalesce(r.orders, 0) as orders,
      coalesce(r.net + r.shipping + r.fee - r.back - r.other_back, 0)::bigint as amount
    from generate_series(${from}::date, ${until}::date, interval '1 day') d (day)
    left join sales_rollups r on r.dimension = 'all' and r.period = 'd' and r.starts = d.day::date and r.key = ''
    order by d.day`;
}

async function readBuyers(sql: Sql, today: string) {
  const [row] = await sql<{ new_buyers: number; returning_buyers: number }[]>`
    select coalesce(sum(orders) filter (where key = 'new'), 0)::bigint as new_buyers,
      coalesce(sum(orders) filter (where key = 'returning'), 0)::bigint as returning_buyers
    from sales_rollups where dimension = 'customer_type' and period = 'd' and starts = ${today}::date`;
  return row ?? { new_buyers: 0, returning_buyers: 0 };
}

/** The sums of a day until the present time of day. */
async function readPartOfDay(sql: Sql, day: string, zone: ShopTimeZone): Promise<HomeSum> {
  const [row] = await sql<HomeSum[]>`
    select coalesce(sum(orders) filter (where kind = 'order'), 0)::bigint as orders,
      coalesce(sum(net + shipping + fee - back - other_back), 0)::bigint as amount
    from sales_facts
    where day = ${day}::date and (at at time zone ${zone})::time <= (now() at time zone ${zone})::time`;
  return row ?? { orders: 0, amount: 0 };
}

/**
 * The best sellers of one month. Adding two months of 100,000 products would take ten times as long.
 * @param month its first day
 */
async function readBest(sql: Sql, month: string): Promise<BestProduct[]> {
  return sql<BestProduct[]>`
    select b.key as product_id, p.name, b.pieces, b.amount from (
      select key, pieces - pieces_back as pieces, net - back as amount from sales_rollups
      where dimension = 'product' and period = 'm' and starts = ${month}::date and key <> '' and pieces > pieces_back
      order by net - back desc, pieces - pieces_back desc, key limit ${shownProducts}) b
    left join products p on p.id = b.key::uuid
    order by b.amount desc, b.pieces desc, b.key`;
}
