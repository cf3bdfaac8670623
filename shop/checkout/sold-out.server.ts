import { asShop } from "#db/client.server.ts";
import type { Person } from "#shop/access.ts";
import { countInStock } from "#shop/stock/stock.server.ts";
import { maxUnpaidOrders, type PlaceOrderInput } from "./checkout.ts";
import { countUnpaid } from "./unpaid-orders.server.ts";

/** Milliseconds in which a thing that was short is looked at before a transaction is begun for it. */
const memory = 10_000;
/** Until when, by variant. A hint of this process: without it a cart is refused a little later. */
const shortUntil = new Map<string, number>();

/** The stock of a cart was short: whoever comes next for the same things in a rush is told so sooner. */
export function markSoldOut({ lines }: PlaceOrderInput): void {
  const now = performance.now();
  for (const [variant, until] of shortUntil) if (until < now) shortUntil.delete(variant);
  for (const { variant_id } of lines) shortUntil.set(variant_id, now + memory);
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
  const now = performance.now();
  if (!lines.some(({ variant_id }) => (shortUntil.get(variant_id) ?? 0) > now)) return false;
  const sql = asShop();
  const { inStock, wanted } = countInStock(sql, lines);
  const [found] = await sql<{ is_sold_out: boolean }[]>`
    select (${inStock}) < ${wanted}
      and not exists (
        select from orders where customer_id = ${actor.id} and idempotency_key = ${idempotencyKey})
      and (${countUnpaid(sql, actor.id)}) < ${maxUnpaidOrders} as is_sold_out`;
  return found?.is_sold_out ?? false;
}
