import { asVisitor } from "#db/client.server.ts";
import { cached, withoutProducts } from "#shop/kernel/cache.server.ts";
import type { ReturnRules } from "./return.ts";

/** The shop's return settings, as shown before a purchase. */
export interface ReturnTerms extends ReturnRules {
  /** Who pays the return postage after a change of mind. */
  readonly return_postage: "buyer" | "shop";
}

export const readReturnTerms = cached(
  "readReturnTerms",
  async (): Promise<ReturnTerms> => {
    const [terms] = await asVisitor()<ReturnTerms[]>`
    select return_days, claim_days, transit_days, return_postage from shop_settings`;
    if (!terms) throw new Error("the shop has no settings");
    return terms;
  },
  withoutProducts,
);
