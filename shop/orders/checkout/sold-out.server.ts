import { LRUCache } from "lru-cache";
import { asShop } from "#db/client.server.ts";
import { countInStock } from "#shop/catalogue/stock/stock.server.ts";
import type { Person } from "#shop/kernel/access.ts";
import { maxUnpaidOrders, type PlaceOrderInput } from "./checkout.ts";
import { countUnpaid } from "./unpaid-orders.server.ts";

/** Milliseconds during which a variant counts as sold out after a refusal. */
const memory = 10_000;
/** Variants that were sold out, in this process. Only a hint: without it a cart is refused a little later. */
const short = new LRUCache<string, true>({ max: 10_000, ttl: memory });

/** Marks a cart's variants, so that the next request for them checks the stock before it opens a transaction. */
export function markSoldOut({ lines }: Pick<PlaceOrderInput, "lines">): void {
  for (const { variant_id } of lines) short.set(variant_id, true);
}

/**
 * Whether a cart with a recently sold-out variant cannot be bought now either, by one query without a transaction.
 * Never true for a request whose order exists already, or that has another reason for refusal.
 */
export async function isSoldOut(
  actor: Person,
  { lines }: PlaceOrderInput,
  idempotencyKey: string,
): Promise<boolean> {
  if (!lines.some(({ variant_id }) => short.has(variant_id))) return false;
  const sql = asShop();
  const { inStock, wanted } = countInStock(sql, lines);
  const [found] = await sql<{ is_sold_out: boolean }[]>`
    select (${inStock}) < ${wanted}
      and not exists (
        select from orders where customer_id = ${actor.id} and idempotency_key = ${idempotencyKey})
      and (${countUnpaid(sql, actor.id)}) < ${maxUnpaidOrders} as is_sold_out`;
  return found?.is_sold_out ?? false;
}
