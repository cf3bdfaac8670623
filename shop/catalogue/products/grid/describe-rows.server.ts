import type { Sql } from "#db/client.server.ts";
import type { Permission } from "#shop/kernel/permissions.ts";
import type { NewApproval, ShownChange } from "#shop/staff/approvals/approval.ts";
import { adjustmentsOf, showChanges } from "#shop/staff/approvals/with-limits.server.ts";
import type { GridChange } from "./grid-change.ts";

interface Stored {
  readonly id: string;
  readonly version: number;
  readonly sku: string;
  readonly product_id: string;
  readonly product: string;
  readonly price: number;
  readonly was_price: number | null;
  readonly on_hand: number;
}

/** Prices and counted pieces of variants, as a colleague decides about them. */
export async function describeVariants(
  sql: Sql,
  rows: readonly {
    readonly id: string;
    readonly price?: number;
    readonly was_price?: number | null;
    /** Counted pieces less those that the form showed. */
    readonly difference?: number;
  }[],
): Promise<{ readonly stored: readonly Stored[]; readonly changes: readonly ShownChange[] }> {
  const stored = await sql<Stored[]>`
    select v.id, v.version, v.sku, v.product_id, p.name ->> 'id' as product, v.price, v.was_price, s.on_hand
    from product_variants v join products p on p.id = v.product_id join stock_items s on s.variant_id = v.id
    where v.id = any (${rows.map(({ id }) => id)}::uuid[]) order by v.id`;
  const wanted = new Map(rows.map((row) => [row.id, row]));
  const changes = stored.flatMap(({ id, sku: of, price, was_price, on_hand }): ShownChange[] => {
    const row = wanted.get(id);
    return [
      { of, field: "price", before: price, after: row?.price ?? price },
      {
        of,
        field: "was_price",
        before: was_price,
        after: row?.was_price === undefined ? was_price : row.was_price,
      },
      { of, field: "on_hand", before: on_hand, after: on_hand + (row?.difference ?? 0) },
    ];
  });
  return { stored, changes };
}

/** What a colleague needs to decide about these changes. */
export function permissionsFor(
  changes: readonly ShownChange[],
): readonly [Permission, ...Permission[]] {
  const changed = changes.filter(({ before, after }) => before !== after);
  const isCounted = changed.some(({ field }) => field === "on_hand");
  const isPriced = changed.some(({ field }) => field !== "on_hand");
  if (isPriced && isCounted) return ["prices.edit", "stock.adjust"];
  return isCounted ? ["stock.adjust"] : ["prices.edit"];
}

/** Changed rows of the grid. A row that somebody else changed meanwhile keeps their prices. */
export async function describeRows(
  sql: Sql,
  all: readonly GridChange[],
): Promise<NewApproval | undefined> {
  const { stored: known } = await describeVariants(sql, all);
  const now = new Map(known.map((row) => [row.id, row]));
  const changes = all.flatMap((row) => {
    const variant = now.get(row.id);
    if (!variant || variant.version === row.version) return variant ? [row] : [];
    const { version, price, was_price } = variant;
    return row.seen === row.counted ? [] : [{ ...row, version, price, was_price }];
  });
  const { stored, changes: shown } = await describeVariants(
    sql,
    changes.map((row) => ({ ...row, difference: row.counted - row.seen })),
  );
  const [first] = stored;
  if (!first) return undefined;
  const isOne = stored.every(({ product_id }) => product_id === first.product_id);
  const counted = changes.filter(({ seen, counted: found }) => seen !== found);
  return {
    kind: "grid",
    subjectId: isOne ? first.product_id : first.id,
    permissions: permissionsFor(shown),
    payload: {
      changes,
      adjustments: await adjustmentsOf(
        sql,
        counted.map(({ id }) => id),
      ),
    },
    shown: {
      title: [...new Set(stored.map(({ product }) => product))].slice(0, 3).join(", "),
      ...showChanges(shown),
    },
  };
}
