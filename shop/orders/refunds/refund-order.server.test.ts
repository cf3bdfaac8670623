import * as v from "valibot";
import { beforeAll, expect, test } from "vitest";
import { inTransaction } from "#db/client.server.ts";
import { findProvider } from "#integrations/payment/providers.server.ts";
import type { Person } from "#shop/kernel/access.ts";
import { findOrder } from "#shop/orders/find-order.server.ts";
import { cancelOrder } from "#shop/orders/fulfilment/cancel-order.server.ts";
import { prepareShipment, sendShipment } from "#shop/orders/fulfilment/shipments.server.ts";
import { refundChannels } from "#shop/orders/payments/request-refund.server.ts";
import { settlePayment } from "#shop/orders/payments/settlement/settle-payment.server.ts";
import {
  giveMoneyBack,
  mailsAbout,
  paidOrder,
  receivedOrder,
} from "#tests/support/builders/orders.ts";
import {
  demoPerson,
  openTestProviders,
  provenAdmin,
  stockOf,
} from "#tests/support/builders/shop.ts";
import { findBreaches } from "#tests/support/oracles/invariants.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { type RefundInput, refundInputSchema, refundOrder } from "./refund-order.server.ts";
import {
  giveAccount,
  recordByHand,
  recordTransfer,
  retryRefund,
  transferInstead,
} from "./refund-steps.server.ts";
import { sendRefund } from "./send-refund.server.ts";

testDatabase({ demo: true, max: 20 });
beforeAll(openTestProviders);

let staff: Person;
beforeAll(async () => {
  staff = await provenAdmin();
});
const asked = (order: { id: string }, wanted: Partial<RefundInput>): RefundInput => ({
  order_id: order.id,
  key: crypto.randomUUID(),
  lines: [],
  shipping: 0,
  fee: 0,
  goodwill: 0,
  channel: "original",
  reason: "customer",
  note: "",
  restock: true,
  notify: true,
  ...wanted,
});
const value = <T>(result: { ok: true; value: T } | { ok: false; problem: string }): T => {
  if (!result.ok) throw new Error(result.problem);
  return result.value;
};
const lineOf = (order: Awaited<ReturnType<typeof paidOrder>>, index = 0) => {
  const line = order.lines[index];
  if (!line) throw new Error("no line");
  return line;
};

test("pieces refunded one by one sum to exactly the line's price, its discount prorated", async () => {
  const order = await receivedOrder("per-buah", [3, 2], ["HEMAT10"]);
  const line = lineOf(order);
  const amounts: number[] = [];
  for (let piece = 0; piece < 3; piece++) {
    const { refund_id } = value(
      await refundOrder(staff, asked(order, { lines: [{ order_line_id: line.id, quantity: 1 }] })),
    );
    const [refund] = await asSeed()<{ amount: number }[]>`
      select amount from refunds where id = ${refund_id}`;
    amounts.push(refund?.amount ?? 0);
  }
  expect(amounts.reduce((sum, amount) => sum + amount, 0)).toBe(line.total);
  expect(Math.max(...amounts) - Math.min(...amounts)).toBeLessThanOrEqual(1);
  expect(
    await refundOrder(staff, asked(order, { lines: [{ order_line_id: line.id, quantity: 1 }] })),
  ).toMatchObject({ problem: "refunded_too_many" });
  await giveMoneyBack(order.id);
  const found = await findOrder(staff, order.id);
  expect(found).toMatchObject({
    payment_status: "partially_refunded",
    refunded_total: line.total,
    refundable: (found?.total ?? 0) - line.total,
  });
  // One mail per refund, each with its own amount.
  expect((await mailsAbout(order.id)).filter((kind) => kind === "refunded")).toHaveLength(3);
  expect(await findBreaches()).toEqual([]);
});

