import type { Sql } from "#db/client.server.ts";

/*
 * Movements besides the road from shelf to shipment. Each carries a key, so that the same thing is never counted twice.
 * Lines whose product is gone have no variant, and nothing moves.
 */

export interface PiecesOfLine {
  readonly order_line_id: string;
  readonly quantity: number;
}

/**
 * Pieces that were promised to an order will not be sent: free again, or written off when they are not fit to sell.
 * @param key names the reason, e.g. a refund's id
 */
export async function releasePieces(
  sql: Sql,
  orderId: string,
  key: string,
  pieces: readonly PiecesOfLine[],
  { restock, actorId }: { restock: boolean; actorId: string },
): Promise<void> {
  for (const { order_line_id, quantity } of pieces) {
    await move(sql, "released", orderId, order_line_id, quantity, `${key}:released`, actorId);
    if (!restock) await writeOff(sql, orderId, order_line_id, quantity, key, actorId);
  }
}

/** Pieces that came back and can be sold again. Damaged ones never become stock, so nothing moves for them. */
export async function takeBack(
  sql: Sql,
  orderId: string,
  key: string,
  pieces: readonly PiecesOfLine[],
  actorId: string,
): Promise<void> {
  for (const { order_line_id, quantity } of pieces) {
    await move(sql, "received", orderId, order_line_id, quantity, `${key}:received`, actorId);
  }
}

/**
 * Promises pieces to an order once more, for a replacement.
 * @throws PostgreSQL's `out_of_stock` constraint when there are not enough
 */
export async function reallocate(
  sql: Sql,
  orderId: string,
  key: string,
  pieces: readonly PiecesOfLine[],
  actorId: string,
): Promise<void> {
  for (const { order_line_id, quantity } of pieces) {
    await move(sql, "allocated", orderId, order_line_id, quantity, `${key}:allocated`, actorId);
  }
}

/** Pieces that are broken or lost in the shop. */
export async function writeOff(
  sql: Sql,
  orderId: string,
  lineId: string,
  quantity: number,
  key: string,
  actorId: string | null,
): Promise<void> {
  await sql`
    insert into stock_movements (variant_id, kind, quantity, reason, order_id, dedupe_key, actor_id)
    select variant_id, 'adjusted', ${-quantity}, 'not_restocked', ${orderId},
      ${`${key}:written-off:${lineId}`}, ${actorId}
    from order_lines where id = ${lineId} and variant_id is not null
    on conflict do nothing`;
}

async function move(
  sql: Sql,
  kind: "released" | "received" | "allocated",
  orderId: string,
  lineId: string,
  quantity: number,
  key: string,
  actorId: string,
): Promise<void> {
  await sql`
    insert into stock_movements (variant_id, kind, quantity, order_id, dedupe_key, actor_id)
    select variant_id, ${kind}, ${quantity}, ${orderId}, ${`${key}:${lineId}`}, ${actorId}
    from order_lines where id = ${lineId} and variant_id is not null
    on conflict do nothing`;
}
