import { expect, test } from "vitest";
import { isGuideShown, type SetupStep, type SetupStepName, setupSteps } from "./setup.ts";

const stepsWith = (open: readonly SetupStepName[]): SetupStep[] =>
  setupSteps.map((name) => ({ name, state: open.includes(name) ? "open" : "done" }));

test.each<[string, SetupStepName[], boolean]>([
  ["nothing is sold", ["purchase"], true],
  ["the shop has sold and its address is missing", ["address"], true],
  ["the shop has sold and its contact is missing", ["identity"], true],
  ["the shop has sold and only the tax step is open", ["tax"], false],
  ["all steps are done", [], false],
])("the guide when %s", (_, open, isShown) => {
  expect(isGuideShown(stepsWith(open))).toBe(isShown);
});
