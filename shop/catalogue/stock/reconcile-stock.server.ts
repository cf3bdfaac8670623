import { asShop } from "#db/client.server.ts";

/** A stock figure that differs from the sum of its ledger. */
export interface StockDifference {
  readonly variant_id: string;
  readonly sku: string;
  readonly figure: "on_hand" | "allocated" | "held";
  /** The figure in stock_items, and the sum of movements and holds. */
  readonly stored: number;
  readonly proven: number;
}

/**
 * Recomputes the stock from its ledger, at one moment: `on_hand` and `allocated` from the movements, `held` from the
 * active holds. @returns the differences, empty when all figures match
 */
export async function findStockDifferences(): Promise<{
  variants: number;
  movements: number;
  differences: readonly StockDifference[];
}> {
  const [row] = await asShop()<
    { variants: number; movements: number; differences: StockDifference[] }[]
  >`
    with booked as (
      select variant_id,
        sum(private.on_hand_change(kind, quantity)) as on_hand,
        sum(case kind when 'allocated' then quantity when 'unshipped' then quantity when 'released' then -quantity
          when 'shipped' then -quantity else 0 end) as allocated
      from stock_movements group by variant_id
    ),
    set_aside as (
      select variant_id, sum(quantity) as held from stock_holds where status = 'active' group by variant_id
    ),
    compared as (
      select i.variant_id, v.sku, f.figure, f.stored, f.proven
      from stock_items i
      join product_variants v on v.id = i.variant_id
      left join booked b on b.variant_id = i.variant_id
      left join set_aside s on s.variant_id = i.variant_id
      cross join lateral (values
        ('on_hand', i.on_hand, coalesce(b.on_hand, 0)::int),
        ('allocated', i.allocated, coalesce(b.allocated, 0)::int),
        ('held', i.held, coalesce(s.held, 0)::int)) f (figure, stored, proven)
      where f.stored <> f.proven
    )
    select (select count(*)::int from stock_items) as variants,
      (select count(*)::int from stock_movements) as movements,
      (select coalesce(json_agg(c order by c.sku, c.figure), '[]') from compared c) as differences`;
  if (!row) throw new Error("the books gave no answer");
  return row;
}
