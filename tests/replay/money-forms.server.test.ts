import { beforeAll, expect, test } from "vitest";
import { answerCheckout } from "#app/account/checkout/checkout-action.server.ts";
import { answerOrder } from "#app/account/orders/order-action.server.ts";
import { answerStaff } from "#app/admin/orders/order-action.server.ts";
import { answerPayments } from "#app/admin/payments/payment-action.server.ts";
import { answerReturn } from "#app/admin/returns/return-action.server.ts";
import { asShop } from "#db/client.server.ts";
import type { Person } from "#shop/access.ts";
import { placeOrder } from "#shop/checkout/place-order.server.ts";
import { prepareParcel } from "#shop/fulfilment/parcels.server.ts";
import { approveReturn, receiveReturn } from "#shop/returns/decide-return.server.ts";
import { requestReturn } from "#shop/returns/request-return.server.ts";
import { testDatabase } from "#tests/support/database.ts";
import { findBreaches } from "#tests/support/invariants.ts";
import { type PaidOrder, paidOrder, receivedOrder } from "#tests/support/orders.ts";
import {
  demoPerson,
  makeCustomer,
  openTestProviders,
  orderInput,
  payWith,
  variantInStock,
} from "#tests/support/shop.ts";
import { doors } from "./doors.ts";

testDatabase({ demo: true, max: 10 });
beforeAll(openTestProviders);

const staff = demoPerson("staff@etalase.test");
/** One request, which is then sent again with the same bytes. */
type Send = () => Promise<unknown>;
let made = 0;
const fresh = (): string => `replay-${made++}`;

function form(fields: Readonly<Record<string, string>>): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.set(name, value);
  return data;
}

/** Everything that the shop keeps, without when it was touched. */
async function everything(): Promise<Record<string, string>> {
  const sql = asShop();
  const tables = await sql<{ name: string }[]>`
    select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and (n.nspname = 'public' or c.relname in ('outbox', 'builtin_payments'))
      and c.relname !~ '^(region|product|categor|search)' order by 1`;
  const seen: Record<string, string> = {};
  for (const { name } of tables) {
    const [row] = await sql.unsafe<{ n: number; digest: string }[]>(`
      select count(*)::int as n, md5(coalesce(string_agg(row, '' order by row), '')) as digest
      from (select (to_jsonb(t) - 'updated_at')::text as row from ${name} t) rows`);
    seen[name] = `${row?.n} ${row?.digest}`;
  }
  return seen;
}

const toStaff = (order: PaidOrder, fields: Readonly<Record<string, string>>): Send => {
  const sent = form(fields);
  return () => answerStaff(staff, order.id, sent);
};
const lineOf = (order: PaidOrder) => order.lines[0]?.id ?? "";

async function parcelOf(order: PaidOrder, tracking_number = ""): Promise<string> {
  const made = await prepareParcel(staff, {
    order_id: order.id,
    courier: "JNE",
    service: "REG",
    tracking_number,
    lines: [{ order_line_id: lineOf(order), quantity: 1 }],
  });
  if (!made.ok) throw new Error(made.problem);
  return made.value.shipment_id;
}

async function refundOf(channel: "original" | "bank_transfer", isFailed: boolean) {
  const order = await paidOrder(fresh(), [2]);
  const key = crypto.randomUUID();
  const fields = {
    intent: "refund",
    key,
    channel,
    reason: "staff",
    [`line:${lineOf(order)}`]: "1",
  };
  await answerStaff(staff, order.id, form(fields));
  const [refund] = await asShop()<{ id: string }[]>`
    update refunds set status = ${isFailed ? "failed" : "requested"} where order_id = ${order.id} returning id`;
  return { order, refund: refund?.id ?? "" };
}

