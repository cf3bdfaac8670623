import { expect, test } from "vitest";
import { provenAdmin } from "#tests/support/builders/shop.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { readSetup } from "./setup.server.ts";

testDatabase({ demo: true, max: 5 });

test("the payment step is done when a serviceable zone allows cash on delivery", async () => {
  const staff = await provenAdmin();
  const sql = asSeed();
  await sql`update bank_accounts set enabled = false`;
  const state = async () =>
    (await readSetup(staff, { payments: ["builtin", "transfer", "cod"] }))?.find(
      ({ name }) => name === "payment",
    )?.state;
  await sql`update shipping_zones set cash_on_delivery = true`;
  expect(await state()).toBe("done");
  await sql`update shipping_zones set cash_on_delivery = false`;
  expect(await state()).toBe("open");
});
