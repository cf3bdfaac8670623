import { beforeAll, expect, test } from "vitest";
import { setClock } from "#base/clock.ts";
import { SeededRandom } from "#db/seed/deterministic.ts";
import { moveMoney } from "#tests/support/builders/ledger-moves.ts";
import { demoPerson, openTestProviders } from "#tests/support/builders/shop.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { followSales } from "./follow-sales.server.ts";
import { findHomeFigures } from "./home-figures.server.ts";
import { readSalesByTime, readSalesReport } from "./read-sales-report.server.ts";
import { addDays } from "./report-period.ts";
import {
  averageOf,
  changeOfSales,
  noSales,
  type SalesSums,
  salesDimensions,
  shareOf,
} from "./sales-report.ts";

testDatabase({ demo: true, max: 4 });
const admin = demoPerson("admin@etalase.test");
const random = new SeededRandom(20_261_202);
beforeAll(async () => {
  openTestProviders();
  await moveMoney(random, 60);
  await followSales();
});

const measures = Object.keys(noSales) as (keyof SalesSums)[];
const column = {
  product: "product_id::text",
  variant: "variant_id::text",
  category: "category_id::text",
} as Record<string, string>;

/** Sums the facts of a range in one simple query, by key. */
async function plainSums(dimension: string, from: string, until: string) {
  const sql = asSeed();
  const name = column[dimension];
  const rows = await sql.unsafe<(SalesSums & { key: string })[]>(
    `select coalesce(${dimension === "all" ? "''" : dimension === "promotion" ? "p.promotion_id::text" : (name ?? dimension)}, '') as key,
      count(distinct f.order_id) filter (where orders = 1 and kind = '${name ? "goods" : "order"}')::int as orders,
      ${measures
        .filter((measure) => measure !== "orders")
        .map((measure) =>
          dimension === "promotion" && measure === "discount"
            ? "coalesce(sum(p.discount) filter (where kind = 'order'), 0)::bigint as discount"
            : `sum(f.${measure})::bigint as ${measure}`,
        )
        .join(", ")}
    from sales_facts f ${dimension === "promotion" ? "join order_promos p on p.order_id = f.order_id" : ""}
    where day between $1 and $2 ${name ? "and kind in ('goods', 'goods_back')" : ""}
    group by 1`,
    [from, until],
  );
  return new Map(rows.map((row) => [row.key, row]));
}

test("each figure of each report equals the sum of its facts in random periods", async () => {
  const [range] = await asSeed()<{ first: string; last: string }[]>`
    select min(day)::text as first, max(day)::text as last from sales_facts`;
  const first = range?.first ?? "";
  const days = Math.round((Date.parse(range?.last ?? "") - Date.parse(first)) / 86_400_000);
  for (let n = 0; n < 6; n++) {
    const from = addDays(first, random.whole(0, days));
    const until = addDays(from, random.whole(0, n === 0 ? 1800 : days));
    const before = { from: addDays(from, -40), until: addDays(from, -1) };
    for (const dimension of salesDimensions) {
      const report = await readSalesReport(
        admin,
        dimension,
        { now: { from, until }, before },
        "net",
        1000,
      );
      const plain = await plainSums(dimension, from, until);
      const earlier = await plainSums(dimension, before.from, before.until);
      for (const row of report?.rows ?? []) {
        const expected = plain.get(row.key) ?? noSales;
        for (const measure of measures) {
          expect(row[measure], `${dimension} ${row.key} ${measure} ${from} ${until}`).toBe(
            expected[measure],
          );
        }
        expect(row.net_before).toBe(earlier.get(row.key)?.net ?? 0);
        plain.delete(row.key);
      }
      if (dimension !== "all")
        expect([...plain.keys()], `${dimension} ${from} ${until}`).toEqual([]);
      else {
        const [sum] = plain.values();
        for (const measure of measures) expect(report?.sum[measure]).toBe(sum?.[measure] ?? 0);
      }
    }
    const byDay = await readSalesByTime(admin, "d", { from, until });
    const byMonth = await readSalesByTime(admin, "m", { from, until });
    const [sum] = (await plainSums("all", from, until)).values();
    for (const rows of [byDay, byMonth])
      expect(rows?.reduce((total, { net }) => total + net, 0)).toBe(sum?.net ?? 0);
  }
});

