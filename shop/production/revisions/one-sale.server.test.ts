import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { refreshRecipientFacts } from "#shop/mailing/campaigns/audience/recipient-facts.server.ts";
import { sumRecovered } from "#shop/mailing/cart-reminders/recovered-orders.server.ts";
import { notifyStaff } from "#shop/office/notifications/notify-staff.server.ts";
import { maxUnpaidOrders } from "#shop/orders/checkout/checkout.ts";
import { followSales } from "#shop/orders/figures/follow-sales.server.ts";
import { findHomeFigures } from "#shop/orders/figures/home-figures.server.ts";
import { findOrder } from "#shop/orders/find-order.server.ts";
import { shipOrder } from "#shop/orders/fulfilment/fulfil-order.server.ts";
import { deliverShipment } from "#shop/orders/fulfilment/shipments.server.ts";
import { payAgain } from "#shop/orders/payments/attempts/pay-again.server.ts";
import { readRefundTerms } from "#shop/orders/payments/review/list-refund-requests.server.ts";
import { settlePayment } from "#shop/orders/payments/settlement/settle-payment.server.ts";
import { findPriceDifferences } from "#shop/orders/reconcile-prices.server.ts";
import { findSupplementShares } from "#shop/orders/refunds/find-supplement-shares.server.ts";
import { type RefundInput, refundOrder } from "#shop/orders/refunds/refund-order.server.ts";
import { sendAndSettleRefund } from "#shop/orders/refunds/send-refund.server.ts";
import { approveReturn } from "#shop/orders/returns/decide-return.server.ts";
import { goodsBack } from "#shop/orders/returns/goods-back.ts";
import { promisedShipping } from "#shop/orders/returns/promised-shipping.ts";
import { findReturn } from "#shop/orders/returns/read-returns.server.ts";
import { requestReturn } from "#shop/orders/returns/request-return.server.ts";
import { resolveClaim } from "#shop/orders/returns/settle-return.server.ts";
import { countPrinted } from "#shop/production/customisations/print-files/print-pieces.server.ts";
import { approveAsOrdered } from "#shop/production/customisations/proofs/review-design.server.ts";
import { orderDesign } from "#tests/support/builders/customisations.ts";
import { askDearer, orderLettered, seenOf } from "#tests/support/builders/revisions.ts";
import {
  demoPerson,
  openTestProviders,
  payWith,
  provenStaff,
} from "#tests/support/builders/shop.ts";
import { findBreaches } from "#tests/support/oracles/invariants.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { settleSupplement } from "./settle-supplement.server.ts";

testDatabase({ demo: true, max: 10 });
beforeAll(openTestProviders);
const buyer = demoPerson("customer@etalase.test");
const staff = demoPerson("staff@etalase.test");
const admin = demoPerson("admin@etalase.test");

/** Two named pieces whose design costs Rp6.000 more, all paid. */
async function paidTwice() {
  const design = await orderLettered(buyer, staff, { quantity: 2 });
  const { id, order } = await askDearer(buyer, design, "Raniati", 6_000);
  const opened = await payAgain(buyer, order, "builtin:card");
  if (!opened.ok) throw new Error(opened.problem);
  await payWith(opened.value.payment_id);
  await settlePayment(opened.value.payment_id);
  await settleSupplement(id);
  return { design, order, payment: opened.value.payment_id };
}

const goodwillOf = (order_id: string, goodwill: number, key = randomUUID()): RefundInput => ({
  order_id,
  key,
  goodwill,
  lines: [],
  shipping: 0,
  fee: 0,
  channel: "original",
  reason: "goodwill",
  note: "Cetakan miring",
  restock: true,
  notify: true,
});

/** What each payment took and gave, in its ledger and in promises. */
const moneyOf = (payment: string) =>
  asSeed()<{ paid: number; promised: number; available: number; requests: number }[]>`
    select (select coalesce(sum(t.amount), 0)::int from payment_transactions t
        where t.payment_id = b.payment_id and t.kind = 'charge') as paid,
      (select coalesce(sum(r.amount), 0)::int from refunds r where r.payment_id = b.payment_id) as promised,
      b.available::int,
      (select count(distinct r.request_id)::int from refunds r where r.payment_id = b.payment_id) as requests
    from private.payment_balances b where b.payment_id = ${payment}`.then(([row]) => row);

