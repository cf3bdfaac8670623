import { beforeAll, expect, test } from "vitest";
import { openPostgres } from "#db/driver.server.ts";
import { sign } from "#integrations/payment/signature.ts";
import { placeOrder } from "#shop/orders/checkout/place-order.server.ts";
import {
  makeCustomer,
  openTestProviders,
  orderInput,
  payWith,
  variantInStock,
} from "#tests/support/builders/shop.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { receiveNotification, settleNotified } from "./receive-notification.server.ts";

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

test("under load every notification is stored and acknowledged, and each payment settled or queued", async () => {
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
  const reported = await Promise.all(
    payments.flatMap(({ provider }) => [
      notify(provider, `${provider}-1`),
      notify(provider, `${provider}-1`),
    ]),
  );
  // A repeat after the first was processed returns "known".
  expect(new Set(reported.filter((one) => one !== "known"))).toEqual(
    new Set(["settled", "queued"]),
  );
  const stored = await asSeed()`select from payment_notifications`;
  expect(stored).toHaveLength(payments.length);

  const owner = openPostgres(database.url(), { max: 1 });
  const queued = await owner<{ key: string }[]>`
    select key from graphile_worker.jobs where task_identifier = 'settle-payment'`;
  await owner.end();
  expect(queued.length).toBeGreaterThan(0);
  for (const { key } of queued) await settleNotified(key.slice("settle:".length));
  const open =
    await asSeed()`select from payments where status <> 'settled' and id = any (${payments.map(({ id }) => id)})`;
  expect(open).toHaveLength(0);
  const unread = await asSeed()`select from payment_notifications where processed_at is null`;
  expect(unread).toHaveLength(0);
});

async function paidCard(name: string): Promise<{ id: string; provider: string }> {
  const { person, addressId } = await makeCustomer(name);
  const lines = [{ variant_id: await variantInStock(20), quantity: 1 }];
  const input = await orderInput(person, { lines, address_id: addressId });
  const placed = await placeOrder(person, input, { idempotencyKey: name, language: "id" });
  if (!placed.ok || !placed.value.payment) throw new Error(JSON.stringify(placed));
  const { id, client } = placed.value.payment;
  await payWith(id);
  return { id, provider: client?.id ?? "" };
}

test("a duplicate notification within a minute is skipped; later the provider is asked again", async () => {
  const { id, provider } = await paidCard("twice");
  expect(await notify(provider, "twice-1")).toBe("settled");
  // The provider reports another amount from now on, so that a request to it shows.
  await asSeed()`update private.builtin_payments set received = 1 where id = ${provider}`;
  const tasks = () => asSeed()`select from payment_tasks where payment_id = ${id}`;

  expect(await notify(provider, "twice-1")).toBe("known");
  expect(await tasks()).toHaveLength(0);
  await asSeed()`
    update payment_notifications set processed_at = now() - interval '2 minutes' where event_id = 'twice-1'`;
  expect(await notify(provider, "twice-1")).toBe("settled");
  expect(await tasks()).toHaveLength(1);
});

test("a notification that cannot be stored does not fail the others", async () => {
  const paid = await Promise.all(["bad-a", "bad-b", "bad-c"].map(paidCard));
  // PostgreSQL stores no NUL character.
  const answers = await Promise.allSettled([
    ...paid.map(({ provider }) => notify(provider, `${provider}-good`)),
    notify(paid[0]?.provider ?? "", "no\u0000such"),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([
    "fulfilled",
    "fulfilled",
    "fulfilled",
    "rejected",
  ]);
  const settled = await asSeed()`
    select from payments where id = any (${paid.map(({ id }) => id)}) and status = 'settled'`;
  expect(settled).toHaveLength(3);
});

test("a notification of an unknown payment is stored and changes nothing", async () => {
  expect(await notify("bp_of_another_shop", "foreign-1")).toBe("unknown_payment");
  const [stored] = await asSeed()<{ payment_id: string | null; processed_at: Date | null }[]>`
    select payment_id, processed_at from payment_notifications where event_id = 'foreign-1'`;
  expect(stored).toEqual({ payment_id: null, processed_at: null });
});