async function returnOf(kind: "return" | "claim", step: "requested" | "approved" | "received") {
  const order = await receivedOrder(fresh(), [2]);
  const asked = await requestReturn(order.person, {
    order_id: order.id,
    key: crypto.randomUUID(),
    kind,
    reason: kind === "claim" ? "damaged" : "changed_mind",
    note: "",
    wish: kind === "claim" ? "refund" : null,
    lines: [{ order_line_id: lineOf(order), quantity: 1 }],
  });
  if (!asked.ok) throw new Error(asked.problem);
  const id = asked.value.return_id;
  if (step !== "requested") await approveReturn(staff, id, "");
  if (step === "received") {
    const counted = { order_line_id: lineOf(order), resellable: 1, damaged: 0 };
    await receiveReturn(staff, id, [counted]);
  }
  return { order, id };
}

const toReturn = (id: string, fields: Readonly<Record<string, string>>): Send => {
  const sent = form(fields);
  return () => answerReturn(staff, id, sent);
};
const toOwn = (person: Person, order: string, fields: Readonly<Record<string, string>>): Send => {
  const sent = form(fields);
  return () => answerOrder(person, order, sent);
};

/** An order that waits. */
async function waiting(payment_method = "builtin:card") {
  const { person, addressId } = await makeCustomer(fresh());
  const lines = [{ variant_id: await variantInStock(), quantity: 1 }];
  const input = await orderInput(person, { lines, address_id: addressId, payment_method });
  const context = { idempotencyKey: crypto.randomUUID(), language: "id" as const };
  const placed = await placeOrder(person, input, context);
  if (!placed.ok || !placed.value.payment) throw new Error(JSON.stringify(placed));
  const { order, payment } = placed.value;
  return { person, input, order: order.id, payment: payment.id, total: order.total };
}

const staffForms: Readonly<Record<string, () => Promise<Send>>> = {
  pack: async () => toStaff(await paidOrder(fresh(), [2]), { intent: "pack" }),
  async ship() {
    const order = await paidOrder(fresh(), [3]);
    const pieces = { [`line:${lineOf(order)}`]: "1" };
    return toStaff(order, { intent: "ship", courier: "JNE", tracking_number: "JN1", ...pieces });
  },
  async ready() {
    const order = await paidOrder(fresh(), [3]);
    await asShop()`
      update orders set shipping_quote = jsonb_set(shipping_quote, '{source}', '"pickup"') where id = ${order.id}`;
    const pieces = { [`line:${lineOf(order)}`]: "1" };
    return toStaff(order, { intent: "ready", key: crypto.randomUUID(), ...pieces });
  },
  async prepare() {
    const order = await paidOrder(fresh(), [3]);
    const pieces = { [`line:${lineOf(order)}`]: "1" };
    return toStaff(order, {
      intent: "prepare",
      key: crypto.randomUUID(),
      courier: "JNE",
      ...pieces,
    });
  },
  async delivered() {
    const order = await paidOrder(fresh(), [1]);
    const pieces = { [`line:${lineOf(order)}`]: "1" };
    const sent = { intent: "ship", courier: "JNE", tracking_number: "JN2", ...pieces };
    await answerStaff(staff, order.id, form(sent));
    return toStaff(order, { intent: "delivered" });
  },
  cancel: async () =>
    toStaff(await paidOrder(fresh(), [2]), { intent: "cancel", restock: "on", refund: "on" }),
  async refund() {
    const order = await paidOrder(fresh(), [3]);
    const pieces = { [`line:${lineOf(order)}`]: "1" };
    const rest = { channel: "original", reason: "staff", restock: "on", goodwill: "1000" };
    return toStaff(order, { intent: "refund", key: crypto.randomUUID(), ...rest, ...pieces });
  },
  async send() {
    const order = await paidOrder(fresh(), [2]);
    const part = await parcelOf(order);
    return toStaff(order, { intent: "send", part, tracking_number: "JN3" });
  },
  async unpack() {
    const order = await paidOrder(fresh(), [2]);
    return toStaff(order, { intent: "unpack", part: await parcelOf(order) });
  },
  async "parcel-delivered"() {
    const order = await paidOrder(fresh(), [2]);
    const part = await parcelOf(order, "JN4");
    await answerStaff(staff, order.id, form({ intent: "send", part }));
    return toStaff(order, { intent: "parcel-delivered", part });
  },
  async "refund-retry"() {
    const { order, refund } = await refundOf("original", true);
    return toStaff(order, { intent: "refund-retry", part: refund });
  },
  async "refund-transfer"() {
    const { order, refund } = await refundOf("original", true);
    return toStaff(order, { intent: "refund-transfer", part: refund });
  },
  async "refund-transferred"() {
    const { order, refund } = await refundOf("bank_transfer", false);
    const account = { bank: "BCA", account_number: "12345678", holder: "Ayu" };
    await answerOrder(
      order.person,
      order.id,
      form({ intent: "refund-account", part: refund, ...account }),
    );
    return toStaff(order, { intent: "refund-transferred", part: refund, reference: "TRX-1" });
  },
};

