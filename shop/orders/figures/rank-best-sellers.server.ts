import { inTransaction } from "#db/client.server.ts";
import { countSold } from "./count-sold.server.ts";

/** Ranks the products that sold best lately (docs/why/catalogue.md). @returns how many products changed */
export async function rankBestSellers(): Promise<number> {
  await countSold();
  return inTransaction(async (sql) => {
    const [row] = await sql<{ changed: number }[]>`select private.rank_best_sellers() as changed`;
    if (!row) throw new Error("the best sellers were not ranked");
    return row.changed;
  });
}
