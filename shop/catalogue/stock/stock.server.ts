import type { Sql, SqlFragment } from "#db/client.server.ts";

interface Pieces {
  readonly variant_id: string;
  readonly quantity: number;
}

/** Sums the pieces per variant, ordered by variant id. */
function sumPieces(lines: readonly Pieces[]): [variantId: string, quantity: number][] {
  const pieces = new Map<string, number>();
  for (const { variant_id, quantity } of lines) {
    pieces.set(variant_id, (pieces.get(variant_id) ?? 0) + quantity);
  }
  return [...pieces].sort(([a], [b]) => (a < b ? -1 : 1));
}

/** A query that counts the variants with enough stock, for a larger statement, and the number of variants. */
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
 * Holds pieces for an order, summed per variant and ordered by variant id to avoid deadlocks. A query: other orders of
 * the same variants wait from here to the commit.
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
 * Allocates the holds of a placed order to its lines. It cannot fail for lack of stock, and a repeated call changes
 * nothing. Queries to be pipelined: other orders wait for the stock from here to the commit.
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

/** Releases the holds of an order that will not be paid. A repeated call changes nothing. */
export async function releaseHolds(sql: Sql, orderId: string): Promise<void> {
  await sql`
    update stock_holds set status = 'released' where order_id = ${orderId} and status = 'active'`;
}

/**
 * Holds the pieces of an expired order again.
 * @throws PostgreSQL's `out_of_stock` constraint when they are gone; run it in a savepoint
 */
export async function holdAgain(sql: Sql, orderId: string): Promise<void> {
  await sql`
    update stock_holds set status = 'active' where order_id = ${orderId} and status = 'released'`;
}

/** Releases the allocated, unsent pieces of a cancelled order. A repeated call changes nothing. */
export async function releaseAllocated(sql: Sql, orderId: string): Promise<void> {
  await sql`
    insert into stock_movements (variant_id, kind, quantity, order_id, dedupe_key)
    select variant_id, 'released', left_over, order_id, 'released:' || order_id || ':' || variant_id from (
      select order_id, variant_id,
        sum(case kind when 'allocated' then quantity when 'unshipped' then quantity when 'released' then -quantity
          when 'shipped' then -quantity else 0 end)::int as left_over
      from stock_movements where order_id = ${orderId} group by order_id, variant_id
    ) ledger where left_over > 0 order by variant_id
    on conflict (dedupe_key) do nothing`;
}

/** Books the pieces of a shipment that was sent. The caller has checked that the shipment was pending. */
export async function shipStock(
  sql: Sql,
  orderId: string,
  shipmentId: string,
  actorId: string,
): Promise<void> {
  await sql`
    insert into stock_movements (variant_id, kind, quantity, order_id, dedupe_key, actor_id)
    select l.variant_id, 'shipped', s.quantity, ${orderId}, ${bookingKey(sql, "shipped")}, ${actorId}
    from shipment_lines s join order_lines l on l.id = s.order_line_id
    where s.shipment_id = ${shipmentId} and l.variant_id is not null
    order by l.variant_id, l.id
    on conflict (dedupe_key) do nothing`;
}

/** Reverses `shipStock`: the pieces are on hand and allocated to the order again. */
export async function unshipStock(
  sql: Sql,
  orderId: string,
  shipmentId: string,
  actorId: string,
): Promise<void> {
  await sql`
    insert into stock_movements (variant_id, kind, quantity, order_id, dedupe_key, actor_id)
    select l.variant_id, 'unshipped', s.quantity, ${orderId}, ${bookingKey(sql, "unshipped")}, ${actorId}
    from shipment_lines s join order_lines l on l.id = s.order_line_id
    where s.shipment_id = ${shipmentId} and l.variant_id is not null
    order by l.variant_id, l.id`;
}

/**
 * SQL: the deduplication key of the movement of `shipment_lines s` and `order_lines l`. It ends with the number of times that
 * sending was undone, so that the shipment can be sent again.
 */
function bookingKey(sql: Sql, kind: "shipped" | "unshipped"): SqlFragment {
  return sql`${kind}::text || ':' || s.shipment_id || ':' || l.id || coalesce((
    select nullif(':' || count(*), ':0') from stock_movements m
    where m.order_id = l.order_id and m.kind = 'unshipped'
      and starts_with(m.dedupe_key, 'unshipped:' || s.shipment_id || ':' || l.id)), '')`;
}
