import type { Sql } from "#db/client.server.ts";

/**
 * Serialises what counts the orders of one buyer until the transaction ends, so that two requests do not exceed a limit
 * together. Taken before the lock of an order.
 */
export async function lockBuyer(sql: Sql, customerId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`orders:${customerId}`}, 0))`;
}
