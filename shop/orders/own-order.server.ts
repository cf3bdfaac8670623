import type { Sql } from "#db/client.server.ts";
import type { Person } from "#shop/kernel/access.ts";
import type { Permission } from "#shop/kernel/permissions.ts";

/**
 * Whether an act of staff is refused because the order is the actor's own. The only person with the right may act,
 * because no colleague can.
 */
export async function isRefusedAsOwn(
  sql: Sql,
  actor: Person,
  orderId: string,
  right: Permission,
): Promise<boolean> {
  const [own] = await sql`
    select from orders o where o.id = ${orderId} and o.customer_id = ${actor.id}
      and exists (
        select from profiles p where p.id <> ${actor.id} and p.role <> 'CUSTOMER' and private.may(p.id, ${right}))`;
  return own !== undefined;
}
