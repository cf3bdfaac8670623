import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { drivePayment } from "#server/endpoints/drive-payment.ts";
import type { Person } from "#shop/kernel/access.ts";
import { permissions } from "#shop/kernel/permissions.ts";
import { cancelOrder } from "#shop/orders/fulfilment/cancel-order.server.ts";
import {
  listRefundRequests,
  readRefundTerms,
} from "#shop/orders/payments/review/list-refund-requests.server.ts";
import { resolveTask } from "#shop/orders/payments/review/resolve-task.server.ts";
import { settlePayment } from "#shop/orders/payments/settlement/settle-payment.server.ts";
import { refundOrder } from "#shop/orders/refunds/refund-order.server.ts";
import { approveReturn, receiveReturn } from "#shop/orders/returns/decide-return.server.ts";
import { requestReturn } from "#shop/orders/returns/request-return.server.ts";
import { refundReturn, resolveClaim } from "#shop/orders/returns/settle-return.server.ts";
import { makeStaff } from "#tests/support/builders/limits.ts";
import {
  giveMoneyBack,
  mailsAbout,
  paidOrder,
  receivedOrder,
  waitingOrder,
} from "#tests/support/builders/orders.ts";
import { actsOn, goodwill, refundsOf, requestOf } from "#tests/support/builders/refund-requests.ts";
import {
  demoPerson,
  giveStaffRole,
  makeCustomer,
  openTestProviders,
  provenAdmin,
  withProof,
} from "#tests/support/builders/shop.ts";
import { findBreaches } from "#tests/support/oracles/invariants.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { approveRefund, declineRefund } from "./decide-refund.server.ts";

testDatabase({ demo: true, max: 20 });
beforeAll(openTestProviders);
beforeEach(async () => {
  await asSeed()`update shop_settings set refund_limit = 50000, refund_day_limit = null`;
  await giveStaffRole(user, "sales");
  admin = await provenAdmin();
});
afterEach(async () => expect(await findBreaches()).toEqual([]));

/** Staff with role USER, recently reauthenticated: only the right is missing. */
let user: Person;
let admin: Person;
beforeAll(async () => {
  user = await withProof(demoPerson("staff@etalase.test"));
});

let orders = 0;
const paid = () => paidOrder(`disetujui-${orders++}`, [2]);

async function secondAdmin(): Promise<Person> {
  const { person } = await makeCustomer(`admin-${orders++}`);
  await asSeed()`update profiles set role = 'ADMIN' where id = ${person.id}`;
  return withProof({ ...person, role: "ADMIN", permissions });
}
const dismiss = (person: Person) =>
  asSeed()`update profiles set role = 'CUSTOMER' where id = ${person.id}`;

const waits = { ok: false, problem: "refund_waits_for_approval" };
const stale = { ok: false, problem: "reauthentication_needed" };

/** Each use case by which staff refund money of an order. */
const methods: Readonly<
  Record<
    string,
    () => Promise<{
      id: string;
      act: (actor: Person) => Promise<{ ok: boolean; problem?: unknown }>;
    }>
  >