test("the database refuses an amount that is not what the pieces cost", async () => {
  const order = await receivedOrder("bagian-salah", [2]);
  const line = lineOf(order);
  const insert = inTransaction(async (sql) => {
    const [refund] = await sql<{ id: string }[]>`
      insert into refunds (order_id, payment_id, amount, goods, reason, key)
      values (${order.id}, ${order.paymentId}, 1, 1, 'staff', 'wrong') returning id`;
    await sql`
      insert into refund_lines (refund_id, order_line_id, quantity, amount)
      values (${refund?.id ?? ""}, ${line.id}, 1, 1)`;
  });
  await expect(insert).rejects.toMatchObject({ constraint: "refund_share_wrong" });
  const withoutLines = asSeed()`
    insert into refunds (order_id, payment_id, amount, goods, reason, key)
    values (${order.id}, ${order.paymentId}, 1, 1, 'staff', 'wrong')`;
  await expect(withoutLines).rejects.toMatchObject({ constraint: "refund_lines_wrong" });
});

test("rule 8, R28: twenty refunds at once never exceed what was captured", async () => {
  const order = await receivedOrder("serempak", [1]);
  const found = await findOrder(staff, order.id);
  const total = found?.total ?? 0;
  const third = Math.floor(total / 3);
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => refundOrder(staff, asked(order, { goodwill: third }))),
  );
  expect(answers.filter((answer) => answer.ok)).toHaveLength(3);
  expect(new Set(answers.flatMap((answer) => (answer.ok ? [] : [answer.problem])))).toEqual(
    new Set(total - third * 3 > 0 ? ["refund_exceeds_payment"] : ["nothing_to_refund"]),
  );
  await giveMoneyBack(order.id);
  expect(await findBreaches()).toEqual([]);
});

test("one key makes one refund, however often it is sent", async () => {
  const order = await receivedOrder("satu-kunci", [1]);
  const input = asked(order, { goodwill: 1000 });
  const answers = await Promise.all(Array.from({ length: 10 }, () => refundOrder(staff, input)));
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  const rows = await asSeed()`select 1 from refunds where order_id = ${order.id}`;
  expect(rows).toHaveLength(1);
});

test("delivery is refunded once, and only staff refund", async () => {
  const order = await receivedOrder("ongkir", [1]);
  const { shipping = 0 } = (await findOrder(staff, order.id)) ?? {};
  expect(await refundOrder(order.person, asked(order, { goodwill: 1 }))).toMatchObject({
    problem: "order_not_found",
  });
  value(await refundOrder(staff, asked(order, { shipping })));
  expect(await refundOrder(staff, asked(order, { shipping: 1 }))).toMatchObject({
    problem: "refund_exceeds_shipping",
  });
  expect(await refundOrder(staff, asked(order, {}))).toMatchObject({
    problem: "nothing_to_refund",
  });
});

test("pieces refunded before shipping are not sent, and are restocked unless broken", async () => {
  const order = await paidOrder("belum-kirim", [3]);
  const line = lineOf(order);
  const before = await stockOf(line.variant_id);
  value(
    await refundOrder(staff, asked(order, { lines: [{ order_line_id: line.id, quantity: 1 }] })),
  );
  expect(await stockOf(line.variant_id)).toMatchObject({
    on_hand: before.on_hand,
    allocated: before.allocated - 1,
  });
  value(
    await refundOrder(
      staff,
      asked(order, { lines: [{ order_line_id: line.id, quantity: 1 }], restock: false }),
    ),
  );
  expect(await stockOf(line.variant_id)).toMatchObject({
    on_hand: before.on_hand - 1,
    allocated: before.allocated - 2,
  });
  // The rest is still sent, although the balance is below the total.
  await giveMoneyBack(order.id);
  const made = value(
    await prepareShipment(staff, {
      order_id: order.id,
      courier: "JNE",
      service: "",
      tracking_number: "R1",
    }),
  );
  expect(
    await refundOrder(staff, asked(order, { lines: [{ order_line_id: line.id, quantity: 1 }] })),
  ).toMatchObject({ problem: "shipment_prepared" });
  value(await sendShipment(staff, made.shipment_id));
  expect((await findOrder(staff, order.id))?.fulfilment_status).toBe("fulfilled");
  expect(await findBreaches()).toEqual([]);
});

