import { beforeAll, expect, test } from "vitest";
import { asShop } from "#db/client.server.ts";
import { openPostgres } from "#db/driver.server.ts";
import { sign } from "#integrations/payment/signature.ts";
import { placeOrder } from "#shop/checkout/place-order.server.ts";
import { testDatabase } from "#tests/support/database.ts";
import {
  makeCustomer,
  openTestProviders,
  orderInput,
  payWith,
  variantInStock,
} from "#tests/support/shop.ts";
import { receiveNotification } from "./receive-notification.server.ts";
import { settlePayment } from "./settle-payment.server.ts";

const database = testDatabase({ demo: true, max: 20 });
beforeAll(openTestProviders);

async function notify(provider_payment_id: string, event: string) {
  const body = JSON.stringify({ id: event, payment: provider_payment_id });
  const signature = sign("test-secret-of-at-least-32-characters", body, new Date());
  return receiveNotification(
    "builtin",
    new Headers({ "builtin-signature": signature }),
    Buffer.from(body),
  );
}

test("in a rush every notification is kept and acknowledged, and each payment settled or queued", async () => {
  const variant_id = await variantInStock(60);
  const payments = await Promise.all(
    Array.from({ length: 40 }, async (_, index) => {
      const { person, addressId } = await makeCustomer(`rush-${index}`);
      const lines = [{ variant_id, quantity: 1 }];
      const input = await orderInput(person, { lines, address_id: addressId });
      const placed = await placeOrder(person, input, { idempotencyKey: "rush", language: "id" });
      if (!placed.ok || !placed.value.payment) throw new Error(JSON.stringify(placed));
      const { id, client } = placed.value.payment;
      await payWith(id);
      return { id, provider: client?.id ?? "" };
    }),
  );
  const told = await Promise.all(
    payments.flatMap(({ provider }) => [
      notify(provider, `${provider}-1`),
      notify(provider, `${provider}-1`),
    ]),
  );
  expect(new Set(told)).toEqual(new Set(["settled", "queued"]));
  const kept = await asShop()`select from payment_notifications`;
  expect(kept).toHaveLength(payments.length);

  const owner = openPostgres(database.url(), { max: 1, onnotice: () => undefined });
  const queued = await owner<{ key: string }[]>`
    select key from graphile_worker.jobs where task_identifier = 'settle-payment'`;
  await owner.end();
  for (const { key } of queued) await settlePayment(key.slice("settle:".length));
  const open =
    await asShop()`select from payments where status <> 'settled' and id = any (${payments.map(({ id }) => id)})`;
  expect(open).toHaveLength(0);
});
