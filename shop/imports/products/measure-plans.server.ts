import type { Sql } from "#db/client.server.ts";
import type { ProductPlan } from "./plan.ts";

/** The largest cut of a price in percent, and the value of the pieces that the plans take from the stock, in rupiah. */
export async function measurePlans(
  sql: Sql,
  plans: readonly ProductPlan[],
): Promise<{ readonly cut: number; readonly written_off: number }> {
  const good = plans.filter(({ problems }) => problems.length === 0);
  const prices = good.flatMap(({ product, save }) => {
    const before = new Map(product?.variants.map(({ id, price }) => [id, price]));
    return save.variants
      .filter(({ id, price }) => price < (before.get(id) ?? 0))
      .map(({ id, price }) => [id, price]);
  });
  const counts = good.flatMap(({ save }) =>
    save.counts
      .filter(({ seen, counted }) => counted < seen)
      .map(({ variant_id, seen, counted }) => [variant_id, seen - counted]),
  );
  if (prices.length === 0 && counts.length === 0) return { cut: 0, written_off: 0 };
  const [row] = await sql<{ cut: number; written_off: number }[]>`
    select coalesce(private.largest_cut(${sql.json(prices as never)}), 0) as cut,
      private.value_of_pieces(${sql.json(counts as never)}) as written_off`;
  return row ?? { cut: 0, written_off: 0 };
}
