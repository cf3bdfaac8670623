import { expect, test } from "vitest";
import { findOrder } from "#shop/orders/find-order.server.ts";
import { demoPerson, makeCustomer } from "#tests/support/builders/shop.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { drawInvoice } from "./draw-invoice.server.ts";
import { findInvoice } from "./find-invoice.server.ts";
import { invoiceAmounts } from "./invoice-amounts.ts";
import { invoicePayment } from "./invoice-payment.ts";

testDatabase({ demo: true });

const customer = demoPerson("customer@etalase.test");
const text = (bytes: Uint8Array) => Buffer.from(bytes).toString("latin1");
const pagesOf = (bytes: Uint8Array) =>
  Number(/\/Type \/Pages\s*\/Count (\d+)/.exec(text(bytes))?.[1]);

async function orderOfCustomer(condition: "paid" | "voided"): Promise<string> {
  const [row] = await asSeed()<{ id: string }[]>`
    select id from orders where customer_id = ${customer.id} and (payment_status = 'paid') = ${condition === "paid"}
    order by created_at limit 1`;
  if (!row) throw new Error(`the demo customer has no ${condition} order`);
  return row.id;
}

test("a paid order has an invoice, in either language, for its buyer and for staff", async () => {
  const id = await orderOfCustomer("paid");
  const order = await findOrder(customer, id);
  const invoice = await findInvoice(customer, id, "id", () => "QRIS");
  expect(invoice?.fileName).toBe(`nota-${order?.number}.pdf`);
  const pdf = text(invoice?.bytes ?? new Uint8Array());
  expect(pdf).toMatch(/^%PDF-1\.7/);
  expect(pdf).toContain(`(Nota ${order?.number})`);
  expect(pdf).toContain("(Nota & Co)");
  expect(pdf).toContain("/Lang (id)");
  expect(pdf, "for screen readers").toContain("/Marked true");
  expect(pagesOf(invoice?.bytes ?? new Uint8Array())).toBe(1);

  const english = await findInvoice(demoPerson("staff@etalase.test"), id, "en", () => "QRIS");
  expect(english?.fileName).toBe(`invoice-${order?.number}.pdf`);
  expect(text(english?.bytes ?? new Uint8Array())).toContain(`(Invoice ${order?.number})`);
});

test("an invoice has the payment method and time", async () => {
  const order = await findOrder(customer, await orderOfCustomer("paid"));
  if (!order?.payment) throw new Error("no payment");
  const { at } = order.events.find(({ kind }) => kind === "paid") ?? {};
  const nameMethod = (id: string) => `name of ${id}`;
  expect(invoicePayment(order, "id", nameMethod)).toEqual({
    method: `name of ${order.payment.method}`,
    paidAt: at,
  });
  expect(
    invoicePayment({ ...order, payment: null, settled_payments: [] }, "id", nameMethod),
  ).toBeNull();
});

test.each([
  ["paid on delivery", 5_000, false, "Biaya COD"],
  ["identified by its last digits", -723, false, "Kode unik"],
  ["accepted with an underpayment", -500, true, "Selisih pembayaran"],
  ["accepted with an overpayment", 5_000, true, "Selisih pembayaran"],
])("the invoice lines of an order %s sum to its total", async (_, fee, isOther, label) => {
  const order = await findOrder(customer, await orderOfCustomer("paid"));
  if (!order) throw new Error("no order");
  const total = order.total + fee;
  const paid = { ...order, payment_fee: fee, is_fee_adjusted: isOther, total };
  const amounts = invoiceAmounts(paid, "id");
  const end = amounts.findIndex(({ look }) => look === "total");
  const above = amounts.slice(0, end);
  expect(above.reduce((sum, { amount }) => sum + amount, 0)).toBe(total);
  expect(above.at(-1)).toEqual({ label, amount: fee });
});

test("only its buyer and staff get it, and only once it is paid", async () => {
  const { person: stranger } = await makeCustomer("penanya");
  expect(
    await findInvoice(stranger, await orderOfCustomer("paid"), "id", () => "QRIS"),
  ).toBeUndefined();
  expect(
    await findInvoice(customer, await orderOfCustomer("voided"), "id", () => "QRIS"),
  ).toBeUndefined();
  expect(await findInvoice(customer, "../etc/passwd", "id", () => "QRIS")).toBeUndefined();
});

test("a long order continues on further pages", async () => {
  const order = await findOrder(customer, await orderOfCustomer("paid"));
  const [line] = order?.lines ?? [];
  if (!order || !line) throw new Error("no line");
  const bytes = await drawInvoice({
    order: { ...order, lines: Array.from({ length: 50 }, () => line) },
    merchant: {
      name: "你好 & “Ł”",
      legalName: "",
      street: "",
      city: "",
      email: "",
      whatsapp: "",
      hours: { id: "", en: "" },
      timeZone: "Asia/Jakarta",
      chargesPpn: false,
    },
    npwp: "",
    payment: null,
    language: "id",
    address: "https://shop.test/dashboard/orders/1",
    pictures: new Map(),
  });
  expect(pagesOf(bytes)).toBe(4);
});
