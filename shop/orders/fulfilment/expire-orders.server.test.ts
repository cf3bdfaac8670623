import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { placeOrder } from "#shop/orders/checkout/place-order.server.ts";
import {
  makeCustomer,
  openTestProviders,
  orderInput,
  stockOf,
  variantInStock,
} from "#tests/support/builders/shop.ts";
import { findBreaches } from "#tests/support/oracles/invariants.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { expireOrders } from "./expire-order.server.ts";

testDatabase({ demo: true });
beforeAll(openTestProviders);

/** @param minutesOver minutes since the order's payment time ended; negative before its end */
async function orderWhoseTimeIsOver(minutesOver: number): Promise<string> {
  const { person, addressId } = await makeCustomer(randomUUID());
  const lines = [{ variant_id: await variantInStock(), quantity: 1 }];
  const input = await orderInput(person, { lines, address_id: addressId });
  const placed = await placeOrder(person, input, { idempotencyKey: "one", language: "id" });
  if (!placed.ok) throw new Error(JSON.stringify(placed.problem));
  const { id } = placed.value.order;
  await asSeed()`
    update orders set expires_at = now() - make_interval(mins => ${minutesOver}) where id = ${id}`;
  return id;
}

async function statusOf(orderId: string): Promise<string | undefined> {
  const [order] = await asSeed()<{ status: string }[]>`
    select status from orders where id = ${orderId}`;
  return order?.status;
}

test("orders past their deadline and grace period expire and release stock, the others wait", async () => {
  const before = await stockOf(await variantInStock());
  const over = await Promise.all([60, 60, 61].map(orderWhoseTimeIsOver));
  const inGrace = await orderWhoseTimeIsOver(0);
  const stillOpen = await orderWhoseTimeIsOver(-10);

  await Promise.all([expireOrders(), expireOrders()]);

  expect(await Promise.all(over.map(statusOf))).toEqual(["expired", "expired", "expired"]);
  expect(await statusOf(inGrace)).toBe("awaiting_payment");
  expect(await statusOf(stillOpen)).toBe("awaiting_payment");
  expect(await stockOf(await variantInStock())).toMatchObject({ held: before.held + 2 });
  expect(await findBreaches()).toEqual([]);
});

test("an order whose provider is unavailable does not delay others, and expires later", async () => {
  const stuck = await orderWhoseTimeIsOver(90);
  const other = await orderWhoseTimeIsOver(60);
  await asSeed()`update payments set provider = 'unplugged' where order_id = ${stuck}`;

  await expireOrders();
  expect(await statusOf(other)).toBe("expired");
  expect(await statusOf(stuck)).toBe("awaiting_payment");

  await asSeed()`update payments set provider = 'builtin' where order_id = ${stuck}`;
  await expireOrders();
  expect(await statusOf(stuck)).toBe("expired");
});