test("an order without pieces left to ship ends", async () => {
  const order = await paidOrder("habis", [2]);
  const line = lineOf(order);
  value(
    await refundOrder(
      staff,
      asked(order, { lines: [{ order_line_id: line.id, quantity: 2 }], reason: "inventory" }),
    ),
  );
  expect(await findOrder(staff, order.id)).toMatchObject({
    status: "canceled",
    fulfilment_status: "canceled",
  });
  expect(await findBreaches()).toEqual([]);
});

test("an order never shipped refunds delivery with its last piece", async () => {
  const order = await paidOrder("utuh", [1]);
  const paid = await findOrder(staff, order.id);
  expect(paid?.shipping).toBeGreaterThan(0);
  const lines = [{ order_line_id: lineOf(order).id, quantity: 1 }];
  value(await refundOrder(staff, asked(order, { lines, reason: "inventory" })));
  const refunds = await asSeed()<{ goods: number; shipping: number; reason: string }[]>`
    select goods, shipping, reason from refunds where order_id = ${order.id} order by created_at, goods desc`;
  expect(refunds).toEqual([
    { goods: paid?.subtotal, shipping: 0, reason: "inventory" },
    { goods: 0, shipping: paid?.shipping, reason: "inventory" },
  ]);
  expect(await findBreaches()).toEqual([]);
});

test("a partly shipped order does not refund delivery", async () => {
  const order = await paidOrder("sebagian", [2]);
  const paid = await findOrder(staff, order.id);
  const line = lineOf(order);
  const shipment = { order_id: order.id, courier: "JNE", service: "", tracking_number: "S1" };
  const made = value(
    await prepareShipment(staff, { ...shipment, lines: [{ order_line_id: line.id, quantity: 1 }] }),
  );
  value(await sendShipment(staff, made.shipment_id));
  const lines = [{ order_line_id: line.id, quantity: 2 }];
  value(await refundOrder(staff, asked(order, { lines })));
  const [sums] = await asSeed()<{ amount: number; shipping: number }[]>`
    select sum(amount)::int as amount, sum(shipping)::int as shipping from refunds where order_id = ${order.id}`;
  expect(sums).toEqual({ amount: paid?.subtotal, shipping: 0 });
});

test("a payment method without refunds offers only a bank transfer", () => {
  expect(refundChannels("builtin:card")).toEqual(["original", "bank_transfer"]);
  expect(refundChannels("builtin:qris")).toEqual(["bank_transfer"]);
  expect(refundChannels("removed:card")).toEqual(["bank_transfer"]);
});

test("a provider that fails leaves a refund to try again under the same key, or to transfer instead", async () => {
  const order = await receivedOrder("gagal", [1]);
  const { refund_id } = value(await refundOrder(staff, asked(order, { goodwill: 5000 })));
  const statusOf = async () =>
    (
      await asSeed()<{ status: string; channel: string }[]>`
        select status, channel from refunds where id = ${refund_id}`
    )[0];
  const provider = findProvider("builtin");
  const { refund } = provider;
  const keys: string[] = [];
  Object.assign(provider, {
    refund: async ({ key }: { key: string }) => {
      keys.push(key);
      throw new Error("the provider is down");
    },
  });
  try {
    for (let attempt = 1; attempt < 8; attempt++) {
      await expect(sendRefund(refund_id)).rejects.toThrow("down");
    }
    await sendRefund(refund_id);
    expect(await statusOf()).toMatchObject({ status: "failed" });
    expect(new Set(keys)).toEqual(new Set([refund_id]));
    // A failed refund still counts as promised: the same money cannot be promised twice.
    const found = await findOrder(staff, order.id);
    expect(found?.refundable).toBe((found?.total ?? 0) - 5000);
    expect(found?.events.map(({ kind }) => kind)).toContain("refund_failed");
    value(await retryRefund(staff, refund_id));
    expect(await statusOf()).toMatchObject({ status: "requested" });
  } finally {
    Object.assign(provider, { refund });
  }
  await settlePayment((await sendRefund(refund_id)) ?? "");
  expect(await statusOf()).toMatchObject({ status: "succeeded" });
  expect(await retryRefund(staff, refund_id)).toMatchObject({ problem: "refund_not_failed" });
  expect(await findBreaches()).toEqual([]);
});

