import { log } from "#base/log.server.ts";
import { fail, ok, type Result } from "#base/result.ts";
import { asShop, inTransaction, violatedConstraint } from "#db/client.server.ts";
import {
  type Booking,
  type BookingParty,
  CourierError,
  type Tracking,
} from "#integrations/courier/courier.ts";
import { activeCourier } from "#integrations/courier/live-rates.server.ts";
import { may, type Person } from "#shop/kernel/access.ts";

export type CourierStepProblem =
  | "shipment_not_found"
  | "shipment_left"
  | "tracking_number_known"
  | "tracking_number_needed"
  | "tracking_unknown"
  | CourierError["code"];

/** Milliseconds of a call that a person waits for. */
const timeoutMs = 10_000;

/** What the shop's courier can do besides prices. */
export function courierSteps(): { readonly books: boolean; readonly tracks: boolean } {
  const { book, track } = activeCourier();
  return { books: book !== undefined, tracks: track !== undefined };
}

interface ShipmentToBook {
  status: string;
  tracking_number: string | null;
  courier: string;
  service: string;
  phone: string;
  from: BookingParty;
  to: BookingParty;
  items: Booking["items"];
}

async function findShipment(id: string): Promise<ShipmentToBook | undefined> {
  const [shipment] = await asShop()<ShipmentToBook[]>`
    select h.status, h.tracking_number, h.courier, h.service, o.phone,
      json_build_object('name', coalesce(nullif(s.legal_name, ''), s.name), 'phone', s.whatsapp,
        'address', concat_ws(', ', nullif(s.street, ''), nullif(s.city, '')), 'postal_code', coalesce((
          select r.postal_code from regions r
          where r.level = 4 and r.code between rpad(s.origin_region_code, 10, '0') and rpad(s.origin_region_code, 10, '9')
            and r.postal_code is not null and s.origin_region_code <> '' order by r.code limit 1), '')) as "from",
      json_build_object('name', o.recipient, 'phone', o.phone,
        'address', concat_ws(', ', o.address ->> 'street', nullif(o.address ->> 'landmark', ''), o.address ->> 'region_name'),
        'postal_code', coalesce(o.address ->> 'postal_code', '')) as "to",
      (
        select json_agg(json_build_object('name', l.name, 'price', l.unit_price, 'quantity', x.quantity,
          'weight_grams', greatest(l.weight_grams, 1)) order by l.position)
        from shipment_lines x join order_lines l on l.id = x.order_line_id where x.shipment_id = h.id
      ) as items
    from shipments h join orders o on o.id = h.order_id cross join shop_settings s where h.id = ${id}`;
  return shipment;
}

/**
 * Staff: orders the transport of a prepared shipment at the shop's courier, and stores its number. The shipment's id is
 * the courier's idempotency key, so a repeated call orders once.
 */
export async function requestTrackingNumber(
  actor: Person,
  shipmentId: string,
): Promise<Result<{ tracking_number: string }, CourierStepProblem>> {
  const { name, book } = activeCourier();
  if (!may(actor, "orders.fulfil") || !book) return fail("shipment_not_found");
  const shipment = await findShipment(shipmentId);
  if (!shipment) return fail("shipment_not_found");
  if (shipment.tracking_number) return ok({ tracking_number: shipment.tracking_number });
  if (shipment.status !== "pending") return fail("shipment_left");
  const { courier, service, from, to, items } = shipment;
  // Outside a transaction: the courier may be slow.
  const booked = await called(name, (signal) =>
    book({ reference: shipmentId, courier, service, from, to, items }, signal),
  );
  if (!booked.ok) return booked;
  const { tracking_number } = booked.value;
  try {
    return await inTransaction(async (sql) => {
      const [stored] = await sql<{ tracking_number: string }[]>`
        update shipments set tracking_number = coalesce(tracking_number, ${tracking_number})
        where id = ${shipmentId} and status = 'pending' returning tracking_number`;
      return stored ? ok(stored) : fail("shipment_left");
    });
  } catch (error) {
    if (violatedConstraint(error) !== "shipment_known_already") throw error;
    return fail("tracking_number_known");
  }
}

/** Staff: where a shipment is, according to the shop's courier. Nothing is stored. */
export async function trackShipment(
  actor: Person,
  shipmentId: string,
): Promise<Result<Tracking, CourierStepProblem>> {
  if (!may(actor, "orders.read")) return fail("shipment_not_found");
  return trackUnasked(shipmentId);
}

/** The same for a reader whom the caller has checked, e.g. the buyer. */
export async function trackUnasked(
  shipmentId: string,
): Promise<Result<Tracking, CourierStepProblem>> {
  const { name, track } = activeCourier();
  if (!track) return fail("shipment_not_found");
  const shipment = await findShipment(shipmentId);
  if (!shipment) return fail("shipment_not_found");
  const { tracking_number, courier, phone } = shipment;
  if (!tracking_number) return fail("tracking_number_needed");
  const tracked = await called(name, (signal) =>
    track({ courier, tracking_number, phone }, signal),
  );
  if (!tracked.ok) return tracked;
  return tracked.value ? ok(tracked.value) : fail("tracking_unknown");
}

/** Calls the courier with a timeout. Its refusal and its absence are results. */
async function called<T>(
  name: string,
  call: (signal: AbortSignal) => Promise<T>,
): Promise<Result<T, CourierError["code"]>> {
  try {
    return ok(await call(AbortSignal.timeout(timeoutMs)));
  } catch (error) {
    log.warn({ err: error, courier: name }, "the courier did not do it");
    return fail(error instanceof CourierError ? error.code : "courier_unavailable");
  }
}
