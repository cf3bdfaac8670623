import { asShop } from "#db/client.server.ts";
import { may, type Person } from "#shop/kernel/access.ts";
import type { Rupiah } from "#shop/kernel/money.ts";

/** A new version of a design that waits for the payment of what it costs more. */
export interface OpenSupplement {
  readonly customisation_id: string;
  /** The order that is paid. */
  readonly order_id: string;
  readonly amount: Rupiah;
  /** ISO 8601; until when it can be paid. Null: it is paid, and the version is about to be stored. */
  readonly expires_at: string | null;
}

/** The open supplements of an order: of the buyer's own, or of any for staff. */
export async function findOpenSupplements(
  actor: Person,
  orderId: string,
): Promise<readonly OpenSupplement[]> {
  const rows = await asShop()<(OpenSupplement & { expires_at: Date | null })[]>`
    select s.customisation_id, s.order_id, o.subtotal::int as amount, o.expires_at
    from private.design_supplements s join orders o on o.id = s.order_id
    where o.supplement_of = ${orderId} and s.state = 'waiting' and o.status in ('awaiting_payment', 'placed')
      and (${may(actor, "customisations.read")} or o.customer_id = ${actor.id})
    order by s.created_at`;
  return rows.map((row) => ({ ...row, expires_at: row.expires_at?.toISOString() ?? null }));
}
