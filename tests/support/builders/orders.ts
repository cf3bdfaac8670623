import type { Person } from "#shop/kernel/access.ts";
import { placeOrder } from "#shop/orders/checkout/place-order.server.ts";
import { shipOrder } from "#shop/orders/fulfilment/fulfil-order.server.ts";
import { deliverShipment } from "#shop/orders/fulfilment/shipments.server.ts";
import { settlePayment } from "#shop/orders/payments/settlement/settle-payment.server.ts";
import { sendRefund } from "#shop/orders/refunds/send-refund.server.ts";
import { requestReturn } from "#shop/orders/returns/request-return.server.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { demoPerson, makeCustomer, orderInput, payWith, variantInStock } from "./shop.ts";

export interface PaidOrder {
  readonly id: string;
  readonly paymentId: string;
  readonly person: Person;
  readonly lines: readonly {
    readonly id: string;
    readonly variant_id: string;
    readonly total: number;
  }[];
}

/** An order of a new customer, paid by card. @param quantities pieces of as many different variants */
export async function paidOrder(
  name: string,
  quantities: readonly number[],
  promo_codes: string[] = [],
): Promise<PaidOrder> {
  const { person, addressId } = await makeCustomer(name);
  return payFor(person, addressId, name, quantities, promo_codes);
}

/** An order of an existing customer, paid by card. */
export async function payFor(
  person: Person,
  addressId: string,
  name: string,
  quantities: readonly number[],
  promo_codes: string[] = [],
): Promise<PaidOrder> {
  const variants = await asSeed()<{ variant_id: string }[]>`
    select variant_id from stock_items i join product_variants v on v.id = i.variant_id
    where available >= 20 and not v.archived order by variant_id limit ${quantities.length}`;
  const input = await orderInput(person, {
    lines: variants.map(({ variant_id }, index) => ({
      variant_id,
      quantity: quantities[index] ?? 1,
    })),
    promo_codes,
    address_id: addressId,
  });
  const placed = await placeOrder(person, input, { idempotencyKey: name, language: "id" });
  if (!placed.ok || !placed.value.payment) throw new Error(JSON.stringify(placed));
  const { order, payment } = placed.value;
  await payWith(payment.id);
  await settlePayment(payment.id);
  const lines = await asSeed()<{ id: string; variant_id: string; total: number }[]>`
    select id, variant_id, total from order_lines where order_id = ${order.id} order by position`;
  return { id: order.id, paymentId: payment.id, person, lines };
}

/** An order of a demo account that waits for payment. @returns its id */
export async function waitingOrder(person: Person, payment_method: string): Promise<string> {
  const lines = [{ variant_id: await variantInStock(), quantity: 1 }];
  const input = await orderInput(person, { lines, payment_method });
  const key = { idempotencyKey: payment_method, language: "id" } as const;
  const placed = await placeOrder(person, input, key);
  if (!placed.ok) throw new Error(placed.problem.code);
  return placed.value.order.id;
}

/** A shipped order whose buyer claims a replacement of a misprinted item. @returns its id */
export async function claimedOrder(person: Person, addressId: string): Promise<string> {
  const { id, lines } = await payFor(person, addressId, "claimed", [2, 1]);
  await shipOrder(demoPerson("staff@etalase.test"), {
    order_id: id,
    courier: "JNE",
    service: "REG",
    tracking_number: "JN-0123456789",
  });
  const asked = await requestReturn(person, {
    order_id: id,
    key: "0123456789",
    kind: "claim",
    reason: "misprinted",
    note: "Tulisannya miring.",
    wish: "replacement",
    lines: [{ order_line_id: lines[0]?.id ?? "", quantity: 1 }],
  });
  if (!asked.ok) throw new Error(JSON.stringify(asked.problem));
  return id;
}

/** Like `paidOrder`, with everything shipped in one shipment and delivered. */
export async function receivedOrder(
  name: string,
  quantities: readonly number[],
  promo_codes: string[] = [],
): Promise<PaidOrder & { shipmentId: string }> {
  const order = await paidOrder(name, quantities, promo_codes);
  const staff = demoPerson("staff@etalase.test");
  const sent = await shipOrder(staff, {
    order_id: order.id,
    courier: "JNE",
    service: "REG",
    tracking_number: `JN-${name}`,
  });
  if (!sent.ok) throw new Error(sent.problem);
  await deliverShipment(order.person, sent.value.shipment_id);
  return { ...order, shipmentId: sent.value.shipment_id };
}

/** Runs the refund jobs, as the queue would. */
export async function giveMoneyBack(orderId: string): Promise<void> {
  const refunds = await asSeed()<{ id: string }[]>`
    select id from refunds where order_id = ${orderId} and status <> 'succeeded' order by created_at`;
  for (const { id } of refunds) {
    const paymentId = await sendRefund(id);
    if (paymentId) await settlePayment(paymentId);
  }
}

/** The mails that an order has caused, by kind. */
export async function mailsAbout(orderId: string): Promise<string[]> {
  const rows = await asSeed()<{ kind: string }[]>`
    select split_part(dedupe_key, ':', 2) as kind from private.outbox
    where dedupe_key like ${`order:%:${orderId}%`} order by created_at, id`;
  return rows.map((row) => row.kind);
}

/** The newest mail of a kind about an order. */
export async function newestMail(orderId: string, kind: string) {
  const [mail] = await asSeed()<{ subject: string; text: string }[]>`
    select subject, text from private.outbox where dedupe_key like ${`order:${kind}:${orderId}%`}
    order by id desc limit 1`;
  return mail;
}
