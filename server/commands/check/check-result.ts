/** The outcome of one check of the installation. */
export interface CheckResult {
  /** Stable, in snake_case. */
  readonly name: string;
  readonly state: "pass" | "warn" | "fail";
  /** What was found, without secrets. */
  readonly found: string;
  /** The setting or command that mends it; absent when it passes. */
  readonly mend?: string;
}

export const pass = (name: string, found: string): CheckResult => ({ name, state: "pass", found });
export const warn = (name: string, found: string, mend: string): CheckResult => ({
  name,
  state: "warn",
  found,
  mend,
});
export const fail = (name: string, found: string, mend: string): CheckResult => ({
  name,
  state: "fail",
  found,
  mend,
});

/** Runs a check; what it throws is its failure. */
export async function checked(
  name: string,
  mend: string,
  check: () => Promise<CheckResult | readonly CheckResult[]>,
): Promise<readonly CheckResult[]> {
  try {
    return [await check()].flat();
  } catch (error) {
    return [fail(name, error instanceof Error ? error.message : String(error), mend)];
  }
}
