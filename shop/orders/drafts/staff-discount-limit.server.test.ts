import { randomUUID } from "node:crypto";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { openPostgres } from "#db/driver.server.ts";
import { builtinCourier } from "#integrations/courier/builtin-courier.ts";
import { openCourier } from "#integrations/courier/live-rates.server.ts";
import type { Person } from "#shop/kernel/access.ts";
import { approvalActs } from "#shop/office/approval-acts.server.ts";
import { findOrder } from "#shop/orders/find-order.server.ts";
import { settlePayment } from "#shop/orders/payments/settlement/settle-payment.server.ts";
import { findPriceDifferences } from "#shop/orders/reconcile-prices.server.ts";
import { approveAct, declineAct } from "#shop/staff/approvals/decide-approval.server.ts";
import { waitingAbout } from "#shop/staff/approvals/list-approvals.server.ts";
import { makeStaff, newestApproval, setLimits } from "#tests/support/builders/limits.ts";
import {
  openTestProviders,
  regularMethodId,
  setStock,
  stockOf,
  variantInStock,
} from "#tests/support/builders/shop.ts";
import { findBreaches } from "#tests/support/oracles/invariants.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import type { DraftForm } from "./draft.ts";
import { orderDraft } from "./order-draft.server.ts";
import { quoteDraft } from "./quote-draft.server.ts";
import { quoteStaffCut } from "./quote-staff-cut.server.ts";
import { saveDraft } from "./save-draft.server.ts";

const database = testDatabase({ demo: true, max: 10 });

let seller: Person;
let colleague: Person;
let variant = "";
let price = 0;

beforeAll(async () => {
  openTestProviders();
  seller = await makeStaff("penjual-batas", "sales");
  colleague = await makeStaff("rekan-batas", "manager");
  variant = await variantInStock();
  const [row] = await asSeed()<{ price: number }[]>`
    select price from product_variants where id = ${variant}`;
  price = row?.price ?? 0;
  await asSeed()`delete from sale_prices`;
  await asSeed()`update promotions set enabled = false where automatic`;
});
beforeEach(async () => {
  await asSeed()`update stock_holds set status = 'released' where status = 'active'`;
  await setStock(variant, 50);
  await setLimits({ staff_discount: 20 });
});

/** Picked up, so that delivery costs nothing and percentages are of the goods. */
function form(change: Partial<DraftForm> = {}): DraftForm {
  return {
    source: "counter",
    buyer: { name: "Ibu Ratna", phone: "0812-3456-7890", email: "", account_id: null },
    lines: [line("2")],
    promo_codes: [],
    discount: null,
    is_pickup: true,
    address: null,
    shipping_method_id: null,
    shipping_price: null,
    note: "",
    staff_note: "",
    ...change,
  };
}
const line = (quantity: string, typed = "") => ({
  kind: "variant" as const,
  variant_id: variant,
  label: "Barang",
  quantity,
  price: typed,
});
const percent = (value: string) => ({ kind: "percent" as const, value, reason: "Langganan" });

async function draftOf(change: Partial<DraftForm>) {
  const id = randomUUID();
  const stored = await saveDraft(seller, id, 0, form(change));
  if (!stored.ok) throw new Error(JSON.stringify(stored.problem));
  const quote = await quoteDraft(seller, form(change), "id");
  if (!quote.ok) throw new Error(JSON.stringify(quote.problem));
  const order = (finish: "link" | "cash" = "link") =>
    orderDraft(seller, id, {
      revision: 1,
      finish,
      expected_total: quote.value.total,
      hold_hours: 24,
      deposit_percent: null,
    });
  return { id, total: quote.value.total, order };
}

const waits = { ok: false, problem: { code: "waits_for_approval" } };
async function ordersOf(draft: string) {
  return asSeed()<{ id: string; total: number }[]>`
    select o.id, o.total from orders o join order_drafts d on d.order_id = o.id where d.id = ${draft}`;
}

test("a discount up to the limit needs no approval; one percent more needs a colleague's approval and makes no order", async () => {
  const allowed = await draftOf({ discount: percent("20") });
  expect(await allowed.order()).toMatchObject({ ok: true });
  const before = await stockOf(variant);
  const [orders] = await asSeed()`select count(*)::int as n from orders`;
  const above = await draftOf({ discount: percent("21") });
  expect(await above.order()).toEqual(waits);
  expect(await above.order()).toEqual(waits);
  expect(await asSeed()`select count(*)::int as n from orders`).toEqual([orders]);
  expect(await stockOf(variant)).toEqual(before);
  expect(await ordersOf(above.id)).toEqual([]);
  expect(await waitingAbout(seller, above.id)).toMatchObject([
    {
      kind: "draft",
      limit_kind: "staff_discount",
      amount: 21,
      shown: { title: "Ibu Ratna", note: "Langganan", changes: [{ field: "discount" }] },
    },
  ]);
});