test("reports need the permission reports.read, and their costs need costs.read", async () => {
  const ranges = { now: { from: "2026-01-01", until: "2026-12-31" }, before: null };
  const clerk = { ...admin, permissions: ["orders.read"] as const };
  expect(await readSalesReport(clerk, "product", ranges, "net")).toBeNull();
  expect(await readSalesByTime(clerk, "d", ranges.now)).toBeNull();
  expect(await findHomeFigures(clerk, "Asia/Jakarta", 30)).toBeNull();
  const analyst = { ...admin, role: "USER" as const, permissions: ["reports.read"] as const };
  const report = await readSalesReport(analyst, "product", ranges, "net");
  expect(report?.rows[0]?.net).toBeGreaterThan(0);
  expect(JSON.stringify(report)).not.toMatch(/"(base|cost|uncosted)"/);
  expect((await readSalesReport(admin, "product", ranges, "net"))?.rows[0]).toHaveProperty("cost");
});

test("the order of products reveals their margins only to staff who may see costs", async () => {
  const ranges = { now: { from: "2026-01-01", until: "2026-12-31" }, before: null };
  const analyst = { ...admin, role: "USER" as const, permissions: ["reports.read"] as const };
  const keys = async (actor: typeof admin, order: "net" | "margin") =>
    (await readSalesReport(actor, "product", ranges, order))?.rows.map(({ key }) => key);
  expect(await keys(analyst, "margin")).toEqual(await keys(analyst, "net"));
  expect(await keys(admin, "margin")).not.toEqual(await keys(admin, "net"));
});

test("the home page compares today with the same weekday of last week until the same time", async () => {
  const zone = "Asia/Jakarta";
  const [today] = await asSeed()<{ day: string }[]>`
    select (now() at time zone ${zone})::date::text as day`;
  const figures = await findHomeFigures(admin, zone, 30);
  expect(figures?.days).toHaveLength(30);
  expect(figures?.days.at(-1)?.day).toBe(today?.day);
  const count = async () => (await findHomeFigures(admin, zone, 30))?.todayBefore.orders ?? 0;
  const before = await count();
  const ids = await asSeed()<{ id: string }[]>`
    select id from orders where placed_at < now() - interval '30 days' order by id limit 2`;
  // The second order is later than the present time of day, so it does not count.
  await asSeed()`update orders set placed_at = now() - interval '7 days' where id = ${ids[0]?.id ?? ""}`;
  await asSeed()`update orders set placed_at = now() - interval '7 days' + interval '2 minutes' where id = ${ids[1]?.id ?? ""}`;
  await followSales();
  expect(await count()).toBe(before + 1);
});

test("the best sellers are those of last month until the 7th, then those of this month", async () => {
  const month = new Date().toISOString().slice(0, 7);
  const lastDay = addDays(`${month}-01`, -1);
  const periods = [
    { at: `${month}-07`, from: `${lastDay.slice(0, 7)}-01`, until: lastDay },
    { at: `${month}-08`, from: `${month}-01`, until: `${month}-08` },
  ];
  for (const { at, from, until } of periods) {
    setClock(Date.parse(`${at}T05:00:00Z`));
    const figures = await findHomeFigures(admin, "Asia/Jakarta", 30);
    setClock(undefined);
    expect(figures?.bestDays).toEqual({ from, until });
    const end = new Date(`${from}T00:00:00Z`);
    end.setUTCMonth(end.getUTCMonth() + 1, 0);
    const monthEnd = end.toISOString().slice(0, 10);
    const sums = [...(await plainSums("product", from, monthEnd)).values()]
      .filter(({ key, pieces, pieces_back }) => key !== "" && pieces > pieces_back)
      .map(({ net, back }) => net - back)
      .sort((a, b) => b - a);
    expect(figures?.best.map(({ amount }) => amount)).toEqual(sums.slice(0, 5));
    expect(sums.length).toBeGreaterThan(0);
  }
});

test("averages round half up, shares have one decimal, and few orders have no change", () => {
  expect(averageOf({ ...noSales, net: 5, orders: 2 })).toBe(3);
  expect(averageOf(noSales)).toBeNull();
  expect([shareOf(1, 3), shareOf(1, 0)]).toEqual([33.3, null]);
  const of = (value: number, orders: number) => ({ value, orders });
  expect(changeOfSales(of(150, 20), of(100, 10))).toBe(50);
  expect(changeOfSales(of(150, 20), of(100, 9))).toBeNull();
  expect(changeOfSales(of(150, 20), of(0, 0))).toBe("new");
  expect(changeOfSales(of(0, 0), of(0, 0))).toBeNull();
});