test("staff give back what the goods cost with their supplement, each part by its own payment", async () => {
  const { design, order, payment } = await paidTwice();
  const manager = await provenStaff();
  const own = (await moneyOf(design.payment))?.paid ?? 0;
  expect(await findSupplementShares(staff, design.order_id)).toEqual({
    held: 6_000,
    lines: [{ of_line: design.line, unit_totals: [3_000, 3_000], refunded: 0 }],
  });
  expect(await findSupplementShares(buyer, design.order_id)).toEqual({ held: 0, lines: [] });

  const first = goodwillOf(design.order_id, own + 2_000);
  const given = await refundOrder(manager, first);
  expect(given).toMatchObject({ ok: true });
  expect(await refundOrder(manager, first)).toEqual(given);
  expect(await moneyOf(design.payment)).toMatchObject({ promised: own, available: 0 });
  expect(await moneyOf(payment)).toMatchObject({ promised: 2_000, available: 4_000 });
  const [request] = await asSeed()<{ amount: number }[]>`
    select amount::int from refund_requests where order_id = ${design.order_id} and status = 'done'`;
  expect(request, "one approval has all of it").toEqual({ amount: own + 2_000 });

  // The order's own payment is empty now.
  expect(await refundOrder(manager, goodwillOf(design.order_id, 4_001))).toEqual({
    ok: false,
    problem: "refund_exceeds_payment",
  });
  expect(await moneyOf(payment)).toMatchObject({ promised: 2_000 });
  const racing = [3_000, 3_000].map((sum) =>
    refundOrder(manager, goodwillOf(design.order_id, sum)),
  );
  const outcomes = await Promise.all(racing);
  expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
  expect(await moneyOf(payment)).toMatchObject({ promised: 5_000, available: 1_000 });

  const refunds = await asSeed()<{ id: string }[]>`
    select id from refunds where order_id in (${design.order_id}, ${order}) order by created_at, id`;
  for (const { id } of refunds) await sendAndSettleRefund(id);
  const ledger = await asSeed()<{ payment_id: string; gave: number }[]>`
    select payment_id, sum(amount)::int as gave from payment_transactions
    where order_id in (${design.order_id}, ${order}) and kind = 'refund' group by 1`;
  expect(new Map(ledger.map((row) => [row.payment_id, row.gave]))).toEqual(
    new Map([
      [design.payment, own],
      [payment, 5_000],
    ]),
  );
  expect(await findBreaches()).toEqual([]);
  expect((await findPriceDifferences()).differences).toEqual([]);

  // The order lists all of them, and says which came from the supplement; the supplement has its own.
  for (const reader of [buyer, staff]) {
    const found = await findOrder(reader, design.order_id);
    expect(
      found?.refunds.map(({ amount, supplement }) => [amount, supplement?.id ?? null]),
    ).toEqual([
      [own, null],
      [2_000, order],
      [3_000, order],
    ]);
    expect(found).toMatchObject({
      refunded_total: own,
      supplement_money: { received: 6_000, returned: 5_000 },
    });
    const supplement = await findOrder(reader, order);
    expect(supplement?.refunds.map(({ amount, supplement: of }) => [amount, of])).toEqual([
      [2_000, null],
      [3_000, null],
    ]);
    expect(supplement?.supplement_money).toEqual({ received: 0, returned: 0 });
  }
});

test("a refund of supplements needs the approval of the order's", async () => {
  const { design, order } = await paidTwice();
  const [payment] = await asSeed()<
    { id: string }[]
  >`select id from payments where order_id = ${order}`;
  await expect(
    asSeed()`
      insert into refunds (order_id, payment_id, amount, goods, shipping, fee, goodwill, overpaid, reason, key, channel, actor_id)
      values (${order}, ${payment?.id ?? ""}, 500, 0, 0, 0, 500, 0, 'goodwill', 'unapproved', 'original', ${staff.id})`,
  ).rejects.toThrow("nobody approved this refund");
  // Pieces take their supplement along, within one approval.
  const pieces = { lines: [{ order_line_id: design.line, quantity: 1 }], goodwill: 0 };
  const done = await refundOrder(await provenStaff(), {
    ...goodwillOf(design.order_id, 0),
    ...pieces,
  });
  expect(done).toMatchObject({ ok: true });
  const rows = await asSeed()<{ request_id: string; actor_id: string | null }[]>`
    select request_id, actor_id from refunds where order_id in (${design.order_id}, ${order})`;
  expect(rows).toHaveLength(2);
  expect(new Set(rows.map(({ request_id }) => request_id)).size).toBe(1);
  expect(rows.every(({ actor_id }) => actor_id !== null)).toBe(true);
});

