import type { Sql } from "#db/client.server.ts";
import type { NewApproval } from "#shop/staff/approvals/approval.ts";
import { showChanges } from "#shop/staff/approvals/with-limits.server.ts";

/** What booking a reviewed stocktake would change now. */
export async function differencesOf(
  sql: Sql,
  id: string,
): Promise<
  readonly { readonly sku: string; readonly on_hand: number; readonly difference: number }[]
> {
  return sql<{ sku: string; on_hand: number; difference: number }[]>`
    select v.sku, i.on_hand, f.counted - f.position as difference from private.stocktake_figures(${id}) f
    join product_variants v on v.id = f.variant_id join stock_items i on i.variant_id = f.variant_id
    where f.counted is not null and not f.is_excluded and f.counted <> f.position order by v.sku`;
}

/** Differences by SKU: sales since the request do not change them, another count does. */
export function figuresOf(
  differences: readonly { readonly sku: string; readonly difference: number }[],
): Readonly<Record<string, number>> {
  return Object.fromEntries(differences.map(({ sku, difference }) => [sku, difference]));
}

/** The differences of a stocktake, as a colleague decides about them. */
export async function describeStocktake(sql: Sql, id: string): Promise<NewApproval | undefined> {
  const [stocktake] = await sql<{ name: string }[]>`select name from stocktakes where id = ${id}`;
  if (!stocktake) return undefined;
  const differences = await differencesOf(sql, id);
  return {
    kind: "stocktake",
    subjectId: id,
    permissions: ["stocktakes.approve"],
    payload: { differences: figuresOf(differences) },
    shown: {
      title: stocktake.name,
      ...showChanges(
        differences.map(({ sku, on_hand, difference }) => ({
          of: sku,
          field: "on_hand",
          before: on_hand,
          after: on_hand + difference,
        })),
      ),
    },
  };
}
