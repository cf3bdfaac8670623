import type { Sql } from "#db/client.server.ts";

/**
 * Whether an order may use a payment method. The payment limits of its promotions and its courier still apply when the
 * buyer changes the method later.
 * @param method `provider:method`
 */
export async function isAgreedMethod(sql: Sql, orderId: string, method: string): Promise<boolean> {
  const provider = method.split(":")[0] ?? "";
  const [row] = await sql<{ is_agreed: boolean }[]>`
    select coalesce(bool_and(methods = '{}' or methods && ${[method, provider]}), true) as is_agreed from (
      select p.payment_methods as methods from promo_redemptions r join promotions p on p.id = r.promotion_id
      where r.order_id = ${orderId} and r.status = 'claimed'
      union all
      select m.payment_methods from orders o join shipping_methods m on m.id = o.shipping_method_id
      where o.id = ${orderId}
    ) asked`;
  return row?.is_agreed ?? true;
}
