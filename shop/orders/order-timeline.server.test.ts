import { beforeAll, expect, test } from "vitest";
import { packOrder } from "#shop/orders/fulfilment/fulfil-order.server.ts";
import { paidOrder } from "#tests/support/builders/orders.ts";
import { demoPerson, openTestProviders } from "#tests/support/builders/shop.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { findOrder } from "./find-order.server.ts";

testDatabase({ demo: true });
beforeAll(openTestProviders);

const staff = demoPerson("staff@etalase.test");

test("staff see actors by name, the buyer only as you, shop or system", async () => {
  const { id, person } = await paidOrder("riwayat", [1]);
  await asSeed()`update profiles set full_name = 'Sari Gudang' where id = ${staff.id}`;
  expect((await packOrder(staff, id)).ok).toBe(true);

  const seenBy = async (actor: typeof staff) =>
    (await findOrder(actor, id))?.events.map(({ kind, by, by_name }) => [kind, by, by_name]);
  expect(await seenBy(staff)).toEqual([
    ["placed", "buyer", null],
    ["paid", "system", null],
    ["packed", "shop", "Sari Gudang"],
  ]);
  expect(await seenBy(person)).toEqual([
    ["placed", "buyer", null],
    ["paid", "system", null],
    ["packed", "shop", null],
  ]);

  await asSeed()`update profiles set full_name = '' where id = ${staff.id}`;
  expect((await seenBy(staff))?.at(-1)).toEqual(["packed", "shop", null]);
});