> = {
  "a refund": async () => {
    const { id } = await paid();
    return { id, act: (actor) => refundOrder(actor, goodwill(id, 5_000)) };
  },
  "a cancellation": async () => {
    const { id } = await paid();
    await asSeed()`update shop_settings set refund_limit = null`;
    return { id, act: (actor) => cancelOrder(actor, id, "inventory") };
  },
  "a return": async () => {
    const order = await receivedOrder(`kembali-${orders++}`, [1]);
    const id = await arrivedReturn(order.id, order.person, order.lines[0]?.id ?? "");
    await asSeed()`update shop_settings set refund_limit = null`;
    const money = { shipping: 0, channel: "original" } as const;
    return { id: order.id, act: (actor) => refundReturn(actor, id, money) };
  },
  "a claim": async () => {
    const order = await receivedOrder(`klaim-${orders++}`, [1]);
    const id = await askReturn(order.id, order.person, order.lines[0]?.id ?? "", "claim");
    await approveReturn(user, id, "");
    await asSeed()`update shop_settings set refund_limit = null`;
    const money = { shipping: 0, channel: "original" } as const;
    return { id: order.id, act: (actor) => resolveClaim(actor, id, "refund", money) };
  },
  "a payment that does not match": async () => {
    const id = await waitingOrder(demoPerson("customer@etalase.test"), "builtin:qris");
    const [payment] = await asSeed()<
      { id: string }[]
    >`select id from payments where order_id = ${id}`;
    const less = { outcome: "succeed", delay_ms: 0, duplicates: 0, out_of_order: false } as const;
    await drivePayment(payment?.id ?? "", { ...less, lost: true, amount: 20_000 });
    await settlePayment(payment?.id ?? "");
    const [task] = await asSeed()<{ id: string }[]>`
      select id from payment_tasks where order_id = ${id}`;
    return { id, act: (actor) => resolveTask(actor, task?.id ?? "", "refunded") };
  },
};

async function askReturn(order_id: string, person: Person, line: string, kind: "return" | "claim") {
  const asked = await requestReturn(person, {
    order_id,
    key: crypto.randomUUID(),
    kind,
    reason: kind === "claim" ? "damaged" : "changed_mind",
    note: "",
    wish: kind === "claim" ? "refund" : null,
    lines: [{ order_line_id: line, quantity: 1 }],
  });
  if (!asked.ok) throw new Error(asked.problem);
  return asked.value.return_id;
}

async function arrivedReturn(orderId: string, person: Person, line: string): Promise<string> {
  const id = await askReturn(orderId, person, line, "return");
  await approveReturn(user, id, "");
  await receiveReturn(user, id, [{ order_line_id: line, resellable: 1, damaged: 0 }]);
  return id;
}

test.for(Object.entries(methods))(
  "T42: %s by a USER only requests approval; an ADMIN with a fresh proof approves it, once",
  async ([, arrange]) => {
    const { id, act } = await arrange();
    const before = { mails: await mailsAbout(id), status: await statusOf(id) };
    expect(await act(user)).toEqual(waits);
    expect(await act(user)).toEqual(waits);
    expect(await refundsOf(id)).toEqual([]);
    expect({ mails: await mailsAbout(id), status: await statusOf(id) }).toEqual(before);
    const request = await requestOf(id);
    expect(await approveRefund(user, request)).toEqual({ ok: false, problem: "not_allowed" });

    await asSeed()`update auth.sessions set reauthenticated_at = now() - interval '11 minutes' where user_id = ${admin.id}`;
    expect(await approveRefund(admin, request)).toEqual(stale);
    expect(await refundsOf(id)).toEqual([]);
    await provenAdmin();
    const both = await Promise.all([approveRefund(admin, request), approveRefund(admin, request)]);
    expect(both).toEqual([
      { ok: true, value: null },
      { ok: true, value: null },
    ]);
    expect(await refundsOf(id)).toHaveLength(1);
    await giveMoneyBack(id);
    expect(await listRefundRequests(admin, id)).toEqual([]);
    expect(await actsOn(id)).toEqual([
      ["refund.asked", user.id],
      ["refund.approved", admin.id],
      ["refund.done", admin.id],
    ]);
  },
);

async function statusOf(orderId: string) {
  const [row] = await asSeed()`
    select status, fulfilment_status, paid_total, (select count(*)::int from order_events e where e.order_id = o.id) as events
    from orders o where id = ${orderId}`;
  return row;
}

