import { openPostgres } from "../driver.server.ts";
import { type DemoPasswords, seedAccounts } from "./accounts.server.ts";
import { seedCustomisations } from "./customisations.server.ts";
import { seedDesigns } from "./designs.server.ts";
import { seedPastOrders } from "./past-orders.server.ts";
import { seedProducts } from "./products.server.ts";
import { loadRegions } from "./regions/load.server.ts";
import { seedShop } from "./shop.server.ts";
import { seedSite } from "./site.server.ts";

/**
 * Fills an empty database. Every shop gets the regions; only `demo` gets the demo shop, in one transaction,
 * so that a kill leaves nothing partial.
 * @param passwords of the demo accounts that must not have the public one
 * @returns true when the demo shop was created now
 */
export async function seed(
  url: string,
  kind: "demo" | "none",
  passwords: DemoPasswords = new Map(),
): Promise<boolean> {
  const sql = openPostgres(url, {
    max: 1,
    connection: { search_path: "public, extensions", "shop.actor": "job:seed" },
  });
  try {
    await loadRegions(sql);
    if (kind === "none") return false;
    return await sql.begin(async (tx) => {
      // Two processes may start at once.
      await tx`select pg_advisory_xact_lock(718244)`;
      const [known] = await tx`
        select where exists (select from public.products) or exists (select from auth.users)`;
      if (known) return false;
      await tx`set local jit = off`;
      // PostgreSQL caches the plan of a trigger's first call, which for an empty table would be a sequential scan.
      await tx`set local enable_seqscan = off`;
      await seedProducts(tx);
      await seedDesigns(tx);
      await seedShop(tx);
      await seedSite(tx);
      await seedAccounts(tx, passwords);
      await seedPastOrders(tx);
      await seedCustomisations(tx);
      await tx`select private.count_sold()`;
      await tx`select private.follow_sales() from generate_series(1, 20)`;
      // What happened before the shop opened is no news to its staff.
      await tx`delete from private.staff_events`;
      return true;
    });
  } finally {
    await sql.end();
  }
}