const ownForms: Readonly<Record<string, () => Promise<Send>>> = {
  async settle() {
    const { person, order, payment } = await waiting();
    await payWith(payment);
    return toOwn(person, order, { intent: "settle" });
  },
  async proof() {
    const { person, order, payment } = await waiting("transfer:bank");
    await asShop()`
      insert into storage.objects (bucket_id, name, owner_id)
      values ('payment-proofs', ${`${payment}/struk.jpg`}, ${person.id})`;
    return toOwn(person, order, { intent: "proof" });
  },
  async cancel() {
    const order = await paidOrder(fresh(), [2]);
    return toOwn(order.person, order.id, { intent: "cancel" });
  },
  async "ask-to-cancel"() {
    const order = await paidOrder(fresh(), [2]);
    await answerStaff(staff, order.id, form({ intent: "pack" }));
    return toOwn(order.person, order.id, { intent: "ask-to-cancel" });
  },
  async "parcel-received"() {
    const order = await paidOrder(fresh(), [2]);
    const part = await parcelOf(order, "JN5");
    await answerStaff(staff, order.id, form({ intent: "send", part }));
    return toOwn(order.person, order.id, { intent: "parcel-received", part });
  },
  async "refund-account"() {
    const { order, refund } = await refundOf("bank_transfer", false);
    const account = { bank: "BCA", account_number: "12345678", holder: "Ayu" };
    return toOwn(order.person, order.id, { intent: "refund-account", part: refund, ...account });
  },
  async "return-sent"() {
    const { order, id } = await returnOf("return", "approved");
    const parcel = { courier: "JNE", tracking_number: "R1" };
    return toOwn(order.person, order.id, { intent: "return-sent", part: id, ...parcel });
  },
  async "return-cancel"() {
    const { order, id } = await returnOf("return", "requested");
    return toOwn(order.person, order.id, { intent: "return-cancel", part: id });
  },
  async received() {
    const order = await paidOrder(fresh(), [2]);
    const pieces = { [`line:${lineOf(order)}`]: "2" };
    const sent = { intent: "ship", courier: "JNE", tracking_number: "JN6", ...pieces };
    await answerStaff(staff, order.id, form(sent));
    return toOwn(order.person, order.id, { intent: "received" });
  },
};

