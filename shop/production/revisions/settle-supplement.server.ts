import { asShop, inTransaction, type Sql } from "#db/client.server.ts";
import { closeOrder } from "#shop/orders/close-order.server.ts";
import { lockOrder } from "#shop/orders/order-status.server.ts";
import { closeAttempts } from "#shop/orders/payments/attempts/close-attempts.server.ts";
import { refundEverything } from "#shop/orders/refunds/refund-everything.server.ts";
import {
  type LockedCustomisation,
  lockCustomisation,
} from "#shop/production/customisations/lock-customisation.server.ts";
import {
  type PreparedProof,
  storeProof,
} from "#shop/production/customisations/proofs/redraw-proof.server.ts";

interface Supplement {
  readonly order_id: string;
  readonly customisation_id: string;
  /** The status of the supplement's order. */
  readonly status: string;
  readonly state: "waiting" | "applied" | "withdrawn";
  readonly proof: PreparedProof | null;
  /** It waits, and nothing happened to the order, the line and the design since the version was sent. */
  readonly is_due: boolean;
}

/**
 * The job after every step that a supplement waits for. Its version becomes a proof once it is paid, and only where nothing
 * happened meanwhile; otherwise it is withdrawn, its open payment is closed, and what was paid goes back. A repeated call
 * changes nothing.
 */
export async function settleSupplement(id: string): Promise<void> {
  const seen = await findSupplement(asShop(), id);
  if (!seen) return;
  // At the provider first: a payment at the last moment is settled, and goes back below.
  if (seen.status === "awaiting_payment" && !seen.is_due)
    await closeAttempts(seen.order_id, { skipsRemoved: true });
  await inTransaction(async (sql) => {
    // The order first and the supplement's order after it, as everywhere.
    const found = await lockCustomisation(sql, seen.customisation_id);
    await lockOrder(sql, seen.order_id);
    const supplement = await findSupplement(sql, id);
    if (found && supplement) await settle(sql, found, id, supplement);
  });
}

async function findSupplement(sql: Sql, id: string): Promise<Supplement | undefined> {
  const [supplement] = await sql<Supplement[]>`
    select s.order_id, s.customisation_id, n.status, s.state, s.proof,
      s.state = 'waiting' and o.status = 'placed' and c.status in ('rejected', 'changes_requested')
        and not exists (select from refund_lines r where r.order_line_id = s.order_line_id)
        and not exists (
          select from proofs p join proofs f on f.id = s.follows
          where p.customisation_id = c.id and p.version > f.version) as is_due
    from private.design_supplements s join orders n on n.id = s.order_id
    join customisations c on c.id = s.customisation_id join orders o on o.id = c.order_id
    where s.id = ${id}`;
  return supplement;
}

async function settle(
  sql: Sql,
  found: LockedCustomisation,
  id: string,
  { order_id, status, state, proof, is_due }: Supplement,
): Promise<void> {
  if (state === "applied") return;
  // Not paid yet; of an order whose time is over a late payment still counts.
  if (is_due && status !== "placed" && status !== "canceled") return;
  if (is_due && status === "placed" && proof) return apply(sql, found, id, order_id, proof);
  await sql`
    update private.design_supplements set state = 'withdrawn', proof = null where id = ${id} and state = 'waiting'`;
  if (status !== "placed" && status !== "awaiting_payment") return;
  // A newer version of the buyer, or the end of the whole order, has a mail of its own.
  const notify = state === "waiting" && found.is_placed;
  await closeOrder(sql, order_id, "canceled", { reason: "other", notify });
  await refundEverything(sql, order_id, "design", true);
}

async function apply(
  sql: Sql,
  found: LockedCustomisation,
  id: string,
  orderId: string,
  proof: PreparedProof,
): Promise<void> {
  await sql`
    update private.design_supplements set state = 'applied', proof = null where id = ${id}`;
  await storeProof(sql, found, proof);
  await sql`
    update customisations set status = 'submitted', rejection = null, rejection_note = '' where id = ${found.id}`;
  // Nothing of it is sent.
  await sql`
    update orders set status = 'completed', closed_at = now() where id = ${orderId} and status = 'placed'`;
}
