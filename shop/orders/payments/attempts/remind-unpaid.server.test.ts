import { beforeAll, expect, test } from "vitest";
import { stopMails, undoStop } from "#shop/consent/change-choices.server.ts";
import { placeOrder } from "#shop/orders/checkout/place-order.server.ts";
import { settlePayment } from "#shop/orders/payments/settlement/settle-payment.server.ts";
import {
  makeCustomer,
  openTestProviders,
  orderInput,
  payWith,
  variantInStock,
} from "#tests/support/builders/shop.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { remindUnpaid } from "./remind-unpaid.server.ts";

testDatabase({ demo: true });
beforeAll(openTestProviders);

interface Queued {
  dedupe_key: string;
  text: string;
  headers: Record<string, string>;
}

const mailsAbout = (orderId: string) => asSeed()<Queued[]>`
  select dedupe_key, text, headers from private.outbox where dedupe_key like ${`order:%:${orderId}`}
  order by created_at`;

async function placedAgo(
  minutes: number,
  key: string,
  { person, addressId }: Awaited<ReturnType<typeof makeCustomer>>,
) {
  const lines = [{ variant_id: await variantInStock(), quantity: 1 }];
  const input = await orderInput(person, { lines, address_id: addressId });
  const placed = await placeOrder(person, input, { idempotencyKey: key, language: "id" });
  if (!placed.ok || !placed.value.payment) throw new Error(JSON.stringify(placed));
  const { order, payment } = placed.value;
  await asSeed()`
    update orders set created_at = created_at - make_interval(mins => ${minutes}) where id = ${order.id}`;
  return { orderId: order.id, paymentId: payment.id };
}

test("an unpaid order gets one reminder after ten minutes, a paid one none", async () => {
  const customer = await makeCustomer("penunda");
  const waiting = await placedAgo(11, "menunggu", customer);
  const paid = await placedAgo(11, "lunas", customer);
  const fresh = await placedAgo(0, "baru", customer);
  await payWith(paid.paymentId);
  await settlePayment(paid.paymentId);
  await Promise.all([remindUnpaid(), remindUnpaid()]);
  await remindUnpaid();
  const kinds = async (orderId: string) =>
    (await mailsAbout(orderId)).map(({ dedupe_key }) => dedupe_key.split(":")[1]);
  expect(await kinds(waiting.orderId)).toEqual(["awaiting_payment"]);
  expect(await kinds(paid.orderId)).toEqual(["paid"]);
  expect(await kinds(fresh.orderId)).toEqual([]);
});

test("unsubscribing from payment reminders stops only them, not the mails about the order", async () => {
  const customer = await makeCustomer("penghenti");
  const first = await placedAgo(11, "pertama", customer);
  await remindUnpaid();
  const [reminder] = await mailsAbout(first.orderId);
  const link = /\/api\/unsubscribe\/([\w-]{44})\/payment_reminder>/.exec(
    reminder?.headers["List-Unsubscribe"] ?? "",
  );
  expect(reminder?.headers["List-Unsubscribe-Post"]).toBe("List-Unsubscribe=One-Click");
  expect(reminder?.text).toContain(`/Unsubscribe?t=${link?.[1]}&topic=payment_reminder`);

  const token = link?.[1] ?? "";
  const stopped = await stopMails(token, ["payment_reminder"], "page", {});
  if (!stopped.ok) throw new Error(stopped.problem);
  const second = await placedAgo(11, "kedua", customer);
  await remindUnpaid();
  expect(await mailsAbout(second.orderId)).toEqual([]);
  await payWith(second.paymentId);
  await settlePayment(second.paymentId);
  const [paid, ...more] = await mailsAbout(second.orderId);
  expect(paid?.dedupe_key).toBe(`order:paid:${second.orderId}`);
  // This mail cannot be unsubscribed from, so it has no such headers.
  expect(paid?.headers).toEqual({ "Reply-To": "halo@etalase.test" });
  expect(more).toEqual([]);

  await undoStop(token, stopped.value.undo ?? "", {});
  const third = await placedAgo(11, "ketiga", customer);
  await remindUnpaid();
  expect(await mailsAbout(third.orderId)).toHaveLength(1);
});
