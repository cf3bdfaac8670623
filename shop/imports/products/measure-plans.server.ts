import type { Sql } from "#db/client.server.ts";
import type { Measured } from "#shop/imports/kind.ts";
import type { ShownChange } from "#shop/staff/approvals/approval.ts";
import type { ProductPlan } from "./plan.ts";

const fields: Readonly<Record<string, ShownChange["field"]>> = {
  harga: "price",
  harga_coret: "was_price",
  stok: "on_hand",
};

/** What of the plans limits of staff are about. */
export async function measurePlans(sql: Sql, plans: readonly ProductPlan[]): Promise<Measured> {
  const good = plans.filter(({ problems }) => problems.length === 0);
  const changes = good
    .flatMap((plan) => plan.changes)
    .flatMap(({ column, sku, before, after }): ShownChange[] => {
      const field = fields[column];
      return field ? [{ of: sku ?? "", field, before: figure(before), after: figure(after) }] : [];
    });
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
  if (prices.length === 0 && counts.length === 0) return { changes, cut: 0, written_off: 0 };
  const [row] = await sql<{ cut: number; written_off: number }[]>`
    select coalesce(private.largest_cut(${sql.json(prices)}), 0) as cut,
      private.value_of_pieces(${sql.json(counts)}) as written_off`;
  return { changes, cut: row?.cut ?? 0, written_off: row?.written_off ?? 0 };
}

/** A value of a plan as a figure; null: none. */
function figure(text: string): number | null {
  return /^-?\d+$/.test(text) ? Number(text) : null;
}
