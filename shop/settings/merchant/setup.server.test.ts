import { expect, test } from "vitest";
import { provenAdmin } from "#tests/support/builders/shop.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { readSetup, skipSetupStep } from "./setup.server.ts";

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

test("the name, the contact and the address stay open until they are given", async () => {
  const staff = await provenAdmin();
  const sql = asSeed();
  const states = async () =>
    Object.fromEntries(
      ((await readSetup(staff, { payments: [] })) ?? []).map(({ name, state }) => [name, state]),
    );
  await sql`update shop_settings set email = '', whatsapp = '', street = ''`;
  await sql`insert into private.setup_steps (step) values ('identity') on conflict do nothing`;
  expect(await skipSetupStep(staff, "address", true)).toEqual({
    ok: false,
    problem: "step_required",
  });
  expect(await states()).toMatchObject({ identity: "open", address: "open" });
  await sql`update shop_settings set whatsapp = '+6281234567890', street = 'Jl. Braga No. 48'`;
  expect(await states()).toMatchObject({ identity: "done", address: "done" });
  expect(await skipSetupStep(staff, "payment", true)).toMatchObject({ ok: true });
});
