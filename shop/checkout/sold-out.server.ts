import { LRUCache } from "lru-cache";
import { asShop } from "#db/client.server.ts";
import type { Person } from "#shop/access.ts";
import { countInStock } from "#shop/stock/stock.server.ts";
import { maxUnpaidOrders, type PlaceOrderInput } from "./checkout.ts";
import { countUnpaid } from "./unpaid-orders.server.ts";

/** Milliseconds in which a thing that was short is looked at before a transaction is begun for it. */
const memory = 10_000;
/** Variants that were short. A hint of this process: without it a cart is refused a little later. */
const short = new LRUCache<string, true>({ max: 10_000, ttl: memory });

/** The stock of a cart was short: whoever comes next for the same things in a rush is told so sooner. */
export function markSoldOut({ lines }: PlaceOrderInput): void {
  for (const { variant_id } of lines) short.set(variant_id, true);
}

/**
 * Whether a cart with something that was short a moment ago cannot be bought now either, by one look without a
 * transaction. Never true for a request whose order stands already, or that is to be refused for another reason.
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