test("T42: an ADMIN without a proof of the last ten minutes cannot refund, and nothing is stored", async () => {
  const { id } = await paid();
  const input = goodwill(id, 5_000);
  const somebodyElses = {
    ...admin,
    claims: { ...admin.claims, session_id: user.claims.session_id },
  };
  for (const actor of [demoPerson("admin@etalase.test"), somebodyElses]) {
    expect(await refundOrder(actor, input)).toEqual(stale);
  }
  expect(await refundsOf(id)).toEqual([]);
  expect(await listRefundRequests(admin, id)).toEqual([]);
  expect((await refundOrder(admin, input)).ok).toBe(true);
});

test("rule 8: above the limit a second, different person approves; the first one cannot do it twice", async () => {
  const other = await secondAdmin();
  const { id } = await paid();
  expect(await readRefundTerms(admin)).toEqual({ may_approve: true, limit: 50_000 });
  expect((await refundOrder(admin, goodwill(id, 50_000, "at-the-limit"))).ok).toBe(true);
  const input = goodwill(id, 50_001);
  expect(await refundOrder(admin, input)).toEqual(waits);
  const request = await requestOf(id);
  expect(await approveRefund(admin, request)).toEqual(waits);
  expect(await refundOrder(admin, input)).toEqual(waits);
  expect(await refundsOf(id)).toEqual([50_000]);
  expect(await listRefundRequests(other, id)).toMatchObject([
    { amount: 50_001, needed: 2, approved_by: [expect.any(String)], may_approve: true },
  ]);
  expect(await approveRefund(other, request)).toEqual({ ok: true, value: null });
  expect(await refundsOf(id)).toEqual([50_000, 50_001]);
  await dismiss(other);
});

test("a large refund cannot be split: what one person refunds alone in a day is limited, also at once", async () => {
  const other = await secondAdmin();
  const person = await secondAdmin();
  await asSeed()`update shop_settings set refund_day_limit = 60000`;
  const [a, b, c] = [await paid(), await paid(), await paid()];
  expect((await refundOrder(person, goodwill(a.id, 10_000))).ok).toBe(true);
  expect(await readRefundTerms(person)).toEqual({ may_approve: true, limit: 50_000 });
  const both = await Promise.all([
    refundOrder(person, goodwill(b.id, 30_000)),
    refundOrder(person, goodwill(c.id, 30_000)),
  ]);
  expect(both.filter(({ ok }) => ok)).toHaveLength(1);
  expect(both).toContainEqual(waits);
  expect(await readRefundTerms(person)).toEqual({ may_approve: true, limit: 20_000 });
  // What two people approved does not count.
  const waiting = both[0].ok ? c.id : b.id;
  expect(await approveRefund(other, await requestOf(waiting))).toEqual({ ok: true, value: null });
  expect(await readRefundTerms(person)).toEqual({ may_approve: true, limit: 20_000 });
  expect(await readRefundTerms(other)).toEqual({ may_approve: true, limit: 50_000 });
  expect((await refundOrder(person, goodwill(a.id, 20_000, "rest"))).ok).toBe(true);
  expect(await readRefundTerms(person)).toEqual({ may_approve: true, limit: 0 });
  await asSeed()`update shop_settings set refund_day_limit = null`;
  await dismiss(other);
  await dismiss(person);
});

test("a USER's request above the limit needs two approvers; concurrent approvals refund once", async () => {
  const other = await secondAdmin();
  for (let round = 0; round < 8; round++) {
    const { id } = await paid();
    expect(await refundOrder(user, goodwill(id, 60_000))).toEqual(waits);
    const request = await requestOf(id);
    const both = await Promise.all([approveRefund(admin, request), approveRefund(other, request)]);
    expect(both.filter(({ ok }) => ok).length).toBeGreaterThan(0);
    expect(await refundsOf(id)).toEqual([60_000]);
  }
  await dismiss(other);
});

test("the only person with the right approves alone above the limit, and the log says so", async () => {
  const { id } = await paid();
  expect(await readRefundTerms(admin)).toEqual({ may_approve: true, limit: null });
  expect((await refundOrder(admin, goodwill(id, 60_000))).ok).toBe(true);
  const [act] = await asSeed()`
    select details from audit_entries where order_id = ${id} and action = 'refund.approved'`;
  expect(act).toEqual({ details: { amount: 60_000, alone: true } });
});

