import { afterEach, expect, test, vi } from "vitest";
import { log } from "#base/log.server.ts";
import { cancelOrder } from "#shop/orders/fulfilment/cancel-order.server.ts";
import { expireOrders } from "#shop/orders/fulfilment/expire-order.server.ts";
import { closeAttempts } from "#shop/orders/payments/attempts/close-attempts.server.ts";
import { pendingRefundPayments, sendRefund } from "#shop/orders/refunds/send-refund.server.ts";
import { listRemovedProviders } from "#shop/settings/merchant/removed-providers.server.ts";
import { paidOrder, waitingOrder } from "#tests/support/builders/orders.ts";
import { demoPerson, openProvidersWith, openTestProviders } from "#tests/support/builders/shop.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { reconcilePayments } from "./reconcile-payments.server.ts";

/* What happens to payments whose provider is taken out of PAYMENTS. */

testDatabase({ demo: true, max: 4 });
afterEach(() => {
  vi.restoreAllMocks();
  openTestProviders();
});

const statusOf = async (orderId: string) =>
  (await asSeed()<{ status: string }[]>`select status from orders where id = ${orderId}`)[0]
    ?.status;

async function lapsed(method: string): Promise<string> {
  const id = await waitingOrder(demoPerson("customer@etalase.test"), method);
  await asSeed()`update orders set expires_at = now() - interval '1 day' where id = ${id}`;
  await asSeed()`update payments set updated_at = now() - interval '1 hour' where order_id = ${id}`;
  return id;
}

test("jobs leave payments of a removed provider alone, in silence, until it is named again", async () => {
  openProvidersWith({ payments: ["builtin", "transfer"] });
  const order = await lapsed("builtin:qris");
  const byTransfer = await lapsed("transfer:bank");
  openProvidersWith({ payments: ["cod"] });
  const said = [vi.spyOn(log, "warn"), vi.spyOn(log, "error")];
  await reconcilePayments();
  await expireOrders();
  await closeAttempts(order, { skipsRemoved: true });
  expect(await pendingRefundPayments()).toEqual([]);
  for (const spy of said) expect(spy.mock.calls).toEqual([]);
  expect(await statusOf(order)).toBe("awaiting_payment");
  // The payment may be in progress where nobody can ask.
  const customer = demoPerson("customer@etalase.test");
  expect(await cancelOrder(customer, order, "customer")).toEqual({
    ok: false,
    problem: "payment_provider_unavailable",
  });
  // Staff confirm transfers by hand: no provider is missing.
  expect(await statusOf(byTransfer)).toBe("expired");
  expect(await listRemovedProviders(["cod"])).toEqual([{ provider: "builtin", payments: 1 }]);

  openProvidersWith({ payments: ["builtin", "cod"] });
  expect(await listRemovedProviders(["builtin", "cod"])).toEqual([]);
  await expireOrders();
  expect(await statusOf(order)).toBe("expired");
});

test("a refund at a removed provider goes to the staff's list at once, with one warning", async () => {
  openTestProviders();
  const { id, person } = await paidOrder("Rina", [1]);
  expect((await cancelOrder(person, id, "customer")).ok).toBe(true);
  const [refund] = await asSeed()<{ id: string }[]>`
    select id from refunds where order_id = ${id} and channel = 'original' limit 1`;
  openProvidersWith({ payments: ["cod"] });
  const warned = vi.spyOn(log, "warn");
  const failed = vi.spyOn(log, "error");
  await sendRefund(refund?.id ?? "");
  const [row] = await asSeed()`select status from refunds where id = ${refund?.id ?? ""}`;
  expect(row).toEqual({ status: "failed" });
  expect(warned.mock.calls).toHaveLength(1);
  expect(failed.mock.calls).toEqual([]);
});
