import { afterAll, beforeAll, expect, test } from "vitest";
import { builtinCourier } from "#integrations/courier/builtin-courier.ts";
import { chooseCourier } from "#integrations/courier/choose-courier.server.ts";
import { openCourier } from "#integrations/courier/live-rates.server.ts";
import { demoPerson, openTestProviders } from "#tests/support/builders/shop.ts";
import {
  type CourierDouble,
  courierKey,
  startBiteshipDouble,
} from "#tests/support/doubles/courier-doubles.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { findCheckpoints } from "./checkpoints.server.ts";
import { requestTrackingNumber, trackShipment } from "./courier-steps.server.ts";
import { prepareShipment } from "./shipments.server.ts";

testDatabase({ demo: true });
let double: CourierDouble;
beforeAll(async () => {
  openTestProviders();
  double = await startBiteshipDouble();
  openCourier(
    chooseCourier({ name: "biteship", key: courierKey, codes: ["jne"], apiUrl: double.url }),
  );
});
afterAll(async () => {
  openCourier(builtinCourier);
  await double.close();
});

const admin = demoPerson("admin@etalase.test");

async function preparedShipment(): Promise<string> {
  const [order] = await asSeed()<{ id: string }[]>`
    select o.id from orders o where o.status = 'placed' and o.fulfilment_status = 'unfulfilled'
      and not exists (select from shipments h where h.order_id = o.id)
      and not exists (select from customisations c join order_lines l on l.id = c.order_line_id where l.order_id = o.id)
      and exists (select from shipping_methods m where m.id = o.shipping_method_id and m.source <> 'pickup')
    order by o.created_at limit 1`;
  const prepared = await prepareShipment(admin, {
    order_id: order?.id ?? "",
    courier: "JNE",
    service: "REG",
    tracking_number: "",
  });
  if (!prepared.ok) throw new Error(prepared.problem);
  return prepared.value.shipment_id;
}

const numberOf = async (id: string) => {
  const [row] = await asSeed()<{ tracking_number: string | null }[]>`
    select tracking_number from shipments where id = ${id}`;
  return row?.tracking_number;
};

test("a prepared shipment gets the courier's number once, also from two people at once, and is tracked by it", async () => {
  const id = await preparedShipment();
  double.next.push((response) => response.writeHead(503).end());
  expect(await requestTrackingNumber(admin, id)).toEqual({
    ok: false,
    problem: "courier_unavailable",
  });
  expect(await numberOf(id)).toBeNull();

  const both = await Promise.all([
    requestTrackingNumber(admin, id),
    requestTrackingNumber(admin, id),
  ]);
  const number = await numberOf(id);
  expect(number).toMatch(/^WYB-/);
  for (const one of both) expect(one).toEqual({ ok: true, value: { tracking_number: number } });
  const orders = double.asked.filter(({ path }) => path === "/v1/orders");
  expect(new Set(orders.map(({ body }) => JSON.parse(body).reference_id))).toEqual(new Set([id]));
  expect(JSON.parse(orders[0]?.body ?? "")).toMatchObject({
    origin_postal_code: expect.any(Number),
  });

  // A buyer's page asks once, however often it is opened, and only for what is under way.
  const underWay = { id, status: "shipped", tracking_number: number ?? null };
  const asked = () => double.asked.filter(({ path }) => path.startsWith("/v1/trackings")).length;
  const found = await findCheckpoints([underWay]);
  expect(found[id]?.[0]?.text).toBeTruthy();
  expect(await findCheckpoints([underWay])).toEqual(found);
  expect(await findCheckpoints([{ ...underWay, status: "delivered" }])).toEqual({});
  expect(asked()).toBe(1);

  expect(await trackShipment(admin, id)).toMatchObject({
    ok: true,
    value: { status: "dropping_off" },
  });
  expect(await trackShipment(demoPerson("customer@etalase.test"), id)).toEqual({
    ok: false,
    problem: "shipment_not_found",
  });
});