test("a USER with the permission approves with a fresh proof; a banned colleague is no second person", async () => {
  await giveStaffRole(user, "manager");
  const { id } = await paid();
  expect(await refundOrder(demoPerson("staff@etalase.test"), goodwill(id, 1_000))).toEqual(stale);
  expect((await refundOrder(user, goodwill(id, 1_000))).ok).toBe(true);
  expect(await refundOrder(user, goodwill(id, 51_000, "87654321"))).toEqual(waits);
  await asSeed()`update auth.users set banned_until = now() + interval '1 day' where id = ${admin.id}`;
  expect((await refundOrder(user, goodwill(id, 51_000, "87654321"))).ok).toBe(true);
  await asSeed()`update auth.users set banned_until = null where id = ${admin.id}`;
});

test("a declined request refunds nothing; only approvers and the requester can decline it", async () => {
  const { id, person } = await paid();
  await refundOrder(user, goodwill(id, 5_000));
  const request = await requestOf(id);
  expect(await declineRefund(person, request, "")).toMatchObject({
    problem: "refund_request_not_found",
  });
  expect(await declineRefund(admin, request, "tidak perlu")).toEqual({ ok: true, value: null });
  expect(await approveRefund(admin, request)).toEqual({
    ok: false,
    problem: "refund_request_decided",
  });
  expect(await refundsOf(id)).toEqual([]);
  await refundOrder(user, goodwill(id, 5_000));
  expect(await declineRefund(user, await requestOf(id), "")).toEqual({ ok: true, value: null });
});

test("an approval covers the requested amount only: a changed order needs a new request", async () => {
  const { id } = await paid();
  await asSeed()`update shop_settings set refund_limit = null`;
  expect(await cancelOrder(user, id, "inventory")).toEqual(waits);
  const request = await requestOf(id);
  expect((await refundOrder(admin, goodwill(id, 1_000))).ok).toBe(true);
  expect(await approveRefund(admin, request)).toEqual({
    ok: false,
    problem: "refund_amount_changed",
  });
  expect(await refundsOf(id)).toEqual([1_000]);
});

test("a buyer's own cancellation and automatic refunds need no approval", async () => {
  const order = await paid();
  expect((await cancelOrder(order.person, order.id, "customer")).ok).toBe(true);
  expect(await refundsOf(order.id)).toHaveLength(1);
  expect(await listRefundRequests(admin, order.id)).toEqual([]);
});

test("a role's own limits count before the shop's: lower ones, and none", async () => {
  const person = await makeStaff("keuangan", "finance");
  const setLimits = (limits: string) =>
    asSeed()`update staff_roles set limits = ${limits}::text::jsonb where id = 'finance'`;
  try {
    await setLimits('{"refund": 4000, "refund_day": 6000}');
    const { id } = await paid();
    expect(await refundOrder(person, goodwill(id, 4_001, "peran-001"))).toMatchObject(waits);
    expect(await refundOrder(person, goodwill(id, 3_500, "peran-002"))).toMatchObject({ ok: true });
    expect(await refundOrder(person, goodwill(id, 2_501, "peran-003"))).toMatchObject(waits);
    // The administrator has the shop's limit and approves alone what is above that of the role.
    expect((await approveRefund(admin, await requestOf(id))).ok).toBe(true);
    await setLimits('{"refund": null, "refund_day": null}');
    const other = await paid();
    expect((await refundOrder(person, goodwill(other.id, 60_000, "peran-004"))).ok).toBe(true);
    expect(await refundOrder(admin, goodwill(other.id, 50_001, "peran-005"))).toMatchObject(waits);
  } finally {
    await setLimits("{}");
  }
});
