import type { Sql, SqlFragment } from "#db/client.server.ts";

interface Pieces {
  readonly variant_id: string;
  readonly quantity: number;
}

/** Lines of one variant summed, in the order of the variants' ids. */
function sumPieces(lines: readonly Pieces[]): [variantId: string, quantity: number][] {
  const pieces = new Map<string, number>();
  for (const { variant_id, quantity } of lines) {
    pieces.set(variant_id, (pieces.get(variant_id) ?? 0) + quantity);
  }
  return [...pieces].sort(([a], [b]) => (a < b ? -1 : 1));
}

/** A query of how many things of a cart there is enough of now, for a larger statement, and how many are wanted. */
export function countInStock(
  sql: Sql,
  lines: readonly Pieces[],
): { inStock: SqlFragment; wanted: number } {
  const pieces = sumPieces(lines);
  const ids = pieces.map(([id]) => id);
  const quantities = pieces.map(([, quantity]) => quantity);
  const inStock = sql`
    select count(*)
    from stock_items s join unnest(${ids}::uuid[], ${quantities}::int[]) as w (variant_id, quantity)
      on w.variant_id = s.variant_id
    where s.available >= w.quantity`;
  return { inStock, wanted: pieces.length };
}

/**
 * Sets pieces aside for an order, lines of one variant summed and in the order of the variants' ids, so that two carts
 * never wait for each other in a circle. A query: whoever else wants the same pieces waits from here to the commit.
 * @throws PostgreSQL's `out_of_stock` constraint when there are not enough
 */
export function holdStock(sql: Sql, orderId: string, lines: readonly Pieces[]): SqlFragment {
  return sql`
    insert into stock_holds ${sql(
      sumPieces(lines).map(([variant_id, quantity]) => ({
        order_id: orderId,
        variant_id,
        quantity,
      })),
    )}`;
}

/**
 * The order is placed: what was set aside is now promised to it, line by line. It cannot fail for want of pieces, and
 * doing it again changes nothing. Queries, to be sent together: others wait for the stock from here to the commit.
 */
export function allocateHolds(sql: Sql, orderId: string): SqlFragment[] {
  return [
    sql`
      insert into stock_movements (variant_id, kind, quantity, order_id, dedupe_key)
      select l.variant_id, 'allocated', l.quantity, l.order_id, 'allocated:' || l.id
      from order_lines l
      join stock_holds h on h.order_id = l.order_id and h.variant_id = l.variant_id and h.status = 'active'
      where l.order_id = ${orderId} order by l.variant_id, l.id
      on conflict (dedupe_key) do nothing`,
    sql`
      update stock_holds set status = 'allocated' where order_id = ${orderId} and status = 'active'`,
  ];
}

/** The order will not be paid: its pieces are free again. Doing it again changes nothing. */
export async function releaseHolds(sql: Sql, orderId: string): Promise<void> {
  await sql`
    update stock_holds set status = 'released' where order_id = ${orderId} and status = 'active'`;
}

/**
 * Tries to set the pieces of a lapsed order aside once more.
 * @throws PostgreSQL's `out_of_stock` constraint when they are gone; run it in a savepoint
 */
export async function holdAgain(sql: Sql, orderId: string): Promise<void> {
  await sql`
    update stock_holds set status = 'active' where order_id = ${orderId} and status = 'released'`;
}

/**
 * A placed order is cancelled before it left: what was promised to it and not shipped is free again. Doing it again
 * changes nothing.
 */
export async function releaseAllocated(sql: Sql, orderId: string): Promise<void> {
  await sql`
    insert into stock_movements (variant_id, kind, quantity, order_id, dedupe_key)
    select variant_id, 'released', left_over, order_id, 'released:' || order_id || ':' || variant_id from (
      select order_id, variant_id,
        sum(case kind when 'allocated' then quantity when 'released' then -quantity when 'shipped' then -quantity
          else 0 end)::int as left_over
      from stock_movements where order_id = ${orderId} group by order_id, variant_id
    ) ledger where left_over > 0 order by variant_id
    on conflict (dedupe_key) do nothing`;
}

/** Pieces leave the shop with a shipment. Doing it again changes nothing. */
export async function shipStock(
  sql: Sql,
  orderId: string,
  shipmentId: string,
  actorId: string,
): Promise<void> {
  await sql`
    insert into stock_movements (variant_id, kind, quantity, order_id, dedupe_key, actor_id)
    select l.variant_id, 'shipped', s.quantity, ${orderId}, 'shipped:' || s.shipment_id || ':' || l.id, ${actorId}
    from shipment_lines s join order_lines l on l.id = s.order_line_id
    where s.shipment_id = ${shipmentId} and l.variant_id is not null
    order by l.variant_id, l.id
    on conflict (dedupe_key) do nothing`;
}
