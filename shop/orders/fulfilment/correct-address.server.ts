import { randomUUID } from "node:crypto";
import { fail, ok, type Result } from "#base/result.ts";
import { isUuid } from "#base/uuid.ts";
import { inTransaction, type Sql } from "#db/client.server.ts";
import type { AddressInput } from "#shop/customers/addresses/address.ts";
import { may, type Person } from "#shop/kernel/access.ts";
import { formatPhone } from "#shop/kernel/phone.ts";
import { loadRates } from "#shop/orders/cart/load-rates.server.ts";
import { queueOrderMail } from "#shop/orders/mails/order-mail.server.ts";
import { recordEvent } from "#shop/orders/order-event.server.ts";
import { isPickup } from "#shop/orders/pickup-order.server.ts";
import { loadSettings } from "#shop/settings/load-settings.server.ts";
import { deliveryDates } from "#shop/settings/shipping/delivery-dates.ts";
import { takesCash } from "#shop/settings/shipping/zones/matching-zones.server.ts";

export type AddressProblem =
  | "order_not_found"
  /** Sent, closed, or collected at the shop. */
  | "order_left"
  /** A prepared shipment has the old address on its label: cancel it first. */
  | "label_printed"
  | "region_required"
  /** The delivery method of the order does not serve the new place. */
  | "method_not_available"
  /** Cash on delivery is not collected at the new place. */
  | "cash_not_available";

/** First and last promised day, `YYYY-MM-DD`. */
interface PromisedSpan {
  readonly earliest: string;
  readonly latest: string;
}

interface Destined extends PromisedSpan {
  readonly created_at: Date;
  readonly recipient: string;
  readonly phone: string;
  readonly address: Readonly<Record<string, string>>;
  readonly language: "id" | "en";
  readonly shipping_method_id: string | null;
  readonly is_unsent: boolean;
  readonly is_prepared: boolean;
  readonly is_cash: boolean;
  readonly is_pickup: boolean;
}

/**
 * Staff: corrects the recipient and the address of an order until everything is sent. The delivery price does not change
 * (docs/why/orders.md); the promised days follow the new place. The buyer gets a mail with the new address; the history
 * shows both to staff. A repeated call changes nothing.
 */
export async function correctAddress(
  actor: Person,
  orderId: string,
  input: Omit<AddressInput, "label">,
): Promise<Result<null, AddressProblem>> {
  if (!may(actor, "orders.edit") || !isUuid(orderId)) return fail("order_not_found");
  return inTransaction(async (sql) => {
    const order = await lockDestined(sql, orderId);
    if (!order) return fail("order_not_found");
    const { recipient, phone, ...place } = input;
    const [region] = await sql<{ full_name: string }[]>`
      select full_name from regions where code = ${place.region_code}`;
    if (!region) return fail("region_required");
    const address = { ...order.address, ...place, region_name: region.full_name };
    let days: PromisedSpan = order;
    const before = namesOf(order);
    const after = namesOf({ recipient, phone, address });
    if (before === after) return ok(null);
    if (!order.is_unsent || order.is_pickup) return fail("order_left");
    if (order.is_prepared) return fail("label_printed");
    if (order.shipping_method_id !== null) {
      const rates = await loadRates(sql, place, order.language);
      const rate = rates.find(({ method_id }) => method_id === order.shipping_method_id);
      if (!rate) return fail("method_not_available");
      days = await datesAt(sql, order, rate);
    }
    if (order.is_cash) {
      const [zone] = await sql<{ takes_cash: boolean | null }[]>`
        select (${takesCash(sql, place)}) as takes_cash`;
      if (!zone?.takes_cash) return fail("cash_not_available");
    }
    await sql`
      update orders set recipient = ${recipient}, phone = ${phone}, address = ${sql.json(address)},
        earliest = ${days.earliest}, latest = ${days.latest}
      where id = ${orderId}`;
    const options = { actorId: actor.id, internal: true };
    await recordEvent(sql, orderId, "address_changed", { before, after }, options);
    await queueOrderMail(sql, orderId, "address_changed", randomUUID());
    return ok(null);
  });
}

/**
 * The promised days at the new place. The days of production and dispatch do not change, so the promised days move by the
 * difference of the transit times. They do not change if the delivery method no longer serves the old place.
 */
async function datesAt(
  sql: Sql,
  order: Destined,
  next: { readonly min_days: number; readonly max_days: number },
): Promise<PromisedSpan> {
  const { region_code = "", postal_code = "" } = order.address;
  const rates = await loadRates(sql, { region_code, postal_code }, order.language);
  const former = rates.find(({ method_id }) => method_id === order.shipping_method_id);
  if (!former) return order;
  const calendar = await loadSettings(sql);
  const from = deliveryDates(order.created_at, former, calendar);
  const to = deliveryDates(order.created_at, next, calendar);
  return {
    earliest: moveDay(order.earliest, from.earliest, to.earliest),
    latest: moveDay(order.latest, from.latest, to.latest),
  };
}

/** Moves a day by the difference between two other days; a Sunday becomes the Monday after it. */
function moveDay(day: string, from: string, to: string): string {
  const moved = new Date(Date.parse(day) + Date.parse(to) - Date.parse(from));
  if (from !== to && moved.getUTCDay() === 0) moved.setUTCDate(moved.getUTCDate() + 1);
  return moved.toISOString().slice(0, 10);
}

async function lockDestined(sql: Sql, orderId: string): Promise<Destined | undefined> {
  const [order] = await sql<Destined[]>`
    select created_at, earliest::text, latest::text, recipient, phone, address, language, shipping_method_id, ${isPickup(sql)} as is_pickup,
      status in ('awaiting_payment', 'placed') and fulfilment_status in ('unfulfilled', 'partial')
        and supplement_of is null as is_unsent,
      exists (select from shipments h where h.order_id = o.id and h.status = 'pending') as is_prepared,
      exists (
        select from payments p where p.order_id = o.id and p.provider = 'cod' and p.status not in ('canceled', 'expired')
      ) as is_cash
    from orders o where id = ${orderId} for update`;
  return order;
}

/** Recipient, phone and address in lines, as the history shows them. */
function namesOf({ recipient, phone, address }: Pick<Destined, "recipient" | "phone" | "address">) {
  const { street, landmark, region_name, postal_code } = address;
  const place = [region_name, postal_code].filter(Boolean).join(" ");
  return [recipient, formatPhone(phone), street, landmark, place].filter(Boolean).join("\n");
}
