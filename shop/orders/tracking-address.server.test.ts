import { expect, test } from "vitest";
import { trackingLink } from "#shop/settings/shipping/tracking.ts";
import { demoPerson } from "#tests/support/builders/shop.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { findOrder } from "./find-order.server.ts";

testDatabase({ demo: true });

test("a shipment links its courier's own page, by code or name in any letter case, with its number", async () => {
  const sql = asSeed();
  const [shipment] = await sql<{ id: string; order_id: string }[]>`
    select id, order_id from shipments where status in ('shipped', 'delivered') order by id limit 1`;
  const { id = "", order_id = "" } = shipment ?? {};
  await sql`
    update shipments set courier = 'Jne', tracking_number = 'JN 1/2' where id = ${id}`;
  const link = async () => {
    const order = await findOrder(demoPerson("admin@etalase.test"), order_id);
    const found = order?.shipments.find((one) => one.id === id);
    return trackingLink(found?.tracking_url ?? null, found?.tracking_number ?? null);
  };
  // The shop comes with the pages of the common couriers.
  expect(await link()).toBe("https://www.jne.co.id/tracking-package#JN%201%2F2");
  await sql`delete from couriers where code = 'JNE'`;
  expect(await link()).toBeUndefined();
  await sql`
    insert into couriers (code, name, tracking_url) values
      ('X1', 'JNE', 'https://lain.example/{resi}'), ('jne', 'Jalur Nugraha', 'https://lacak.example/?r={resi}&x=1')`;
  expect(await link()).toBe("https://lacak.example/?r=JN%201%2F2&x=1");
  await sql`delete from couriers where code = 'jne'`;
  expect(await link()).toBe("https://lain.example/JN%201%2F2");
  await sql`update couriers set tracking_url = ''`;
  expect(await link()).toBeUndefined();
});
