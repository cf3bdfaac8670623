import type { Sql } from "#db/client.server.ts";
import type { PaidLine } from "./price-change.ts";

/**
 * The lines that were paid for a customisation, newest first: those of its supplements, and the ordered one.
 * @returns undefined where pieces of the ordered line were given back: they had the price that it has, so it keeps it
 */
export async function findPaidLines(
  sql: Sql,
  customisationId: string,
): Promise<readonly PaidLine[] | undefined> {
  const rows = await sql<(PaidLine & { is_settled: boolean })[]>`
    select l.id as line_id, l.order_id, l.unit_price * l.quantity as list, l.total - l.setup_fee as paid,
      l.total - l.setup_fee - l.lowered as left,
      exists (select from refund_lines r where r.order_line_id = l.id) as is_settled
    from customisations c
    join lateral (
      select c.order_line_id as id, null::timestamptz as at
      union all
      select n.id, s.created_at from private.design_supplements s join order_lines n on n.order_id = s.order_id
      where s.customisation_id = c.id and s.state = 'applied'
    ) found on true
    join order_lines l on l.id = found.id
    where c.id = ${customisationId}
    order by found.at desc nulls last, l.id`;
  return rows.some(({ is_settled }) => is_settled)
    ? undefined
    : rows.map(({ is_settled: _, ...line }) => line);
}