test("a refund by transfer goes to the customer's account, and the ledger follows", async () => {
  const order = await receivedOrder("transfer", [1]);
  const { refund_id } = value(
    await refundOrder(staff, asked(order, { goodwill: 7000, channel: "bank_transfer" })),
  );
  expect(await mailsAbout(order.id)).toContain("refund_account");
  expect(await recordTransfer(staff, refund_id, "BCA-1")).toMatchObject({
    problem: "account_missing",
  });
  const account = { bank: "BCA", account_number: "1234567890", holder: "Rani" };
  const stranger = demoPerson("customer@etalase.test");
  expect(await giveAccount(stranger, refund_id, account)).toMatchObject({
    problem: "refund_not_found",
  });
  value(await giveAccount(order.person, refund_id, account));
  expect((await findOrder(order.person, order.id))?.refunds).toMatchObject([
    { status: "pending", account },
  ]);
  expect(await recordTransfer(order.person, refund_id, "BCA-1")).toMatchObject({
    problem: "refund_not_found",
  });
  await Promise.all([
    recordTransfer(staff, refund_id, "BCA-1"),
    recordTransfer(staff, refund_id, "BCA-1"),
  ]);
  expect(await findOrder(staff, order.id)).toMatchObject({
    refunded_total: 7000,
    refunds: [{ status: "succeeded" }],
  });
  expect(await giveAccount(order.person, refund_id, account)).toMatchObject({
    problem: "refund_done",
  });
  expect(await transferInstead(staff, refund_id)).toMatchObject({ problem: "refund_not_failed" });
  expect(await findBreaches()).toEqual([]);
});

test.each([true, false])(
  "a refund by pieces after a cancellation without a refund moves no stock: restock %s",
  async (restock) => {
    const order = await paidOrder(`batal-tanpa-uang-${restock}`, [2]);
    const line = lineOf(order);
    await paidOrder(`pembeli-lain-${restock}`, [2]);
    const choices = { restock: true, refund: false, notify: true, note: "" };
    expect((await cancelOrder(staff, order.id, "other", choices)).ok).toBe(true);
    const before = await stockOf(line.variant_id);
    const lines = [{ order_line_id: line.id, quantity: 1 }];
    for (let piece = 0; piece < 2; piece++) {
      value(await refundOrder(staff, asked(order, { lines, restock })));
    }
    expect(await refundOrder(staff, asked(order, { lines, restock }))).toMatchObject({ ok: false });
    expect(await stockOf(line.variant_id)).toEqual(before);
    const [refunded] = await asSeed()`
    select sum(goods)::int as goods from refunds where order_id = ${order.id}`;
    expect(refunded).toEqual({ goods: line.total });
    await giveMoneyBack(order.id);
    expect(await findOrder(staff, order.id)).toMatchObject({ status: "canceled" });
    expect(await findBreaches()).toEqual([]);
  },
);

test("a form with the key of an automatic refund is refused", async () => {
  const order = await paidOrder("kunci-sendiri", [1]);
  const small = asked(order, { goodwill: 1, reason: "goodwill" });
  expect(v.is(refundInputSchema, small)).toBe(true);
  // Otherwise the later cancellation or return would find this key and refund nothing.
  for (const key of [`all:${order.paymentId}`, `return:${order.id}`, `design:${order.id}`])
    expect(v.is(refundInputSchema, { ...small, key })).toBe(false);
});

const accountNotices = (orderId: string) =>
  asSeed()<{ recipient: string; text: string }[]>`
    select recipient, text from private.outbox where dedupe_key like ${`order:refund_account_given:${orderId}:%`}
    order by created_at, id`;

