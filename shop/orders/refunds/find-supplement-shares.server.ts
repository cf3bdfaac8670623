import { asShop } from "#db/client.server.ts";
import { may, type Person } from "#shop/kernel/access.ts";
import type { Rupiah } from "#shop/kernel/money.ts";
import type { SupplementShare } from "#shop/orders/refund-sum.ts";

export interface SupplementShares {
  /** Whole rupiah that the supplements of the order hold: captured, minus the refunds made and promised. */
  readonly held: Rupiah;
  readonly lines: readonly SupplementShare[];
}

/** Staff: what a refund of an order takes from its supplements, which pay it from their own payments (docs/why/orders.md). */
export async function findSupplementShares(
  actor: Person,
  orderId: string,
): Promise<SupplementShares> {
  if (!may(actor, "orders.read")) return { held: 0, lines: [] };
  const lines = await asShop()<(SupplementShare & { held: number })[]>`
    select s.order_line_id as of_line, l.unit_totals, (
        select coalesce(sum(r.quantity), 0)::int from refund_lines r where r.order_line_id = l.id) as refunded, (
        select coalesce(sum(greatest(b.available, 0)), 0)::bigint
        from payments p join private.payment_balances b on b.payment_id = p.id where p.order_id = n.id) as held
    from orders n join private.design_supplements s on s.order_id = n.id join order_lines l on l.order_id = n.id
    where n.supplement_of = ${orderId} and s.state = 'applied'
    order by s.created_at, s.id`;
  return {
    held: lines.reduce((sum, { held }) => sum + held, 0),
    lines: lines.map(({ of_line, unit_totals, refunded }) => ({ of_line, unit_totals, refunded })),
  };
}
