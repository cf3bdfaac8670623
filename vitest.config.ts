import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Files that take more than twenty seconds, the longest first: one that begins last lets the other worker wait for it. */
const long = [
  "tests/e2e/accessibility",
  "tests/histories/",
  "tests/e2e/waiting-for-payment",
  "tests/e2e/lifecycle",
  "tests/e2e/hostile-input",
  "tests/e2e/general",
  "tests/e2e/customisations",
  "tests/e2e/bank-transfer",
  "tests/e2e/after-sales-accessibility",
  "tests/e2e/return-goods",
  "tests/e2e/ship-in-parts",
  "tests/e2e/account-accessibility",
  "tests/interleavings/",
  "tests/compat/timing",
  "tests/crash/",
  "tests/fuzz/",
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const found = long.findIndex((name) => moduleId.includes(name));
      return found < 0 ? long.length : found;
    };
    return (await super.sort(files)).toSorted((a, b) => place(a) - place(b));
  }
}

export default defineConfig({
  test: {
    include: ["**/*.test.ts", "**/*.test.tsx"],
    exclude: ["node_modules/**", "build/**", ".runtime/**", "data/**"],
    globalSetup: ["tests/support/cluster.ts"],
    sequence: { sequencer: LongestFirst },
    pool: "forks",
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 120_000,
  },
});
