import { inTransaction, type Sql } from "#db/client.server.ts";

/** The task of the queue that marks the prices of sales in the catalogue. */
export const syncSalesTask = "sync-sales";

/** Marks the prices of the sales that are on, and removes those of sales that are over. */
export async function syncSales(sql: Sql): Promise<void> {
  await sql`select private.sync_sale_prices()`;
}

/** The job: at the first and last moment of each sale, and every minute in case one was missed. */
export function runSyncSales(): Promise<void> {
  return inTransaction(async (sql) => {
    await sql`select set_config('shop.actor', 'job:sales', true)`;
    await sql`select private.withdraw_sales_without_right()`;
    await syncSales(sql);
  });
}
