import { fail, ok, type Result } from "#base/result.ts";
import { asShop } from "#db/client.server.ts";
import { may, type Person } from "#shop/kernel/access.ts";
import type { CartLine } from "#shop/orders/cart/cart.ts";
import type { Sample } from "./preview-input.ts";

export type SampleProblem = "sample_empty" | "sample_order_not_found" | "not_permitted";

/** Variants of the best-selling mix, and the newest orders that it is counted over. */
const mixSize = 3;
const ordersCounted = 500;

/** The lines of a cart to try a promotion on. */
export async function sampleLines(
  actor: Person,
  sample: Sample,
): Promise<Result<readonly CartLine[], SampleProblem>> {
  const sql = asShop();
  if (sample.kind === "own") return ok(sample.lines);
  if (sample.kind === "order") {
    if (!may(actor, "orders.read")) return fail("not_permitted");
    const lines = await sql<CartLine[]>`
      select l.variant_id, least(sum(l.quantity), 99)::int as quantity
      from orders o join order_lines l on l.order_id = o.id
      where o.number = ${sample.number.toUpperCase()} and not l.is_gift and l.variant_id is not null
      group by l.variant_id order by min(l.position)`;
    return lines.length > 0 ? ok([...lines]) : fail("sample_order_not_found");
  }
  const best = await sql<CartLine[]>`
    with newest as (select id from orders order by created_at desc, id desc limit ${ordersCounted}),
    sold as (
      select l.variant_id, sum(l.quantity) as pieces from newest join order_lines l on l.order_id = newest.id
      where not l.is_gift group by l.variant_id
    )
    select v.id as variant_id, 1 as quantity
    from sold join product_variants v on v.id = sold.variant_id and not v.archived
    join products p on p.id = v.product_id and p.status = 'published' and p.published_at <= now()
    order by sold.pieces desc, v.id limit ${mixSize}`;
  if (best.length > 0) return ok([...best]);
  // A shop without orders: its newest goods.
  const newest = await sql<CartLine[]>`
    select v.id as variant_id, 1 as quantity
    from (select id from products where status = 'published' and published_at <= now()
      order by published_at desc, id limit ${mixSize}) p
    join lateral (
      select id from product_variants v where v.product_id = p.id and not v.archived order by position, id limit 1
    ) v on true`;
  return newest.length > 0 ? ok([...newest]) : fail("sample_empty");
}
