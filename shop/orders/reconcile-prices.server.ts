import { asShop } from "#db/client.server.ts";

/** A figure of an order that differs from the sum of its parts. */
export interface PriceDifference {
  /** The order's number. */
  readonly order: string;
  /** The line's place in the order, from 0; null for a figure of the whole order. */
  readonly line: number | null;
  readonly figure: PriceFigure;
  /** Whole rupiah as stored, and as they add up. */
  readonly stored: number;
  readonly proven: number;
}

/**
 * Of a line: `unit_price` and `setup_fee` from its charges, `discount` from its promotions and the staff discount,
 * `total` from these, `pieces` (the price of all pieces) from `total` and the refunds that lowered it. Of an order:
 * `goods` and `goods_discount` from its lines, `order_total` from its amounts.
 */
type PriceFigure =
  | "unit_price"
  | "setup_fee"
  | "discount"
  | "total"
  | "pieces"
  | "goods"
  | "goods_discount"
  | "order_total";

/**
 * Adds the prices of orders again, at one moment.
 * @param days that an order may be old; undefined for all orders
 * @returns the differences, empty when all add up
 */
export async function findPriceDifferences(
  days?: number,
): Promise<{ orders: number; differences: readonly PriceDifference[] }> {
  const [row] = await asShop()<{ orders: number; differences: PriceDifference[] }[]>`
    with looked as (
      select id, coalesce(number, id::text) as number, subtotal, discount, shipping, payment_fee, total from orders
      where ${days ?? null}::int is null or created_at > now() - make_interval(days => ${days ?? null}::int)
    ),
    lines as (
      select o.id as order_id, o.number, l.position, l.quantity, l.unit_price, l.setup_fee, l.discount, l.total, l.unit_totals,
        c.unit as charged, coalesce(c.setup, 0) as set_up, d.amount as lowered, coalesce(g.amount, 0) as given_back
      from looked o join order_lines l on l.order_id = o.id
      left join lateral (
        select sum(amount) filter (where kind <> 'setup') as unit, sum(amount) filter (where kind = 'setup') as setup
        from order_line_charges where order_line_id = l.id
      ) c on true
      left join lateral (select sum(amount) as amount from (
          select amount from order_line_discounts where order_line_id = l.id
          union all select amount from order_staff_discounts where order_line_id = l.id) taken) d on true
      left join lateral (select sum(amount) as amount from refunds where lowers_line_id = l.id) g on true
    ),
    figures as (
      select l.number as "order", l.position as line, f.figure, f.stored, f.proven
      from lines l cross join lateral (values
        ('unit_price', l.unit_price, coalesce(l.charged, l.unit_price)),
        ('setup_fee', l.setup_fee, l.set_up),
        ('discount', l.discount, coalesce(l.lowered, l.discount)),
        ('total', l.total, l.unit_price * l.quantity + l.setup_fee - l.discount),
        ('pieces', (select sum(amount) from unnest(l.unit_totals) amount), l.total - l.given_back)) f (figure, stored, proven)
      union all
      select o.number, null, f.figure, f.stored, f.proven
      from looked o join (
        select order_id, sum(unit_price * quantity + setup_fee) as goods, sum(discount) as discount from lines group by order_id
      ) l on l.order_id = o.id
      cross join lateral (values
        ('goods', o.subtotal, l.goods),
        ('goods_discount', o.discount, l.discount),
        ('order_total', o.total, o.subtotal - o.discount + o.shipping + o.payment_fee)) f (figure, stored, proven)
    )
    select (select count(*)::int from looked) as orders,
      (select coalesce(json_agg(f order by f."order", f.line nulls first, f.figure), '[]') from figures f
        where f.stored is distinct from f.proven) as differences`;
  if (!row) throw new Error("the ledger gave no answer");
  return row;
}
