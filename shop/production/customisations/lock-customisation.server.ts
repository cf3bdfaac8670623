import type { Sql } from "#db/client.server.ts";
import { lockOrder } from "#shop/orders/order-status.server.ts";
import type { CustomisationStatus } from "./customisation.ts";

export interface LockedCustomisation {
  readonly id: string;
  readonly order_id: string;
  readonly customer_id: string | null;
  readonly status: CustomisationStatus;
  /** The newest proof. */
  readonly proof_id: string | null;
  /** The order is placed: neither unpaid, nor canceled. */
  readonly is_placed: boolean;
  /** Work may begin: see `LockedOrder.may_print`. */
  readonly may_begin: boolean;
}

/**
 * Locks the order and then the customisation, so that a step of staff is serialised with the order's cancellation, with
 * other staff and with the buyer's answer.
 * @returns undefined when it does not exist
 */
export async function lockCustomisation(
  sql: Sql,
  id: string,
): Promise<LockedCustomisation | undefined> {
  const [found] = await sql<{ order_id: string }[]>`
    select order_id from customisations where id = ${id}`;
  const order = found && (await lockOrder(sql, found.order_id));
  if (!order) return undefined;
  await sql`select from customisations where id = ${id} for update`;
  const [row] = await sql<Omit<LockedCustomisation, "is_placed" | "may_begin">[]>`
    select c.id, c.order_id, c.customer_id, c.status,
      (select p.id from proofs p where p.customisation_id = c.id order by p.version desc limit 1) as proof_id
    from customisations c where c.id = ${id}`;
  return row && { ...row, is_placed: order.status === "placed", may_begin: order.may_print };
}
