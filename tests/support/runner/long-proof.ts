import { type TestFunction, type TestOptions, test } from "vitest";
import { isWholeRun } from "./whole-run.ts";

declare module "vitest" {
  interface TaskMeta {
    /** Whether `npm test` leaves the test to `npm run verify`. */
    isLongProof?: boolean;
  }
}

/**
 * A test that only `npm run verify` runs, because it proves for long what a shorter test of each `npm test` touches. There
 * it is skipped and counted: the end of the run says how many were left.
 */
export function longProof(title: string, body: TestFunction): void;
export function longProof(title: string, options: TestOptions, body: TestFunction): void;
export function longProof(
  title: string,
  first: TestOptions | TestFunction,
  second?: TestFunction,
): void {
  const [options, body] = typeof first === "function" ? [{}, first] : [first, second];
  test(title, { ...options, skip: !isWholeRun, meta: { isLongProof: true } }, body);
}

/** One for each case, whose name takes the place of `%s` in the title. */
longProof.each =
  (cases: readonly string[]) =>
  (title: string, options: TestOptions, body: (one: string) => Promise<void>): void => {
    for (const one of cases) longProof(title.replace("%s", one), options, () => body(one));
  };
