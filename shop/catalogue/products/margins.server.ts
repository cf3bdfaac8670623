import { asShop } from "#db/client.server.ts";
import { findCosts } from "#shop/catalogue/stock/costs.server.ts";
import type { Person } from "#shop/kernel/access.ts";
import { loadSettings } from "#shop/settings/load-settings.server.ts";
import type { Margins } from "./margins.ts";

/** The costs of a product's variants, and the PPN in their prices. Null for staff who may not see costs. */
export async function findMargins(actor: Person, productId: string): Promise<Margins | null> {
  const costs = await findCosts(actor, productId);
  if (costs === null) return null;
  const { tax } = await loadSettings(asShop());
  return { costs, tax };
}
