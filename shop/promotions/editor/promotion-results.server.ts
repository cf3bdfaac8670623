import { isUuid } from "#base/uuid.ts";
import { asShop } from "#db/client.server.ts";
import { may, type Person } from "#shop/kernel/access.ts";
import type { Rupiah } from "#shop/kernel/money.ts";

/** What a promotion brought and cost. Released uses, of orders that lapsed unpaid, do not count. */
export interface PromotionResults {
  readonly orders: number;
  /** Buyers whose first order was with this promotion. */
  readonly new_buyers: number;
  /** Totals of the orders and of their supplements, delivery included. */
  readonly revenue: Rupiah;
  readonly discount: Rupiah;
  /** The last thirty days with orders, `YYYY-MM-DD` in shop time, newest first. */
  readonly days: readonly {
    readonly day: string;
    readonly orders: number;
    readonly discount: Rupiah;
  }[];
  /** The codes with most orders; single-use ones together by their batch's prefix. */
  readonly codes: readonly {
    readonly code: string;
    readonly is_batch: boolean;
    readonly orders: number;
    readonly discount: Rupiah;
  }[];
  /** Where the orders went, those with most first. The name is empty where the address was erased. */
  readonly provinces: readonly {
    readonly name: string;
    readonly orders: number;
    readonly discount: Rupiah;
  }[];
  /** Carts of the last thirty days that asked for it and did not get it, by reason. */
  readonly refusals: readonly { readonly reason: string; readonly n: number }[];
}

/** Newest uses that the results are made of; more would make the page slow. */
export const maxResultOrders = 20_000;
const daysShown = 30;
const codesShown = 20;

export async function readPromotionResults(
  actor: Person,
  id: string,
): Promise<PromotionResults | undefined> {
  if (!may(actor, "promos.read") || !isUuid(id)) return undefined;
  const sql = asShop();
  const uses = sql`
    select r.code, r.discount, r.order_id, o.total + coalesce((
        select sum(n.total) from orders n where n.supplement_of = o.id and n.status in ('placed', 'completed')), 0) as total, o.customer_id, o.created_at,
      left(o.address ->> 'region_code', 2) as province
    from promo_redemptions r join orders o on o.id = r.order_id
    where r.promotion_id = ${id} and r.status = 'claimed'
    order by r.created_at desc limit ${maxResultOrders}`;
  const [[sums], days, codes, provinces, refusals] = await Promise.all([
    sql<Pick<PromotionResults, "orders" | "new_buyers" | "revenue" | "discount">[]>`
      with uses as (${uses})
      select count(*)::int as orders, coalesce(sum(total), 0)::bigint as revenue,
        coalesce(sum(discount), 0)::bigint as discount,
        count(distinct customer_id) filter (where not exists (
          select from orders e where e.customer_id = uses.customer_id and e.created_at < uses.created_at
            and e.status not in ('canceled', 'expired')))::int as new_buyers
      from uses`,
    sql<PromotionResults["days"][number][]>`
      with uses as (${uses})
      select to_char(created_at at time zone (select time_zone from shop_settings), 'YYYY-MM-DD') as day,
        count(*)::int as orders, sum(discount)::bigint as discount
      from uses group by 1 order by 1 desc limit ${daysShown}`,
    sql<PromotionResults["codes"][number][]>`
      with uses as (${uses})
      select case when c.batch is null then uses.code else coalesce(nullif(b.prefix, ''), '…') end as code,
        c.batch is not null as is_batch, count(*)::int as orders, sum(uses.discount)::bigint as discount
      from uses left join promo_codes c on c.code = uses.code left join promo_batches b on b.id = c.batch
      where uses.code <> '' group by 1, 2 order by 3 desc, 1 limit ${codesShown}`,
    sql<PromotionResults["provinces"][number][]>`
      with uses as (${uses})
      select coalesce(g.name, '') as name, count(*)::int as orders, sum(discount)::bigint as discount
      from uses left join regions g on g.code = uses.province
      group by 1 order by 2 desc, 1`,
    sql<PromotionResults["refusals"][number][]>`
      select reason, sum(n)::int as n from private.promo_refusals_daily
      where promotion_id = ${id} and day > current_date - ${daysShown}::int group by reason order by 2 desc, 1`,
  ]);
  if (!sums) return undefined;
  const lists = { days: [...days], codes: [...codes], provinces: [...provinces] };
  return { ...sums, ...lists, refusals: [...refusals] };
}
