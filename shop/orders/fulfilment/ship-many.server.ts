import { cleanIdentifier } from "#base/typed-text.ts";
import { isUuid } from "#base/uuid.ts";
import { asShop } from "#db/client.server.ts";
import { may, type Person } from "#shop/kernel/access.ts";
import { type FulfilProblem, shipOrder } from "./fulfil-order.server.ts";
import { type ShipmentProblem, sendShipment } from "./shipments.server.ts";

/** Orders of one call. */
export const maxShipped = 50;

export interface ShippedRow {
  readonly order_id: string;
  /** Null: it is on its way. */
  readonly problem: FulfilProblem | ShipmentProblem | null;
}

/**
 * Staff: several orders leave, each under its own tracking number, with the courier that the buyer chose. A prepared
 * shipment leaves as it is. Each order is a transaction of its own, so one that cannot leave holds no other back, and a
 * repeated call changes nothing.
 */
export async function shipMany(
  actor: Person,
  rows: readonly { readonly order_id: string; readonly tracking_number: string }[],
): Promise<readonly ShippedRow[]> {
  const shipped: ShippedRow[] = [];
  for (const { order_id, tracking_number } of rows.slice(0, maxShipped)) {
    const number = cleanIdentifier(tracking_number).slice(0, 60);
    const problem = number === "" ? "tracking_number_needed" : await ship(actor, order_id, number);
    shipped.push({ order_id, problem });
  }
  return shipped;
}

async function ship(
  actor: Person,
  order_id: string,
  tracking_number: string,
): Promise<ShippedRow["problem"]> {
  if (!may(actor, "orders.fulfil") || !isUuid(order_id)) return "order_not_found";
  const [order] = await asShop()<
    { courier: string; service: string; prepared: string | null; is_known: boolean }[]
  >`
    select o.courier, o.service, (
        select h.id from shipments h where h.order_id = o.id and h.status = 'pending' order by h.position limit 1
      ) as prepared, exists (
        select from shipments h where h.order_id = o.id and h.tracking_number = ${tracking_number}
          and h.status in ('shipped', 'delivered')
      ) as is_known
    from orders o where o.id = ${order_id}`;
  if (!order) return "order_not_found";
  if (order.is_known) return null;
  const { courier, service, prepared } = order;
  const done = prepared
    ? await sendShipment(actor, prepared, tracking_number)
    : await shipOrder(actor, { order_id, courier, service, tracking_number });
  return done.ok ? null : done.problem;
}
