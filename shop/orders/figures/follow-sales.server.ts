import { inTransaction } from "#db/client.server.ts";

/** Maximum duration of a run, milliseconds: less than the minute between two runs. */
const maxRun = 50_000;

/** The job: computes the facts of changed orders and adds the difference to the rollups (docs/why/orders.md). */
export async function followSales(): Promise<void> {
  const end = performance.now() + maxRun;
  const followSome = () =>
    inTransaction(async (sql) => {
      const [row] = await sql<{ taken: number }[]>`select private.follow_sales() as taken`;
      return (row?.taken ?? 0) > 0;
    });
  while ((await followSome()) && performance.now() < end);
}
