import { asShop } from "#db/client.server.ts";
import { may, type Person } from "#shop/kernel/access.ts";
import type { Rupiah } from "#shop/kernel/money.ts";
import { paidForSale } from "#shop/orders/figures/sale-money.server.ts";

/**
 * Staff: number and unrefunded total of paid orders of the last 30 days that followed a cart reminder within a week.
 */
export async function sumRecovered(actor: Person): Promise<{ orders: number; total: Rupiah }> {
  if (!may(actor, "reports.read")) return { orders: 0, total: 0 };
  const sql = asShop();
  const [sum] = await sql<{ orders: number; total: number }[]>`
    select count(*)::int as orders, coalesce(sum(${paidForSale(sql)}), 0)::bigint as total
    from private.recovered_orders r join orders o on o.id = r.order_id
    where o.paid_total > 0 and o.created_at > now() - interval '30 days'`;
  return sum ?? { orders: 0, total: 0 };
}