const otherForms: Readonly<Record<string, () => Promise<Send>>> = {
  async "checkout: place"() {
    const { person, input } = await waiting();
    const sent = { intent: "place", key: crypto.randomUUID(), order: input };
    return () => answerCheckout({ actor: person, network: "127.0.0.1" }, sent, "id");
  },
  async "checkout: settle"() {
    const { person, order, payment } = await waiting();
    await payWith(payment);
    return () =>
      answerCheckout(
        { actor: person, network: "127.0.0.1" },
        { intent: "settle", order_id: order },
        "id",
      );
  },
  async "payments: receive"() {
    const { payment, total } = await waiting("transfer:bank");
    const sent = form({ intent: "receive", payment_id: payment, amount: String(total) });
    return () => answerPayments(staff, sent);
  },
  async "payments: resolve"() {
    const { payment, total } = await waiting("transfer:bank");
    const sent = { intent: "receive", payment_id: payment, amount: String(total + 5) };
    await answerPayments(staff, form(sent));
    const [task] = await asShop()<{ id: string }[]>`
      select id from payment_tasks where payment_id = ${payment}`;
    const resolved = { intent: "resolve", task_id: task?.id ?? "", resolution: "settled_anyway" };
    return () => answerPayments(staff, form(resolved));
  },
  async "payments: refund-retry"() {
    const { refund } = await refundOf("original", true);
    const sent = form({ intent: "refund-retry", refund_id: refund });
    return () => answerPayments(staff, sent);
  },
  async "payments: refund-transfer"() {
    const { refund } = await refundOf("original", true);
    const sent = form({ intent: "refund-transfer", refund_id: refund });
    return () => answerPayments(staff, sent);
  },
  async "payments: refund-transferred"() {
    const { order, refund } = await refundOf("bank_transfer", false);
    const account = { bank: "BCA", account_number: "12345678", holder: "Ayu" };
    const told = form({ intent: "refund-account", part: refund, ...account });
    await answerOrder(order.person, order.id, told);
    const sent = form({
      intent: "refund-transferred",
      refund_id: refund,
      reference: "TRX-2",
    });
    return () => answerPayments(staff, sent);
  },
  async "returns: approve"() {
    const { id } = await returnOf("return", "requested");
    return toReturn(id, { intent: "approve", answer: "Kirim ke toko" });
  },
  async "returns: decline"() {
    const { id } = await returnOf("return", "requested");
    return toReturn(id, { intent: "decline", answer: "Sudah dipakai" });
  },
  async "returns: receive"() {
    const { id, order } = await returnOf("return", "approved");
    const line = lineOf(order);
    return toReturn(id, {
      intent: "receive",
      [`resellable:${line}`]: "1",
      [`damaged:${line}`]: "0",
    });
  },
  async "returns: refund"() {
    const { id } = await returnOf("return", "received");
    return toReturn(id, { intent: "refund" });
  },
  async "returns: close"() {
    const { id } = await returnOf("return", "received");
    return toReturn(id, { intent: "close", answer: "Barang lain" });
  },
  async "returns: resolve"() {
    const { id } = await returnOf("claim", "approved");
    return toReturn(id, { intent: "resolve", resolution: "both" });
  },
};

const all = [
  ...Object.entries(staffForms).map(([name, arrange]) => ({ name: `staff: ${name}`, arrange })),
  ...Object.entries(ownForms).map(([name, arrange]) => ({ name: `buyer: ${name}`, arrange })),
  ...Object.entries(otherForms).map(([name, arrange]) => ({ name, arrange })),
];

test.for(all)("R9: $name again after a lost answer changes nothing more", async ({ arrange }) => {
  const send = await arrange();
  const before = await everything();
  await send();
  const once = await everything();
  expect(once).not.toEqual(before);
  await Promise.all([send(), send()]);
  expect(await everything()).toEqual(once);
});

test("R9: changing the way to pay again leaves one attempt that can be paid", async () => {
  const { person, order } = await waiting();
  const send = toOwn(person, order, { intent: "pay", method: "builtin:va_bca" });
  await send();
  await Promise.all([send(), send()]);
  const open = await asShop()`
    select p.method, b.status from payments p join private.builtin_payments b on b.id = p.provider_payment_id
    where p.order_id = ${order} and (p.status = 'pending' or b.status = 'requires_payment')`;
  expect(open).toEqual([{ method: "va_bca", status: "requires_payment" }]);
});

test("every form about money is sent twice here", () => {
  const intents = (file: string) => Object.keys(doors[file] ?? {});
  expect(Object.keys(staffForms)).toEqual(intents("app/admin/orders/order-action.server.ts"));
  expect(["pay", ...Object.keys(ownForms)]).toEqual(
    intents("app/account/orders/order-action.server.ts"),
  );
});

test("all of it leaves the books even", async () => {
  expect(await findBreaches()).toEqual([]);
});
