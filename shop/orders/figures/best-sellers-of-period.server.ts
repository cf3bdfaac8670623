import type { LocalText } from "#base/language.ts";
import { asShop } from "#db/client.server.ts";
import { may, type Person } from "#shop/kernel/access.ts";
import type { ShopTimeZone } from "#shop/kernel/time-zones.ts";

export interface BestSeller {
  readonly product_id: string;
  readonly name: LocalText;
  /** Pieces sold minus pieces refunded. */
  readonly pieces: number;
  /** Whole rupiah, minus refunds of its pieces. */
  readonly amount: number;
}

const shown = 5;

/**
 * The products with the most pieces sold between two days, both included, in the shop's time zone.
 * @param from `YYYY-MM-DD` @returns null without the right to read reports
 */
export async function bestSellersOf(
  actor: Person,
  zone: ShopTimeZone,
  from: string,
  until: string,
): Promise<readonly BestSeller[] | null> {
  if (!may(actor, "reports.read")) return null;
  return asShop()<BestSeller[]>`
    with sold as (
      select id from orders
      where created_at >= (${from}::date::timestamp at time zone ${zone})
        and created_at < ((${until}::date + 1)::timestamp at time zone ${zone})
        and status in ('placed', 'completed')
    ), refunded as (
      select l.product_id, sum(r.quantity) as pieces, sum(r.amount) as amount
      from refund_lines r join order_lines l on l.id = r.order_line_id
      where l.order_id in (select id from sold) and not l.is_gift group by 1
    ), lines as (
      select product_id, sum(quantity) as pieces, sum(total) as amount from order_lines
      where order_id in (select id from sold) and not is_gift and product_id is not null group by 1
    )
    select l.product_id, p.name, (l.pieces - coalesce(r.pieces, 0))::int as pieces,
      (l.amount - coalesce(r.amount, 0))::bigint as amount
    from lines l join products p on p.id = l.product_id left join refunded r using (product_id)
    where l.pieces > coalesce(r.pieces, 0)
    order by 3 desc, 4 desc, 1 limit ${shown}`;
}
