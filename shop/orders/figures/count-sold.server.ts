import { inTransaction } from "#db/client.server.ts";

/** Adds up what was sold and refunded since the last time, until nothing is left (docs/why/catalogue.md). */
export async function countSold(): Promise<void> {
  const countSome = () =>
    inTransaction(async (sql) => {
      const [row] = await sql<{ counted: number }[]>`select private.count_sold() as counted`;
      return (row?.counted ?? 0) > 0;
    });
  while (await countSome());
}
