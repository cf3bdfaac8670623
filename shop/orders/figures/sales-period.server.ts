import type { Person } from "#shop/kernel/access.ts";
import type { ShopTimeZone } from "#shop/kernel/time-zones.ts";
import { type BestSeller, bestSellersOf } from "./best-sellers-of-period.server.ts";
import { type SalesDay, salesByDay } from "./sales-by-day.server.ts";
import type { SalesSum } from "./sales-period.ts";

export interface SalesPeriod {
  /** Oldest first, today last. */
  readonly days: readonly SalesDay[];
  readonly sum: SalesSum;
  /** The sum of as many days before the period. */
  readonly before: SalesSum;
  readonly best: readonly BestSeller[];
}

/** Sales and best sellers of the last days, and the sum of the period before. @returns null without the right to read reports */
export async function findSalesPeriod(
  actor: Person,
  zone: ShopTimeZone,
  length: number,
): Promise<SalesPeriod | null> {
  const all = await salesByDay(actor, zone, 2 * length);
  if (!all) return null;
  const days = all.slice(length);
  const [first, last] = [days.at(0)?.day ?? "", days.at(-1)?.day ?? ""];
  const best = (await bestSellersOf(actor, zone, first, last)) ?? [];
  return { days, sum: sumOf(days), before: sumOf(all.slice(0, length)), best };
}

function sumOf(days: readonly SalesDay[]): SalesSum {
  return days.reduce(
    (sum, day) => ({ orders: sum.orders + day.orders, amount: sum.amount + day.amount }),
    { orders: 0, amount: 0 },
  );
}