test("an account given without a fresh proof, and each change of it, mails the buyer a notice", async () => {
  const order = await receivedOrder("account-notice", [1]);
  const { refund_id } = value(
    await refundOrder(staff, asked(order, { goodwill: 7000, channel: "bank_transfer" })),
  );
  const first = { bank: "BCA", account_number: "1234567890", holder: "Rani" };
  value(await giveAccount(order.person, refund_id, first));
  value(await giveAccount(order.person, refund_id, first));
  expect(await accountNotices(order.id)).toHaveLength(1);
  const second = {
    bank: "Mandiri https://contoh.test",
    account_number: "5559871234",
    holder: "Xena",
  };
  value(await giveAccount(order.person, refund_id, second));
  const mails = await accountNotices(order.id);
  expect(mails).toHaveLength(2);
  expect(mails[1]?.text).toContain("1234");
  expect(mails[1]?.text).toContain("Bukan Anda?");
  // Neither the whole number nor an address that a mail program makes a link of.
  expect(mails[1]?.text).not.toContain("5559871234");
  expect(mails[1]?.text).not.toContain("contoh.test");
});

test("the account of a refund can be changed at most 30 times within a day", async () => {
  const order = await receivedOrder("account-loop", [1]);
  const { refund_id } = value(
    await refundOrder(staff, asked(order, { goodwill: 7000, channel: "bank_transfer" })),
  );
  const account = (n: number) => ({
    bank: "BCA",
    account_number: `${1234567 + n}`,
    holder: "Rani",
  });
  for (let n = 0; n < 30; n++) value(await giveAccount(order.person, refund_id, account(n)));
  expect(await giveAccount(order.person, refund_id, account(30))).toEqual({
    ok: false,
    problem: "too_many_requests",
  });
  // The same account again changes nothing.
  value(await giveAccount(order.person, refund_id, account(29)));
  expect(await accountNotices(order.id)).toHaveLength(30);
});

test("a refund with notify off that becomes a transfer still asks for the account", async () => {
  const order = await receivedOrder("quiet-transfer", [1]);
  const { refund_id } = value(
    await refundOrder(staff, asked(order, { goodwill: 6000, notify: false })),
  );
  await asSeed()`update refunds set status = 'failed' where id = ${refund_id}`;
  value(await transferInstead(staff, refund_id));
  expect(await mailsAbout(order.id)).toContain("refund_account");
  value(
    await giveAccount(order.person, refund_id, {
      bank: "BCA",
      account_number: "1234567890",
      holder: "Rani",
    }),
  );
  value(await recordTransfer(staff, refund_id, "BCA-77"));
  expect(await mailsAbout(order.id)).not.toContain("refunded");
});

test("staff record money that they returned in person, without an account of the buyer", async () => {
  const order = await receivedOrder("by-hand", [1]);
  const { refund_id } = value(
    await refundOrder(staff, asked(order, { goodwill: 7000, channel: "bank_transfer" })),
  );
  const record = (actor: Person, way: string) => recordByHand(actor, refund_id, way);
  expect(await record(order.person, "Tunai")).toEqual({ ok: false, problem: "refund_not_found" });
  expect(await record(staff, " x ")).toEqual({ ok: false, problem: "return_note_invalid" });
  value(await record(staff, "Tunai, kuitansi 12"));
  // A repeated call records nothing more.
  value(await record(staff, "Tunai, kuitansi 12"));
  const [state] = await asSeed()`
    select r.status, r.channel, o.refunded_total, (
      select count(*)::int from payment_transactions t where t.order_id = o.id and t.kind = 'refund') as movements
    from refunds r join orders o on o.id = r.order_id where r.id = ${refund_id}`;
  expect(state).toEqual({
    status: "succeeded",
    channel: "by_hand",
    refunded_total: 7000,
    movements: 1,
  });
  const [mail] = await asSeed()`
    select text from private.outbox where dedupe_key like ${`order:refunded:${order.id}:%`}`;
  expect(mail?.text).toContain("langsung kepada Anda");
  const account = { bank: "BCA", account_number: "1234567890", holder: "Rani" };
  expect(await giveAccount(order.person, refund_id, account)).toMatchObject({ ok: false });
  expect(await recordTransfer(staff, refund_id, "BCA-78")).toMatchObject({ ok: false });
  expect(await findBreaches()).toEqual([]);
});

test("a refund to the payment method cannot be recorded as returned in person", async () => {
  const order = await receivedOrder("by-hand-original", [1]);
  const { refund_id } = value(await refundOrder(staff, asked(order, { goodwill: 6000 })));
  expect(await recordByHand(staff, refund_id, "Tunai")).toMatchObject({ ok: false });
});