test("typed prices, discount and delivery count together; a line with a higher price does not offset them", async () => {
  const dearer = await draftOf({
    lines: [line("1", String(price * 3)), line("1", String(Math.floor(price / 2)))],
  });
  // Half of the price of one of two pieces, plus rounding.
  expect(await dearer.order()).toEqual(waits);
  expect(await newestApproval()).toMatchObject({ amount: 25 + (price % 2 === 0 ? 0 : 1) });
  const address = {
    street: "Jl. Braga 1",
    landmark: "",
    region_code: "3273191001",
    region_name: "Bandung",
    postal_code: "40111",
  };
  const delivered = { is_pickup: false, address, shipping_method_id: regularMethodId };
  const usual = await quoteDraft(seller, form(delivered), "id");
  if (!usual.ok) throw new Error("no quote");
  const { subtotal, shipping, shipping_discount } = usual.value;
  const delivery = (shipping ?? 0) + shipping_discount;
  expect(delivery).toBeGreaterThan(0);
  const free = await draftOf({
    ...delivered,
    discount: percent("30"),
    shipping_price: { amount: "0", reason: "Dekat toko" },
  });
  expect(await free.order()).toEqual(waits);
  const lowered = Math.round((subtotal * 30) / 100) + delivery;
  expect(await newestApproval()).toMatchObject({
    amount: Math.ceil((lowered * 100) / (subtotal + delivery)),
  });
  // A custom line has no shop price to compare with.
  const custom = {
    kind: "custom" as const,
    name: "Bungkus kado",
    quantity: "1",
    price: "10000",
    weight_grams: "",
    tax_class: "goods" as const,
  };
  expect(await (await draftOf({ lines: [custom] })).order()).toMatchObject({ ok: true });
});

test("a typed delivery price is compared with the courier's live rate, also if no rate is cached", async () => {
  const address = {
    street: "Jl. Braga 1",
    landmark: "",
    region_code: "3273191001",
    region_name: "Bandung",
    postal_code: "40111",
  };
  const [method] = await asSeed()<{ source: string; courier: string; fallback: string }[]>`
    select source, courier, fallback from shipping_methods where id = ${regularMethodId}`;
  await asSeed()`
    update shipping_methods set source = 'live', courier = 'Kurir Nusantara', service = 'REG', fallback = 'hide'
    where id = ${regularMethodId}`;
  // Drops the cached rates.
  openCourier(builtinCourier);
  const change = {
    is_pickup: false,
    address,
    shipping_method_id: regularMethodId,
    shipping_price: { amount: "0", reason: "Dekat toko" },
  };
  const id = randomUUID();
  await setLimits({ staff_discount: 0 });
  expect(await saveDraft(seller, id, 0, form(change))).toMatchObject({ ok: true });
  const ordered = await orderDraft(seller, id, {
    revision: 1,
    finish: "link",
    expected_total: price * 2,
    hold_hours: 24,
    deposit_percent: null,
  });
  await asSeed()`update shipping_methods set ${asSeed()(method ?? {})} where id = ${regularMethodId}`;
  expect(ordered).toEqual(waits);
  expect(await waitingAbout(seller, id)).toMatchObject([
    { shown: { changes: [{ field: "delivery", after: 0 }] } },
  ]);
});

test("an approved draft becomes one order of its requester, also when several colleagues approve at the same time", async () => {
  const other = await makeStaff("rekan-kedua", "manager");
  const draft = await draftOf({ discount: percent("50") });
  await draft.order("cash");
  const { id } = await newestApproval();
  expect(await approveAct(seller, id, approvalActs)).toMatchObject({ ok: false });
  const answers = await Promise.all([
    approveAct(colleague, id, approvalActs),
    approveAct(other, id, approvalActs),
    approveAct(colleague, id, approvalActs),
  ]);
  expect(answers.filter(({ ok }) => ok).length).toBeGreaterThanOrEqual(1);
  const [made, ...more] = await ordersOf(draft.id);
  expect(more).toEqual([]);
  expect(made?.total).toBe(draft.total);
  const [payment] = await asSeed()<{ id: string; actor_id: string }[]>`
    select p.id, r.actor_id from payments p join payment_receipts r on r.payment_id = p.id
    where p.order_id = ${made?.id ?? ""}`;
  expect(payment?.actor_id).toBe(seller.id);
  const owner = openPostgres(database.url(), { max: 1 });
  const jobs = await owner`
    select from graphile_worker.jobs where key = ${`settle:${payment?.id}`}`;
  await owner.end();
  expect(jobs).toHaveLength(1);
  await settlePayment(payment?.id ?? "");
  expect((await findOrder(colleague, made?.id ?? ""))?.status).toBe("placed");
  // The approval is used: the draft is closed, and a repeated call returns its order.
  expect(await draft.order()).toMatchObject({ ok: true, value: { order_id: made?.id } });
  expect((await findPriceDifferences()).differences).toEqual([]);
  expect(await findBreaches()).toEqual([]);
});

