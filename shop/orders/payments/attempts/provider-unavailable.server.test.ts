import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { openPostgres } from "#db/driver.server.ts";
import { webhookEndpoint } from "#server/endpoints/webhooks.ts";
import { listProducts } from "#shop/catalogue/list-products.server.ts";
import { readShopFilter } from "#shop/catalogue/shop-filter.ts";
import { placeOrder } from "#shop/orders/checkout/place-order.server.ts";
import { quoteCheckout } from "#shop/orders/checkout/quote-checkout.server.ts";
import { findOrder } from "#shop/orders/find-order.server.ts";
import { cancelOrder } from "#shop/orders/fulfilment/cancel-order.server.ts";
import { reconcilePayments } from "#shop/orders/payments/settlement/reconcile-payments.server.ts";
import { settleOrder } from "#shop/orders/payments/settlement/settle-order.server.ts";
import { settlePayment } from "#shop/orders/payments/settlement/settle-payment.server.ts";
import {
  demoAddressId,
  demoPerson,
  openProvidersWith,
  orderInput,
  variantInStock,
} from "#tests/support/builders/shop.ts";
import {
  type StripeDouble,
  startStripeDouble,
  stripeKeys,
} from "#tests/support/doubles/stripe-double.ts";
import { findBreaches } from "#tests/support/oracles/invariants.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { payAgain } from "./pay-again.server.ts";

const database = testDatabase({ demo: true, max: 4 });
const customer = demoPerson("customer@etalase.test");
let stripe: StripeDouble;
let later = 0;

beforeEach(async () => {
  stripe = await startStripeDouble();
  later = 0;
  const real = performance.now.bind(performance);
  vi.spyOn(performance, "now").mockImplementation(() => real() + later);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await stripe.close();
  // One customer may have ten unpaid orders at most.
  openProvidersWith({ payments: ["builtin"] });
  await asSeed()`
    update payments set status = 'canceled' where status in ('created', 'pending')`;
  const open = await asSeed()<{ id: string }[]>`
    select id from orders where status = 'awaiting_payment'`;
  for (const { id } of open) await cancelOrder(customer, id, "customer");
});

function open(apiUrl: string): void {
  openProvidersWith({ payments: ["stripe", "builtin"], stripe: { ...stripeKeys, apiUrl } });
}

async function place(): Promise<Awaited<ReturnType<typeof placeOrder>>> {
  const lines = [{ variant_id: await variantInStock(), quantity: 1 }];
  const input = await orderInput(customer, { lines, payment_method: "stripe:automatic" });
  return placeOrder(customer, input, { idempotencyKey: randomUUID(), language: "id" });
}

async function problemOfCards(): Promise<unknown> {
  const lines = [{ variant_id: await variantInStock(), quantity: 1 }];
  const quote = await quoteCheckout(
    { actor: customer },
    { lines, address_id: demoAddressId },
    "id",
  );
  const others = quote.payment_methods.filter(({ id }) => id !== "stripe:automatic");
  expect(others.length).toBeGreaterThan(5);
  // The other payment methods stay available.
  expect(others.filter(({ problem }) => problem !== null)).toEqual([]);
  return quote.payment_methods.find(({ id }) => id === "stripe:automatic")?.problem;
}

/** How a provider fails, and how it recovers; a case without a recovery needs other settings. */
const outages: readonly [string, () => Promise<(() => Promise<void> | void) | undefined>][] = [
  [
    "answers 500",
    async () => {
      stripe.setDown(true, { status: 500 });
      open(stripe.url);
      return () => stripe.setDown(false);
    },
  ],
  [
    "asks for fewer questions (429, Retry-After)",
    async () => {
      stripe.setDown(true, { status: 429, headers: { "retry-after": "30" } });
      open(stripe.url);
      return () => stripe.setDown(false);
    },
  ],
  [
    "refuses connections",
    async () => {
      const { port } = new URL(stripe.url);
      await stripe.close();
      open(stripe.url);
      return async () => {
        stripe = await startStripeDouble(Number(port));
      };
    },
  ],
  [
    "has no sound certificate",
    async () => {
      open(stripe.url.replace("http:", "https:"));
      return undefined;
    },
  ],
];

