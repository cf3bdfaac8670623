import type { Sql } from "#db/client.server.ts";

/*
 * Stock movements besides allocation and dispatch. Each has a key, so that it is booked once. Lines of a deleted
 * product have no variant and move no stock.
 */

export interface PiecesOfLine {
  readonly order_line_id: string;
  readonly quantity: number;
}

/**
 * Releases allocated pieces that will not be sent, or writes them off when they cannot be sold.
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

/** Restocks returned pieces that can be sold again. Damaged ones never become stock, so nothing is booked for them. */
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
 * Allocates pieces to an order again, for a replacement.
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

/** Writes off pieces that are broken or lost in the shop. */
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
