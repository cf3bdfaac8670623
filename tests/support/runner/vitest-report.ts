import { readFile } from "node:fs/promises";

/** The outcome of one test file. */
export interface FileOutcome {
  /** Its path. */
  readonly name: string;
  readonly passed: number;
  /** Tests that are left to `npm run verify` (`longProof`). */
  readonly left: number;
  /** A file that could not be loaded counts as one failure. */
  readonly failed: number;
  /** Full names of the failed tests. Empty when the file could not be loaded. */
  readonly failedTests: readonly string[];
}

interface Report {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly assertionResults: readonly {
      readonly status: string;
      readonly fullName: string;
      readonly meta?: { readonly isLongProof?: boolean };
    }[];
  }[];
}

/** Reads the report of Vitest's JSON reporter. @returns undefined when there is no readable report */
export async function readVitestReport(path: string): Promise<FileOutcome[] | undefined> {
  const text = await readFile(path, "utf8").catch(() => undefined);
  if (text === undefined) return undefined;
  const report = JSON.parse(text) as Report;
  return report.testResults.map(({ name, status, assertionResults }) => {
    const having = (wanted: string) =>
      assertionResults.filter((test) => test.status === wanted).length;
    const failedTests = assertionResults
      .filter((test) => test.status === "failed")
      .map((test) => test.fullName);
    const failed = failedTests.length;
    return {
      name,
      passed: having("passed"),
      left: assertionResults.filter(
        (test) => test.status !== "passed" && test.status !== "failed" && test.meta?.isLongProof,
      ).length,
      failed: status === "failed" ? Math.max(failed, 1) : failed,
      failedTests,
    };
  });
}
