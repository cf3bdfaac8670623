import type { Sql } from "#db/client.server.ts";
import { type PiecesOfLine, writeOff } from "#shop/catalogue/stock/move-stock.server.ts";

/**
 * Whether a line has a design with fewer good pieces printed than would be shipped after this call, including
 * replacements (docs/why/production.md).
 */
export async function leavesUnprinted(sql: Sql, lines: readonly PiecesOfLine[]): Promise<boolean> {
  const [unprinted] = await sql`
    select from unnest(${lines.map((line) => line.order_line_id)}::uuid[], ${lines.map((line) => line.quantity)}::int[])
      wanted (line, pieces) join customisations c on c.order_line_id = wanted.line
    where wanted.pieces + (
      select coalesce(sum(s.quantity), 0) from shipment_lines s join shipments h on h.id = s.shipment_id
      where s.order_line_id = wanted.line
        and (h.status in ('shipped', 'delivered') or (h.kind = 'order' and h.status = 'pending'))
    ) > (select coalesce(sum(j.good), 0) from production_jobs j where j.customisation_id = c.id)`;
  return unprinted !== undefined;
}

/** What is in a shipment. */
export const piecesIn = (sql: Sql, shipmentId: string): Promise<readonly PiecesOfLine[]> =>
  sql<PiecesOfLine[]>`
    select order_line_id, quantity from shipment_lines where shipment_id = ${shipmentId}`;

/** Pieces that were printed for a canceled replacement fit nobody else. More than the shelf has is not written off. */
export async function writeOffPrinted(
  sql: Sql,
  orderId: string,
  shipmentId: string,
  actorId: string,
): Promise<void> {
  const lines = await sql<{ order_line_id: string; pieces: number }[]>`
    select s.order_line_id, least(s.quantity, i.on_hand, (
        select coalesce(sum(j.good), 0) from production_jobs j where j.customisation_id = c.id
      ) - private.pieces_to_print(c.id))::int as pieces
    from shipment_lines s join customisations c on c.order_line_id = s.order_line_id
    join order_lines l on l.id = s.order_line_id join stock_items i on i.variant_id = l.variant_id
    where s.shipment_id = ${shipmentId} order by l.variant_id, l.id`;
  for (const { order_line_id, pieces } of lines) {
    if (pieces > 0)
      await writeOff(
        sql,
        orderId,
        order_line_id,
        pieces,
        `shipment-canceled:${shipmentId}`,
        actorId,
      );
  }
}
