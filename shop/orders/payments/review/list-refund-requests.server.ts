import { asShop } from "#db/client.server.ts";
import { may, type Person } from "#shop/kernel/access.ts";
import type { RefundRequest, RefundTerms } from "./refund-request.ts";

/** Maximum length of the list; older requests are reached through their order. */
const maxRequests = 200;

interface Row extends Omit<RefundRequest, "requested_at"> {
  requested_at: Date;
}

/** Staff: refunds that wait for approval, oldest first. @param orderId of one order only */
export async function listRefundRequests(
  actor: Person,
  orderId?: string,
): Promise<RefundRequest[]> {
  if (!may(actor, "orders.read")) return [];
  const rows = await asShop()<Row[]>`
    select r.id, r.order_id, o.number, o.recipient as customer_name, r.act, r.amount,
      coalesce(r.input ->> 'note', r.input -> 'choices' ->> 'note', '') as note, r.requested_at,
      coalesce(nullif(asker.full_name, ''), asking.email, '') as requested_by,
      array(
        select coalesce(nullif(p.full_name, ''), u.email, '') from refund_approvals a
        join profiles p on p.id = a.person_id join auth.users u on u.id = p.id
        where a.request_id = r.id order by a.approved_at
      ) as approved_by,
      private.refund_approvals_needed(r.id) as needed, r.requested_by = ${actor.id} as is_mine,
      private.may(${actor.id}, 'orders.refund') and not exists (
        select from refund_approvals a where a.request_id = r.id and a.person_id = ${actor.id}) as may_approve,
      r.requested_by = ${actor.id} or private.may(${actor.id}, 'orders.refund') as may_decline
    from refund_requests r join orders o on o.id = r.order_id
    left join profiles asker on asker.id = r.requested_by left join auth.users asking on asking.id = r.requested_by
    where r.status = 'open' and coalesce(r.order_id = ${orderId ?? null}, true)
    order by r.requested_at, r.id limit ${maxRequests}`;
  return rows.map((row) => ({ ...row, requested_at: row.requested_at.toISOString() }));
}

/** Staff: the approval that a refund by the actor needs. */
export async function readRefundTerms(actor: Person): Promise<RefundTerms> {
  const [terms] = await asShop()<RefundTerms[]>`
    select private.may(${actor.id}, 'orders.refund') as may_approve,
      private.refund_limit_of(${actor.id}) as limit`;
  return terms ?? { may_approve: false, limit: null };
}
