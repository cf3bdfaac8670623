import type { Sql } from "#db/client.server.ts";
import type { OrderEvent } from "./order.ts";

/** Adds an event to an order's history. Internal events are visible to staff only. */
export async function recordEvent(
  sql: Sql,
  orderId: string,
  kind: OrderEvent["kind"],
  details: Readonly<Record<string, unknown>> = {},
  options: { internal?: boolean; actorId?: string } = {},
): Promise<void> {
  await sql`
    insert into order_events (order_id, customer_id, kind, details, internal, actor_id)
    select id, customer_id, ${kind}, ${sql.json(details)}, ${options.internal ?? false},
      ${options.actorId ?? null}
    from orders where id = ${orderId}`;
}

/** How many steps of an order were undone, as part of the key of a repeated mail; empty for none. */
export async function undoneStepsKey(sql: Sql, orderId: string): Promise<string> {
  const [row] = await sql<{ steps: number }[]>`
    select count(*)::int as steps from order_events where order_id = ${orderId} and kind = 'step_undone'`;
  return row && row.steps > 0 ? `again-${row.steps}` : "";
}
