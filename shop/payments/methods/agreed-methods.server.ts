import type { Sql } from "#db/client.server.ts";

/**
 * Whether an order may be paid this way: a promotion or a courier that asked for certain payment methods still asks for them
 * when the buyer changes the way afterwards.
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
