import type { Sql } from "#db/client.server.ts";
import type { NewApproval } from "#shop/staff/approvals/approval.ts";
import { adjustmentsOf, showChanges } from "#shop/staff/approvals/with-limits.server.ts";
import type { StockChange } from "./stock-change.ts";

/** Pieces that are gone, as a colleague decides about them. */
export async function describeWriteOff(
  sql: Sql,
  variantId: string,
  change: StockChange,
): Promise<NewApproval | undefined> {
  if (change.kind !== "adjust") return undefined;
  const [variant] = await sql<{ sku: string; product: string; on_hand: number }[]>`
    select v.sku, p.name ->> 'id' as product, s.on_hand from product_variants v
    join products p on p.id = v.product_id join stock_items s on s.variant_id = v.id where v.id = ${variantId}`;
  if (!variant) return undefined;
  const { sku, product, on_hand: before } = variant;
  const after = before + change.quantity;
  return {
    kind: "stock",
    subjectId: variantId,
    permissions: ["stock.adjust"],
    payload: { change, adjustments: await adjustmentsOf(sql, [variantId]) },
    shown: {
      title: product,
      ...showChanges([{ of: sku, field: "on_hand", before, after }]),
      note: change.note,
      reason: change.reason,
    },
  };
}