test.each(outages)(
  "R4: a provider that %s is not called, other methods work, and its circuit closes again by itself",
  async (_what, begin) => {
    const end = await begin();
    expect(await problemOfCards()).toBeNull();
    const placed = await Promise.all([place(), place(), place()]);
    const orderIds = placed.flatMap((answer) =>
      !answer.ok && answer.problem.code === "payment_unavailable" ? [answer.problem.order_id] : [],
    );
    const [order = ""] = orderIds;
    expect(orderIds.length).toBeGreaterThan(0);

    // The provider's circuit is open: its methods are not offered and no request reaches it.
    const asked = stripe.calls.length;
    expect(await problemOfCards()).toEqual({ code: "not_now" });
    expect(await place()).toMatchObject({ problem: { code: "payment_method_unavailable" } });
    await reconcilePayments();
    expect(stripe.calls).toHaveLength(asked);
    expect((await findOrder(customer, order))?.status).toBe("awaiting_payment");
    expect(await payAgain(customer, order, "stripe:automatic")).toMatchObject({
      problem: "payment_method_unavailable",
    });
    expect((await payAgain(customer, order, "builtin:qris")).ok).toBe(true);

    later = 31_000;
    expect(await problemOfCards()).toBeNull();
    if (end) {
      await end();
      expect((await payAgain(customer, order, "stripe:automatic")).ok).toBe(true);
      expect((await place()).ok).toBe(true);
    } else {
      // One request was enough to open the circuit again.
      expect((await place()).ok).toBe(false);
      expect(await problemOfCards()).toEqual({ code: "not_now" });
    }
    expect(await findBreaches()).toEqual([]);
  },
);

test("R4: an attempt at an unavailable provider stays open, says so, and its notifications are stored", async () => {
  open(stripe.url);
  const placed = await place();
  if (!placed.ok || !placed.value.payment) throw new Error("not placed");
  const { order, payment } = placed.value;
  const [intent = ""] = stripe.intents.keys();
  stripe.setDown(true);
  const away = { ok: false, problem: "payment_provider_unavailable" };
  expect(await payAgain(customer, order.id, "builtin:qris")).toMatchObject(away);
  expect(await cancelOrder(customer, order.id, "customer")).toMatchObject(away);
  await expect(settlePayment(payment.id)).rejects.toMatchObject({
    code: "payment_provider_unavailable",
    status: 503,
  });
  const asked = stripe.calls.length;

  // The payer paid in Stripe's own fields; the notification arrives while Stripe's API is down.
  stripe.pay(intent);
  const event = stripe.event(intent, "payment_intent.succeeded");
  const answer = await webhookEndpoint().request("/webhooks/stripe", {
    method: "POST",
    headers: event.headers,
    body: event.body as Uint8Array<ArrayBuffer>,
  });
  expect(answer.status).toBe(200);
  await settleOrder(customer, order.id);
  expect(stripe.calls).toHaveLength(asked);
  const owner = openPostgres(database.url(), { max: 1 });
  const jobs = await owner`
    select from graphile_worker.jobs where key = ${`settle:${payment.id}`}`;
  await owner.end();
  expect(jobs).toHaveLength(1);

  stripe.setDown(false);
  later = 31_000;
  await settlePayment(payment.id);
  expect(await findOrder(customer, order.id)).toMatchObject({ status: "placed" });
  expect(await findBreaches()).toEqual([]);
});

test("R4: buyers who wait for a provider hold no connection or lock that others need", async () => {
  stripe.setDown(true, "silent");
  open(stripe.url);
  let answered = 0;
  const waiting = Array.from({ length: 8 }, () => place().finally(() => (answered += 1)));
  await expect.poll(() => stripe.calls.length).toBeGreaterThanOrEqual(8);
  // More requests wait than the shop has connections: the catalogue still answers.
  expect(
    (await listProducts(readShopFilter(new URLSearchParams()), "id")).products.length,
  ).toBeGreaterThan(0);
  expect(await problemOfCards()).toBeNull();
  expect(answered).toBe(0);
  await stripe.close();
  for (const answer of await Promise.all(waiting)) {
    expect(answer).toMatchObject({ problem: { code: "payment_unavailable" } });
  }
});
