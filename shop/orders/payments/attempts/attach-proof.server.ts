import { fail, ok, type Result } from "#base/result.ts";
import { inTransaction } from "#db/client.server.ts";
import type { Person } from "#shop/kernel/access.ts";
import { recordEvent } from "#shop/orders/order-event.server.ts";
import { proofBucket } from "./payment-page.ts";

/** The payer has uploaded a picture of a transfer: notifies staff. Without a new picture nothing changes. */
export function attachProof(
  actor: Person,
  orderId: string,
): Promise<Result<{ order_id: string }, "order_not_found" | "proof_failed">> {
  return inTransaction(async (sql) => {
    const [order] = await sql`
      select from orders where id = ${orderId} and customer_id = ${actor.id} for update`;
    if (!order) return fail("order_not_found");
    const [proof] = await sql<{ is_new: boolean }[]>`
      with newest as (
        select p.id, p.proof_at, max(f.created_at) as at
        from payments p
        join storage.objects f on f.bucket_id = ${proofBucket} and f.name like p.id || '/%'
        where p.order_id = ${orderId} and p.provider = 'transfer' and p.status in ('created', 'pending')
        group by p.id
      ), uploaded as (
        update payments set proof_at = newest.at from newest
        where payments.id = newest.id and newest.at is distinct from newest.proof_at
        returning payments.id
      )
      select exists (select from uploaded) as is_new from newest`;
    if (!proof) return fail("proof_failed");
    if (proof.is_new) {
      await recordEvent(sql, orderId, "payment_proof_attached", {}, { internal: true });
    }
    return ok({ order_id: orderId });
  });
}
