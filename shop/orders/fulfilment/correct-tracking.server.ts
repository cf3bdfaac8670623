import { randomUUID } from "node:crypto";
import { fail, ok, type Result } from "#base/result.ts";
import { cleanIdentifier } from "#base/typed-text.ts";
import { inTransaction } from "#db/client.server.ts";
import { may, type Person } from "#shop/kernel/access.ts";
import { isScientific } from "#shop/kernel/csv/scientific.ts";
import { queueOrderMail } from "#shop/orders/mails/order-mail.server.ts";
import { recordEvent } from "#shop/orders/order-event.server.ts";
import { lockShipment, type ShipmentProblem, translated } from "./shipments.server.ts";

export interface Tracking {
  readonly courier: string;
  readonly service: string;
  readonly tracking_number: string;
}

const maxLength = 60;

/**
 * Staff: corrects the courier and the tracking number of a shipment. If it was sent, the buyer gets a mail with the new
 * values. The order's history has the values before and after. A repeated call changes nothing.
 */
export async function correctTracking(
  actor: Person,
  shipmentId: string,
  input: Tracking,
): Promise<Result<{ shipment_id: string }, ShipmentProblem>> {
  if (!may(actor, "orders.fulfil")) return fail("shipment_not_found");
  const courier = input.courier.trim();
  const service = input.service.trim();
  const number = cleanIdentifier(input.tracking_number);
  if (courier === "" || courier.length > maxLength || service.length > maxLength)
    return fail("courier_needed");
  if (number === "" || number.length > maxLength) return fail("tracking_number_needed");
  if (isScientific(number)) return fail("tracking_number_rounded");
  return translated(() =>
    inTransaction(async (sql) => {
      const shipment = await lockShipment(sql, shipmentId);
      if (!shipment || shipment.status === "canceled" || shipment.is_pickup)
        return fail("shipment_not_found");
      const before = nameOf(shipment.courier, shipment.service, shipment.tracking_number);
      const after = nameOf(courier, service, number);
      if (before === after) return ok({ shipment_id: shipmentId });
      await sql`
        update shipments set courier = ${courier}, service = ${service}, tracking_number = ${number}
        where id = ${shipmentId}`;
      const hasLeft = shipment.status !== "pending";
      await recordEvent(
        sql,
        shipment.order_id,
        "tracking_corrected",
        { shipment: shipment.position, before, after },
        { actorId: actor.id, internal: !hasLeft },
      );
      if (shipment.status === "shipped") {
        // A random part in the deduplication key: a correction back to an earlier number also sends a mail.
        const about = `${shipmentId}:${randomUUID()}`;
        await queueOrderMail(sql, shipment.order_id, "tracking_corrected", about);
      }
      return ok({ shipment_id: shipmentId });
    }),
  );
}

function nameOf(courier: string, service: string, number: string | null): string {
  return [courier, service, number].filter(Boolean).join(" ");
}
