import { expect, test } from "vitest";
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