test("the buyer of a draft cannot approve its discount; another colleague still can", async () => {
  const draft = await draftOf({
    buyer: {
      name: "Rekan Batas",
      phone: "0812-3456-7890",
      email: "",
      account_id: colleague.id,
    },
    discount: percent("90"),
  });
  await draft.order();
  const { id } = await newestApproval();
  expect(await approveAct(colleague, id, approvalActs)).toEqual({
    ok: false,
    problem: "own_order",
  });
  expect(await ordersOf(draft.id)).toEqual([]);
  const other = await makeStaff("rekan-lain", "manager");
  expect(await approveAct(other, id, approvalActs)).toMatchObject({ ok: true });
  expect(await ordersOf(draft.id)).toHaveLength(1);
});

test("no order is made after a change of the draft, a change of a price or a refusal", async () => {
  const changed = await draftOf({ discount: percent("40") });
  await changed.order();
  const first = await newestApproval();
  await saveDraft(seller, changed.id, 1, form({ discount: percent("90") }));
  expect(await approveAct(colleague, first.id, approvalActs)).toMatchObject({
    problem: "approval_outdated",
  });
  expect(await newestApproval()).toMatchObject({ decision: "outdated", reason: "changed_since" });

  const dearer = await draftOf({ discount: percent("40") });
  await dearer.order();
  const second = await newestApproval();
  await asSeed()`update product_variants set price = price + 1000 where id = ${variant}`;
  expect(await approveAct(colleague, second.id, approvalActs)).toMatchObject({
    problem: "approval_outdated",
  });
  expect(await newestApproval()).toMatchObject({ decision: "outdated", reason: "total_changed" });
  await asSeed()`update product_variants set price = ${price} where id = ${variant}`;

  const declined = await draftOf({ discount: percent("40") });
  await declined.order();
  expect(await declineAct(colleague, (await newestApproval()).id, "Terlalu murah")).toMatchObject({
    ok: true,
  });
  for (const { id } of [changed, dearer, declined]) expect(await ordersOf(id)).toEqual([]);
});

test("the limit of a role replaces that of the shop, and no request is stored without a colleague who may approve", async () => {
  await asSeed()`update staff_roles set limits = '{"staff_discount": 60}' where id = 'sales'`;
  expect(await (await draftOf({ discount: percent("60") })).order()).toMatchObject({ ok: true });
  expect(await (await draftOf({ discount: percent("61") })).order()).toEqual(waits);
  await asSeed()`update staff_roles set limits = '{"staff_discount": null}' where id = 'sales'`;
  expect(await (await draftOf({ discount: percent("100") })).order()).toMatchObject({ ok: true });
  await asSeed()`update staff_roles set limits = '{}' where id = 'sales'`;
  await expect(
    asSeed()`update staff_roles set limits = '{"staff_discount": 100}' where id = 'sales'`,
  ).rejects.toMatchObject({ constraint: "staff_limit_invalid" });
  await asSeed()`
    update auth.users set banned_until = now() + interval '1 hour'
    where id in (select id from profiles where role <> 'CUSTOMER') and id <> ${seller.id}`;
  expect(await (await draftOf({ discount: percent("50") })).order()).toMatchObject({
    problem: { code: "nobody_may_approve" },
  });
  await asSeed()`update auth.users set banned_until = null`;
});

test("the quote of a draft shows the discount in percent and the limit of the person", async () => {
  const cutOf = (change: Partial<DraftForm>) => quoteStaffCut(seller, form(change), "id");
  expect(await cutOf({})).toBeNull();
  expect(await cutOf({ discount: percent("15") })).toEqual({ percent: 15, limit: 20 });
  // A missing reason does not hide the discount.
  const withoutReason = { kind: "percent" as const, value: "30", reason: "" };
  expect(await cutOf({ discount: withoutReason })).toEqual({ percent: 30, limit: 20 });
  await setLimits({ staff_discount: null });
  expect(await cutOf({ discount: percent("15") })).toBeNull();
  await setLimits({ staff_discount: 20 });
  expect(
    await quoteStaffCut({ ...seller, permissions: [] }, form({ discount: percent("15") }), "id"),
  ).toBeNull();
});
