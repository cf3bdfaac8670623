import { beforeAll, expect, test } from "vitest";
import { asShop } from "#db/client.server.ts";
import { placeOrder } from "#shop/checkout/place-order.server.ts";
import { saveChoices } from "#shop/mail-topics/choices.server.ts";
import { testDatabase } from "#tests/support/database.ts";
import {
  makeCustomer,
  openTestProviders,
  orderInput,
  payWith,
  variantInStock,
} from "#tests/support/shop.ts";
import { remindUnpaid } from "./remind-unpaid.server.ts";
import { settlePayment } from "./settle-payment.server.ts";

testDatabase({ demo: true });
beforeAll(openTestProviders);

interface Queued {
  dedupe_key: string;
  text: string;
  headers: Record<string, string>;
}

const mailsAbout = (orderId: string) => asShop()<Queued[]>`
  select dedupe_key, text, headers from private.outbox where dedupe_key like ${`order:%:${orderId}`}
  order by created_at`;

test("who stopped payment reminders gets none any more, and still every mail about the order", async () => {
  const { person, addressId } = await makeCustomer("penghenti");
  const place = async (key: string) => {
    const lines = [{ variant_id: await variantInStock(), quantity: 1 }];
    const input = await orderInput(person, { lines, address_id: addressId });
    const placed = await placeOrder(person, input, { idempotencyKey: key, language: "id" });
    if (!placed.ok) throw new Error(placed.problem.code);
    await asShop()`
      update orders set created_at = created_at - interval '11 minutes' where id = ${placed.value.order.id}`;
    return placed.value;
  };

  const first = await place("pertama");
  await remindUnpaid();
  const [reminder] = await mailsAbout(first.order.id);
  const link = /\/api\/unsubscribe\/([\w-]{44})\/payment_reminder>/.exec(
    reminder?.headers["List-Unsubscribe"] ?? "",
  );
  expect(reminder?.headers["List-Unsubscribe-Post"]).toBe("List-Unsubscribe=One-Click");
  expect(reminder?.text).toContain(`/Unsubscribe?t=${link?.[1]}&topic=payment_reminder`);

  await saveChoices(link?.[1] ?? "", { payment_reminder: false }, "one_click");
  const second = await place("kedua");
  await remindUnpaid();
  expect(await mailsAbout(second.order.id)).toEqual([]);
  const paymentId = second.payment?.id ?? "";
  await payWith(paymentId);
  await settlePayment(paymentId);
  const [paid, ...more] = await mailsAbout(second.order.id);
  expect(paid?.dedupe_key).toBe(`order:paid:${second.order.id}`);
  // It cannot be stopped, so it offers nothing to stop.
  expect(paid?.headers).toEqual({});
  expect(more).toEqual([]);

  await saveChoices(link?.[1] ?? "", { payment_reminder: true }, "page");
  const third = await place("ketiga");
  await remindUnpaid();
  expect(await mailsAbout(third.order.id)).toHaveLength(1);
});
