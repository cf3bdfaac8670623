import { answerCheckout } from "#app/account/checkout/checkout-action.server.ts";
import { answerOrder } from "#app/account/order-action.server.ts";
import { answerStaff } from "#app/admin/orders/order-action.server.ts";
import { answerPayments } from "#app/admin/payment-action.server.ts";
import { findUndoableStep } from "#shop/orders/fulfilment/undo-step.server.ts";
import { paidOrder } from "#tests/support/builders/orders.ts";
import { payWith } from "#tests/support/builders/shop.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import {
  askedRefund,
  form,
  fresh,
  lineOf,
  refundOf,
  returnOf,
  type Send,
  shipmentOf,
  staff,
  toOwn,
  toReturn,
  toStaff,
  waiting,
} from "./scenes.ts";

/** An order whose mail about its payment came back. */
async function unreached() {
  const order = await paidOrder(fresh(), [1]);
  await asSeed()`
    insert into private.undelivered_order_mails (order_id, mail_id, address, subject, bounce)
    select ${order.id}, m.id, m.recipient, m.subject, 'hard' from private.outbox m
    where m.dedupe_key = ${`order:paid:${order.id}`}`;
  return order;
}

/* Every form about money by its intent: prepares its data, and returns how to send it. */

export const staffForms: Readonly<Record<string, () => Promise<Send>>> = {
  pack: async () => toStaff(await paidOrder(fresh(), [2]), { intent: "pack" }),
  async "hand-over"() {
    const order = await paidOrder(fresh(), [1]);
    await asSeed()`
      update orders set shipping_quote = jsonb_set(shipping_quote, '{source}', '"pickup"') where id = ${order.id}`;
    return toStaff(order, { intent: "hand-over" });
  },
  "pay-link": async () => toStaff({ id: (await waiting()).order }, { intent: "pay-link" }),
  "mail-pay-link": async () =>
    toStaff({ id: (await waiting()).order }, { intent: "mail-pay-link" }),
  async "receive-money"() {
    const id = (await waiting()).order;
    const [order] = await asSeed()<{ due: number }[]>`select private.amount_due(${id}) as due`;
    const money = { method: "cash", amount: String(order?.due), paid: "0" };
    return toStaff({ id }, { intent: "receive-money", ...money });
  },
  async ship() {
    const order = await paidOrder(fresh(), [3]);
    const pieces = { [`line:${lineOf(order)}`]: "1" };
    return toStaff(order, { intent: "ship", courier: "JNE", tracking_number: "JN1", ...pieces });
  },
  async ready() {
    const order = await paidOrder(fresh(), [3]);
    await asSeed()`
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
  note: async () =>
    toStaff(await paidOrder(fresh(), [1]), { intent: "note", note: "Hadiah, bungkus rapi" }),
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
    const part = await shipmentOf(order);
    return toStaff(order, { intent: "send", part, tracking_number: "JN3" });
  },
  async "correct-tracking"() {
    const order = await paidOrder(fresh(), [2]);
    const part = await shipmentOf(order, "JN5");
    await answerStaff(staff, order.id, form({ intent: "send", part }));
    const right = { courier: "JNE", service: "REG", tracking_number: "JN6" };
    return toStaff(order, { intent: "correct-tracking", part, ...right });
  },
  async unpack() {
    const order = await paidOrder(fresh(), [2]);
    return toStaff(order, { intent: "unpack", part: await shipmentOf(order) });
  },
  async "shipment-delivered"() {
    const order = await paidOrder(fresh(), [2]);
    const part = await shipmentOf(order, "JN4");
    await answerStaff(staff, order.id, form({ intent: "send", part }));
    return toStaff(order, { intent: "shipment-delivered", part });
  },
  async "undo-step"() {
    const order = await paidOrder(fresh(), [2]);
    const part = await shipmentOf(order, "JN7");
    await answerStaff(staff, order.id, form({ intent: "send", part }));
    const step = (await findUndoableStep(staff, order.id))?.id;
    return toStaff(order, { intent: "undo-step", step: String(step) });
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
  async "refund-by-hand"() {
    const { order, refund } = await refundOf("bank_transfer", false);
    return toStaff(order, { intent: "refund-by-hand", part: refund, reference: "Tunai" });
  },
  async remarks() {
    const order = await paidOrder(fresh(), [1]);
    return toStaff(order, { intent: "remarks", note: "Titip di satpam.", is_gift: "on" });
  },
  async address() {
    const order = await paidOrder(fresh(), [1]);
    const [place] = await asSeed()<Record<string, string>[]>`
      select recipient, phone, address ->> 'region_code' as region_code, address ->> 'postal_code' as postal_code
      from orders where id = ${order.id}`;
    return toStaff(order, { intent: "address", ...place, street: "Jl. Merdeka 9" });
  },
  "buyer-told": async () => toStaff(await unreached(), { intent: "buyer-told" }),
  "correct-email": async () =>
    toStaff(await unreached(), { intent: "correct-email", email: "benar@contoh.test" }),
};

export const ownForms: Readonly<Record<string, () => Promise<Send>>> = {
  async settle() {
    const { person, order, payment } = await waiting();
    await payWith(payment);
    return toOwn(person, order, { intent: "settle" });
  },
  async remarks() {
    const order = await paidOrder(fresh(), [1]);
    return toOwn(order.person, order.id, { intent: "remarks", note: "Titip di satpam." });
  },
  async proof() {
    const { person, order, payment } = await waiting("transfer:bank");
    await asSeed()`
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
  async "shipment-received"() {
    const order = await paidOrder(fresh(), [2]);
    const part = await shipmentOf(order, "JN5");
    await answerStaff(staff, order.id, form({ intent: "send", part }));
    return toOwn(order.person, order.id, { intent: "shipment-received", part });
  },
  async "refund-account"() {
    const { order, refund } = await refundOf("bank_transfer", false);
    const account = { bank: "BCA", account_number: "12345678", holder: "Ayu" };
    return toOwn(order.person, order.id, { intent: "refund-account", part: refund, ...account });
  },
  async "return-sent"() {
    const { order, id } = await returnOf("return", "approved");
    const shipment = { courier: "JNE", tracking_number: "R1" };
    return toOwn(order.person, order.id, { intent: "return-sent", part: id, ...shipment });
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

export const otherForms: Readonly<Record<string, () => Promise<Send>>> = {
  async "checkout: place"() {
    const { person, input } = await waiting();
    const sent = { intent: "place", key: crypto.randomUUID(), order: input };
    return () => answerCheckout({ actor: person, network: "127.0.0.1", userAgent: "" }, sent, "id");
  },
  async "checkout: settle"() {
    const { person, order, payment } = await waiting();
    await payWith(payment);
    return () =>
      answerCheckout(
        { actor: person, network: "127.0.0.1", userAgent: "" },
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
    const [task] = await asSeed()<{ id: string }[]>`
      select id from payment_tasks where payment_id = ${payment}`;
    const resolved = { intent: "resolve", task_id: task?.id ?? "", resolution: "settled_anyway" };
    return () => answerPayments(staff, form(resolved));
  },
  async "payments: refund-approve"() {
    const sent = form({ intent: "refund-approve", request_id: await askedRefund() });
    return () => answerPayments(staff, sent);
  },
  async "payments: refund-decline"() {
    const sent = form({ intent: "refund-decline", request_id: await askedRefund(), answer: "" });
    return () => answerPayments(staff, sent);
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
    const reported = form({ intent: "refund-account", part: refund, ...account });
    await answerOrder(order.person, order.id, reported);
    const sent = form({
      intent: "refund-transferred",
      refund_id: refund,
      reference: "TRX-2",
    });
    return () => answerPayments(staff, sent);
  },
  async "payments: refund-by-hand"() {
    const { refund } = await refundOf("bank_transfer", false);
    const sent = form({ intent: "refund-by-hand", refund_id: refund, reference: "Tunai" });
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
