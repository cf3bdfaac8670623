import { afterAll, beforeAll, expect, test } from "vitest";
import { openPostgres } from "#db/driver.server.ts";
import { cancelOrder } from "#shop/orders/fulfilment/cancel-order.server.ts";
import { payAgain } from "#shop/orders/payments/attempts/pay-again.server.ts";
import { settlePayment } from "#shop/orders/payments/settlement/settle-payment.server.ts";
import { askDearer, orderLettered } from "#tests/support/builders/revisions.ts";
import { demoPerson, openProvidersWith } from "#tests/support/builders/shop.ts";
import {
  type StripeDouble,
  startStripeDouble,
  stripeKeys,
} from "#tests/support/doubles/stripe-double.ts";
import { findBreaches } from "#tests/support/oracles/invariants.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { settleSupplement } from "./settle-supplement.server.ts";

const database = testDatabase({ demo: true });
const buyer = demoPerson("customer@etalase.test");
const staff = demoPerson("staff@etalase.test");
let stripe: StripeDouble;
beforeAll(async () => {
  stripe = await startStripeDouble();
  openProvidersWith({
    payments: ["stripe", "builtin"],
    stripe: { ...stripeKeys, apiUrl: stripe.url },
  });
});
afterAll(() => stripe.close());

/** A supplement of Rp6.000 that was paid at Stripe and is disputed. */
async function disputed() {
  const design = await orderLettered(buyer, staff, { quantity: 2 });
  const { id, order } = await askDearer(buyer, design, "Raniati", 6_000);
  const opened = await payAgain(buyer, order, "stripe:automatic");
  if (!opened.ok) throw new Error(opened.problem);
  const payment = opened.value.payment_id;
  const [row] = await asSeed()<{ intent: string }[]>`
    select provider_payment_id as intent from payments where id = ${payment}`;
  const intent = row?.intent ?? "";
  stripe.pay(intent);
  await settlePayment(payment);
  await settleSupplement(id);
  stripe.dispute(intent);
  await settlePayment(payment);
  return { design, order, payment, intent };
}

const refundsOf = (order: string) =>
  asSeed()<{ amount: number }[]>`select amount::int from refunds where order_id = ${order}`;

test("a dispute of a supplement that is won after its order was cancelled is refunded once", async () => {
  const { design, order, payment, intent } = await disputed();
  expect((await cancelOrder(buyer, design.order_id, "customer")).ok).toBe(true);
  expect(await refundsOf(order)).toEqual([]);
  stripe.winDispute(intent);
  await Promise.all([1, 2].map(() => settlePayment(payment)));
  expect(await refundsOf(order)).toEqual([{ amount: 6_000 }]);
  expect(await findBreaches()).toEqual([]);
});

test("a dispute of a supplement that is won before its order is cancelled is refunded with the order", async () => {
  const { design, order, payment, intent } = await disputed();
  stripe.winDispute(intent);
  await settlePayment(payment);
  expect(await refundsOf(order)).toEqual([]);
  expect((await cancelOrder(buyer, design.order_id, "customer")).ok).toBe(true);
  await settlePayment(payment);
  expect(await refundsOf(order)).toEqual([{ amount: 6_000 }]);
  expect(await findBreaches()).toEqual([]);
});

test("the invariant check reports an unrefunded supplement of a cancelled order", async () => {
  const { design, order, payment, intent } = await disputed();
  stripe.winDispute(intent);
  await settlePayment(payment);
  const [supplement] = await asSeed()<{ number: string }[]>`
    select number from orders where id = ${order}`;
  /** Only the owner of the table may pass its triggers. */
  const setStatus = async (status: string) => {
    const owner = openPostgres(database.url(), { max: 1 });
    try {
      await owner`alter table public.orders disable trigger user`;
      await owner`update public.orders set status = ${status} where id = ${design.order_id}`;
      await owner`alter table public.orders enable trigger user`;
    } finally {
      await owner.end();
    }
  };
  await setStatus("canceled");
  expect(await findBreaches()).toContain(
    `money left on a supplement of a cancelled order: ${supplement?.number}`,
  );
  await setStatus("placed");
  expect(await findBreaches()).toEqual([]);
});
