import { inTransaction } from "#db/client.server.ts";

/** Maximum milliseconds of a run: less than the minute between two runs. */
const maxRun = 50_000;

/** The job: assigns changed orders to their buyers and computes the buyers' figures (docs/why/customers.md). */
export async function followBuyers(): Promise<void> {
  const end = performance.now() + maxRun;
  const followSome = () =>
    inTransaction(async (sql) => {
      const [row] = await sql<{ taken: number }[]>`select private.follow_buyers() as taken`;
      return (row?.taken ?? 0) > 0;
    });
  while ((await followSome()) && performance.now() < end);
}

/** The nightly job: queues orders without a buyer, e.g. those placed before the table existed. @returns their number */
export async function queueUnassignedOrders(): Promise<number> {
  return inTransaction(async (sql) => {
    const [row] = await sql<{ queued: number }[]>`
      select private.queue_unassigned_orders() as queued`;
    return row?.queued ?? 0;
  });
}
