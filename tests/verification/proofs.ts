const vitest = ["node_modules/vitest/vitest.mjs", "run"] as const;

/**
 * What `npm run verify` runs, each with the arguments of Node.
 * @param seed of what they choose at random
 */
export const proofsWith = (
  seed: number,
): readonly (readonly [name: string, ...words: string[]])[] => [
  ["prices", "bench/core.ts", "1000000", String(seed)],
  ["carts", ...vitest, "shop/orders/cart"],
  ["histories", "bench/histories.ts", "2000", String(seed), "--rounds=2", "--actors=8"],
  ["interleavings", "bench/interleavings.ts"],
  ["interleavings", ...vitest, "tests/verification/interleavings"],
  [
    "crash",
    "tests/verification/crash/kill-during-checkout.ts",
    "50",
    String(seed % 1_000_000),
    "4",
  ],
  [
    "campaigns",
    "tests/verification/campaigns/kill-during-campaign.ts",
    "10000",
    "200",
    "5",
    String(seed % 1_000_000),
  ],
  ["campaigns", ...vitest, "tests/verification/campaigns"],
  ["fuzz", "tests/verification/fuzz/run.ts", "60000", String(seed)],
  ["documents", "tests/verification/designs/fuzz.ts", "100000", String(seed)],
  ["designs", ...vitest, "tests/verification/designs", "shop/designs"],
  ["uploads", ...vitest, "tests/verification/uploads"],
  ["faults", ...vitest, "tests/verification/faults"],
  // Every state of the screens in both widths and modes, every list of addresses, languages, inputs and ways to start.
  ["program", ...vitest, "tests/e2e"],
  [
    "catalogue",
    ...vitest,
    "shop/orders/promotion-preview/preview-promotion",
    "shop/catalogue/index/postgres-index",
    "shop/catalogue/stock/list/list-stock",
    "shop/catalogue/products/list-plans",
    "shop/customers/buyers/list-plans",
  ],
  ["imports", ...vitest, "shop/imports/kinds-property"],
  ["look", ...vitest, "shop/content/look"],
  ["figures", ...vitest, "shop/orders/figures/sales-facts"],
  ["deposits", ...vitest, "shop/orders/drafts/deposit-histories"],
  ["supplements", ...vitest, "tests/verification/supplements"],
  ["pages", ...vitest, "tests/verification/pages"],
  ["backend", ...vitest, "tests/compat", "backend/storage"],
  ["installation", ...vitest, "bin/install", "db/embedded"],
  ["constraints", "bench/schema-mutants.ts"],
  ["deploy", ...vitest, "tests/deploy"],
  ["deploy", "tests/deploy/run.ts", String(seed)],
];
