import * as v from "valibot";
import { expect, test } from "vitest";
import { asCaller } from "#db/client.server.ts";
import { callerOf } from "#shop/kernel/access.ts";
import { textLine } from "#shop/kernel/text-line.ts";
import { makeCustomer } from "#tests/support/builders/shop.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { listAddresses, saveAddress } from "./addresses.server.ts";

testDatabase({ demo: true, max: 10 });

test("R9: the same new address, sent again after a lost answer or at once, is one address", async () => {
  const { person } = await makeCustomer("again");
  const address = {
    label: "office",
    recipient: "Ayu",
    phone: "+6281234567890",
    region_code: "3273191001",
    postal_code: "40111",
    street: "Jl. Asia Afrika 8",
    landmark: "",
  } as const;
  const first = await saveAddress(person, address);
  const again = await Promise.all([1, 2, 3].map(() => saveAddress(person, address)));
  expect(again).toEqual([first, first, first]);
  const other = { ...address, street: "Jl. Asia Afrika 9" };
  const atOnce = await Promise.all([1, 2, 3].map(() => saveAddress(person, other)));
  expect(new Set(atOnce.map((saved) => JSON.stringify(saved))).size).toBe(1);
  expect((await listAddresses(person)).map(({ street }) => street).sort()).toEqual([
    "Jl. Asia Afrika 8",
    "Jl. Asia Afrika 9",
    "Jl. Braga 1",
  ]);
});

test("line breaks and direction overrides that a client writes into names and addresses become spaces", async () => {
  const { person } = await makeCustomer("hidden");
  const hidden = "Ayu\r\nBcc: x@y.test\u202egnp.exe\u2028\u0007";
  const clean = "Ayu  Bcc: x@y.test gnp.exe";
  const [profile] = await asCaller(
    callerOf(person),
    (sql) =>
      sql`update profiles set full_name = ${hidden} where id = ${person.id} returning full_name`,
  );
  expect(profile).toEqual({ full_name: clean });
  const [address] = await asCaller(
    callerOf(person),
    (sql) => sql`
      update addresses set recipient = ${hidden}, street = ${hidden}, landmark = ${hidden}
      where customer_id = ${person.id} returning recipient, street, landmark`,
  );
  expect(address).toEqual({ recipient: clean, street: clean, landmark: clean });
  await expect(
    asCaller(
      callerOf(person),
      (sql) => sql`update addresses set street = ${"\n\u202e"} where customer_id = ${person.id}`,
    ),
  ).rejects.toMatchObject({ constraint: "street_invalid" });
  expect(v.parse(textLine(80), hidden)).toBe(clean);
});
