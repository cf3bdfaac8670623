import { expect, test } from "vitest";
import type { Config } from "#base/config.server.ts";
import { provenAdmin } from "#tests/support/builders/shop.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { readSetup } from "./setup.server.ts";

testDatabase({ demo: true });

test("the payment step is open until the shop has a bank account or a payment provider", async () => {
  const admin = await provenAdmin();
  const stateWith = async (...payments: Config["payments"][number][]) =>
    (await readSetup(admin, { payments }))?.find(({ name }) => name === "payment")?.state;
  expect(await stateWith("builtin", "transfer", "cod"), "an account").toBe("done");
  await asSeed()`update bank_accounts set enabled = false`;
  expect(await stateWith("builtin", "transfer", "cod")).toBe("open");
  expect(await stateWith("midtrans", "transfer", "cod"), "a provider").toBe("done");
});
