import type { Sql } from "#db/client.server.ts";
import { summarise } from "#shop/designs/draw/summarise.ts";
import { priceDesign } from "#shop/designs/print/price-design.ts";
import type { Rupiah } from "#shop/kernel/money.ts";
import { basePriceColumn } from "#shop/production/customisations/find-revision.server.ts";
import { findPaidLines } from "#shop/production/customisations/paid-lines.server.ts";
import type { PaidLine } from "#shop/production/customisations/price-change.ts";
import type { Redrawn } from "#shop/production/customisations/proofs/redraw-proof.server.ts";

export interface VersionPrice {
  /** Whole rupiah that each piece costs more than by the version before; negative: less. */
  readonly unit: Rupiah;
  readonly pieces: number;
  /** Newest first; undefined where the price of the line is settled. */
  readonly paid: readonly PaidLine[] | undefined;
}

/**
 * Prices a new version beside the one before, by the specification that the line was ordered by. The caller holds the locks
 * of the order and of the customisation; the orders of its supplements are locked here.
 * @returns undefined where the version before cannot be priced
 */
export async function priceVersion(
  sql: Sql,
  id: string,
  { spec, before, list }: Redrawn,
): Promise<VersionPrice | undefined> {
  const [line] = await sql<{ base: number; quantity: number }[]>`
    select ${basePriceColumn(sql)} as base, l.quantity
    from customisations c join order_lines l on l.id = c.order_line_id where c.id = ${id}`;
  if (!before || !line) return undefined;
  const priceOf = (drawn: typeof list) =>
    priceDesign(spec.price, summarise(drawn), {
      base: line.base,
      pieces: line.quantity,
      isSetUp: false,
    });
  const [was, now] = [priceOf(before), priceOf(list)];
  // Set-up is the same for every version of a specification.
  if (was.setup !== now.setup) return undefined;
  await sql`
    select from orders where id in (
      select order_id from private.design_supplements where customisation_id = ${id} and state = 'applied')
    order by created_at, id for update`;
  const paid = await findPaidLines(sql, id);
  return { unit: now.unit - was.unit, pieces: line.quantity, paid };
}
