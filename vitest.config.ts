import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { filesLeft, selectsEveryRun, wholeProgram } from "./tests/support/runner/every-run.ts";
import { chooseFastFolders } from "./tests/support/runner/fast-folders.ts";

chooseFastFolders();

/** Files that take long, the longest first: one that begins last lets the other worker wait for it. */
const long = [
  "tests/e2e/accessibility",
  "tests/e2e/production-start",
  "tests/verification/histories/",
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
  "tests/verification/interleavings/",
  "tests/compat/timing",
  "tests/verification/crash/",
  "tests/verification/fuzz/",
  "tests/verification/faults/",
  "tests/e2e/",
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

const left = selectsEveryRun ? filesLeft() : [];

/** Two kinds of files in one run, so that no worker waits between them; each kind prepares only what it uses. */
export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    pool: "forks",
    // Two more than the cores of a small machine: tests of limits and of failures mostly wait.
    maxWorkers: 4,
    // Files share a process, and fresh-file.ts gives each its own modules.
    isolate: false,
    setupFiles: ["tests/support/runner/fresh-file.ts", "tests/support/runner/pin-seed.ts"],
    testTimeout: 30_000,
    hookTimeout: 120_000,
    // A machine that runs other tests too needs a while.
    expect: { poll: { timeout: 10_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: "program",
          include: wholeProgram,
          exclude: [...left],
          globalSetup: ["tests/support/runner/program-template.ts"],
        },
      },
      {
        extends: true,
        test: {
          name: "parts",
          include: ["**/*.test.ts", "**/*.test.tsx"],
          exclude: [
            "node_modules/**",
            "build/**",
            ".runtime/**",
            "data/**",
            ...wholeProgram,
            ...left,
          ],
          globalSetup: ["tests/support/runner/cluster.ts"],
          setupFiles: ["tests/support/runner/cheap-hashes.ts"],
        },
      },
    ],
  },
});