test("a claim asks for the approval of what its page shows: the pieces with their supplement and the delivery", async () => {
  const { design, order } = await paidTwice();
  const manager = await provenStaff();
  const done = <T>(result: { ok: true; value: T } | { ok: false; problem: string }): T => {
    if (!result.ok) throw new Error(result.problem);
    return result.value;
  };
  done(await approveAsOrdered(manager, await seenOf(design.id)));
  const pieces = { id: randomUUID(), good: 2, spoiled: 0, reason: "" };
  done(await countPrinted(manager, { customisation_id: design.id, ...pieces }));
  const sending = { courier: "JNE", service: "REG", tracking_number: `T-${design.id}` };
  const sent = done(await shipOrder(manager, { order_id: design.order_id, ...sending }));
  done(await deliverShipment(buyer, sent.shipment_id));
  const { return_id } = done(
    await requestReturn(buyer, {
      order_id: design.order_id,
      key: randomUUID(),
      kind: "claim",
      reason: "misprinted",
      note: "Miring",
      wish: "refund",
      lines: [{ order_line_id: design.line, quantity: 1 }],
    }),
  );
  done(await approveReturn(manager, return_id, ""));
  // As the page adds them.
  const request = await findReturn(manager, return_id);
  const found = await findOrder(manager, design.order_id);
  if (!request || !found) throw new Error("no claim");
  const { lines } = await findSupplementShares(manager, design.order_id);
  const { goods, ofSupplements } = goodsBack(request.lines, lines, "asked");
  const shipping = promisedShipping(request, found);
  expect([ofSupplements, shipping > 0]).toEqual([3_000, true]);
  const money = { shipping, channel: "original" } as const;
  const shown = goods + shipping;
  const requests = () => asSeed()<{ amount: number; status: string }[]>`
    select amount::int, status from refund_requests where subject_id = ${return_id}`;

  // One rupiah below it a second person is needed for exactly that sum, and nothing is given back.
  await asSeed()`update shop_settings set refund_limit = ${shown - 1}`;
  try {
    expect(await resolveClaim(manager, return_id, "refund", money)).toEqual({
      ok: false,
      problem: "refund_waits_for_approval",
    });
    expect(await requests()).toEqual([{ amount: shown, status: "open" }]);
    expect((await readRefundTerms(manager)).limit).toBe(shown - 1);
    const given = () => asSeed()`
      select from refunds where order_id in (${design.order_id}, ${order})`;
    expect(await given()).toHaveLength(0);
    // With a limit of that sum the same act is done, in two refunds of one request.
    await asSeed()`update shop_settings set refund_limit = ${shown}`;
    expect(await resolveClaim(manager, return_id, "refund", money)).toMatchObject({ ok: true });
    expect(await requests()).toEqual([{ amount: shown, status: "done" }]);
    expect(await given()).toHaveLength(2);
  } finally {
    await asSeed()`update shop_settings set refund_limit = default`;
  }
  expect(await findBreaches()).toEqual([]);
});

test("reports count a sale once and add the money of its supplement", async () => {
  const sql = asSeed();
  await sql`
    insert into private.cart_reminders (customer_id) values (${buyer.id})`;
  await sql`
    insert into private.mail_recipients (email, name, email_hash, mailbox_hash)
    values ('customer@etalase.test', 'Uji', sha256('a'), sha256('a')) on conflict do nothing`;
  const reportsOf = async () => {
    await followSales();
    const today = (await findHomeFigures(admin, "Asia/Jakarta", 1))?.days[0];
    const recovered = await sumRecovered(admin);
    await refreshRecipientFacts();
    const [facts] = await sql<{ orders: number; spent: number; last: Date }[]>`
      select f.orders, f.spent::int, f.last_order_at as last
      from private.mail_recipients r join private.recipient_facts f on f.recipient_id = r.id
      where r.email = 'customer@etalase.test'`;
    return { today, recovered, facts };
  };
  await notifyStaff();
  const before = await reportsOf();
  const { design, order } = await paidTwice();
  const [sums] = await sql<{ own: number; more: number; placed: Date }[]>`
    select o.total::int as own, n.total::int as more, o.placed_at as placed
    from orders o join orders n on n.supplement_of = o.id where n.id = ${order}`;
  if (!sums || !before.today || !before.facts) throw new Error("no sums");
  const { own, more, placed } = sums;
  const after = await reportsOf();
  expect(after.today).toMatchObject({
    orders: before.today.orders + 1,
    amount: before.today.amount + own + more,
  });
  expect(after.recovered).toEqual({
    orders: before.recovered.orders + 1,
    total: before.recovered.total + own + more,
  });
  expect(after.facts).toEqual({
    orders: before.facts.orders + 1,
    spent: before.facts.spent + own + more,
    last: placed,
  });
  await notifyStaff();
  const announced = await sql<{ subject_id: string }[]>`
    select distinct subject_id from private.staff_notifications
    where kind = 'new_order' and subject_id in (${design.order_id}, ${order})`;
  expect(announced).toEqual([{ subject_id: design.order_id }]);
});

test("supplements that wait for their payment keep nobody from ordering", async () => {
  const design = await orderLettered(buyer, staff);
  for (let n = 0; n < maxUnpaidOrders; n++)
    await askDearer(buyer, design, `Ranita${"abcdefghijklmnopqrstuvwxyz"[n]}`, 3_000);
  expect((await orderDesign(buyer, "self")).order_id).toMatch(/^[0-9a-f-]{36}$/);
});
