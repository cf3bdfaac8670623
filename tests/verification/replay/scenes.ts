import { answerOrder } from "#app/account/order-action.server.ts";
import { answerStaff } from "#app/admin/orders/order-action.server.ts";
import { answerReturn } from "#app/admin/returns/return-action.server.ts";
import type { Person } from "#shop/kernel/access.ts";
import { placeOrder } from "#shop/orders/checkout/place-order.server.ts";
import { prepareShipment } from "#shop/orders/fulfilment/shipments.server.ts";
import { approveReturn, receiveReturn } from "#shop/orders/returns/decide-return.server.ts";
import { requestReturn } from "#shop/orders/returns/request-return.server.ts";
import { type PaidOrder, paidOrder, receivedOrder } from "#tests/support/builders/orders.ts";
import {
  demoPerson,
  inSession,
  makeCustomer,
  orderInput,
  variantInStock,
} from "#tests/support/builders/shop.ts";
import { asSeed } from "#tests/support/runner/connections.ts";

/* Orders, refunds and returns in the state just before a form is sent. */

export const staff = inSession(demoPerson("admin@etalase.test"));
/** One request, which is then sent again with the same bytes. */
export type Send = () => Promise<unknown>;
let made = 0;
export const fresh = (): string => `replay-${made++}`;

export function form(fields: Readonly<Record<string, string>>): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.set(name, value);
  return data;
}

export const toStaff = (
  order: Pick<PaidOrder, "id">,
  fields: Readonly<Record<string, string>>,
): Send => {
  const sent = form(fields);
  return () => answerStaff(staff, order.id, sent);
};
export const lineOf = (order: PaidOrder) => order.lines[0]?.id ?? "";

export async function shipmentOf(order: PaidOrder, tracking_number = ""): Promise<string> {
  const prepared = await prepareShipment(staff, {
    order_id: order.id,
    courier: "JNE",
    service: "REG",
    tracking_number,
    lines: [{ order_line_id: lineOf(order), quantity: 1 }],
  });
  if (!prepared.ok) throw new Error(prepared.problem);
  return prepared.value.shipment_id;
}

export async function refundOf(channel: "original" | "bank_transfer", isFailed: boolean) {
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
  const [refund] = await asSeed()<{ id: string }[]>`
    update refunds set status = ${isFailed ? "failed" : "requested"} where order_id = ${order.id} returning id`;
  return { order, refund: refund?.id ?? "" };
}

export async function returnOf(
  kind: "return" | "claim",
  step: "requested" | "approved" | "received",
) {
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

export const toReturn = (id: string, fields: Readonly<Record<string, string>>): Send => {
  const sent = form(fields);
  return () => answerReturn(staff, id, sent);
};
export const toOwn = (
  person: Person,
  order: string,
  fields: Readonly<Record<string, string>>,
): Send => {
  const sent = form(fields);
  return () => answerOrder(person, order, sent);
};

/** A USER's refund request. @returns the request's id */
export async function askedRefund(): Promise<string> {
  const order = await paidOrder(fresh(), [1]);
  const rest = { channel: "original", reason: "staff", restock: "on", goodwill: "1000" };
  const sent = form({ intent: "refund", key: crypto.randomUUID(), ...rest });
  await answerStaff(demoPerson("staff@etalase.test"), order.id, sent);
  const [request] = await asSeed()<{ id: string }[]>`
    select id from refund_requests where order_id = ${order.id}`;
  return request?.id ?? "";
}

/** An order that waits for payment. */
export async function waiting(payment_method = "builtin:card") {
  const { person, addressId } = await makeCustomer(fresh());
  const lines = [{ variant_id: await variantInStock(), quantity: 1 }];
  const input = await orderInput(person, { lines, address_id: addressId, payment_method });
  const context = { idempotencyKey: crypto.randomUUID(), language: "id" as const };
  const placed = await placeOrder(person, input, context);
  if (!placed.ok || !placed.value.payment) throw new Error(JSON.stringify(placed));
  const { order, payment } = placed.value;
  return { person, input, order: order.id, payment: payment.id, total: order.total };
}
