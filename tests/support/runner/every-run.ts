import { globSync } from "node:fs";
import path from "node:path";

/*
 * Which slow test files `npm test` runs without arguments, so that it takes at most ten minutes. `npm run verify` runs all of
 * them, and `npm test <file>` runs any of them.
 */

/** Tests that start the program: money, stock, access, consent and the main journey of each area. */
const programTests = [
  // Buying and paying.
  "tests/e2e/purchase",
  "tests/e2e/guest",
  "tests/e2e/deposits",
  "tests/e2e/return-goods",
  // Access, accounts and consent.
  "tests/e2e/sign-in.",
  "tests/e2e/signed-out",
  "tests/e2e/security",
  "tests/e2e/staff-routes",
  "tests/e2e/account-deletion",
  "tests/e2e/unsubscribe",
  "tests/e2e/campaign-links",
  "tests/e2e/cart-link",
  // Pages and the back office.
  "tests/e2e/search.",
  "tests/e2e/pages-per-address",
  "tests/e2e/home-page",
  "tests/e2e/reports",
  // Starting, stopping and hostile requests.
  "tests/e2e/database-lost",
  "tests/e2e/headers",
  "tests/e2e/behind-proxy",
  "tests/verification/crash",
  "tests/verification/fuzz",
] as const;

/** Long tests of parts that only `npm run verify` runs. */
const leftParts = [
  "tests/compat/timing.test.ts",
  "tests/compat/socket-flood.test.ts",
  "tests/verification/interleavings/*.test.ts",
  "tests/verification/uploads/*.test.ts",
  "tests/verification/designs/*.test.ts",
  "tests/verification/campaigns/*.test.ts",
  "backend/storage/store-unavailable.server.test.ts",
  "db/embedded.server.test.ts",
  "shop/catalogue/products/list-plans.server.test.ts",
  "shop/designs/mockups/own-mockups.server.test.ts",
  "shop/designs/separations/print-separations.server.test.ts",
] as const;

const root = path.join(import.meta.dirname, "..", "..", "..");

/** Globs of the tests that start the program. */
export const wholeProgram = [
  "tests/e2e/**/*.test.ts",
  "tests/verification/{crash,fuzz,faults}/**/*.test.ts",
];

/** Set for the run of `npm test` without arguments. */
export const selectsEveryRun = process.env.TEST_SELECTION === "every-run";

/** Test files that the run of `npm test` without arguments leaves to `npm run verify`, relative to the repository's root. */
export function filesLeft(): readonly string[] {
  const programFiles = globSync(wholeProgram, { cwd: root }).filter(
    (file) => !programTests.some((name) => file.replaceAll(path.sep, "/").startsWith(name)),
  );
  return [...programFiles, ...globSync([...leftParts], { cwd: root })];
}
