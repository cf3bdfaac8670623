import { expect, test } from "vitest";
import { isClean, killDuringCheckout } from "./kill-during-checkout.ts";

test("no confirmed order is lost when the program is killed during checkout", {
  timeout: 120_000,
}, async () => {
  const outcome = await killDuringCheckout(2, 7, 2);
  expect(outcome).toMatchObject({ lost: [], doubled: [], breaches: [], complaints: [] });
  expect(isClean(outcome)).toBe(true);
  expect(outcome.databaseKills).toBe(1);
  expect(outcome.paid).toBeGreaterThan(5);
});
