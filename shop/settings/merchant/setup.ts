/** The way from an empty shop to a first sale, in order. The same names as in `private.setup_steps`. */
export const setupSteps = [
  "identity",
  "address",
  "tax",
  "product",
  "delivery",
  "payment",
  "purchase",
] as const;
export type SetupStepName = (typeof setupSteps)[number];

/** The terms refer to the name, the contact and the address in the footer, so these steps cannot be skipped. */
const requiredSteps: ReadonlySet<SetupStepName> = new Set(["identity", "address"]);

export function maySkip(step: SetupStepName): boolean {
  return !requiredSteps.has(step);
}

export interface SetupStep {
  readonly name: SetupStepName;
  /** `done` follows from what the shop has; `skipped` was put aside by staff. */
  readonly state: "open" | "skipped" | "done";
}

/** Whether the office shows the guide: until the last step is done or put aside, and while a required step is open. */
export function isGuideShown(steps: readonly SetupStep[]): boolean {
  return (
    steps.at(-1)?.state === "open" ||
    steps.some(({ name, state }) => state === "open" && !maySkip(name))
  );
}

export function isSetupStep(value: unknown): value is SetupStepName {
  return setupSteps.some((step) => step === value);
}
