import { asSeed } from "#tests/support/runner/connections.ts";

/**
 * Checks the invariants that hold after any scenario (I1, I2, I4–I7). Each query names the breach.
 * @returns the breaches, none when all hold
 */
export async function findBreaches(): Promise<string[]> {
  const sql = asSeed();
  const rows = await sql<{ breach: string }[]>`
    select 'paid_total differs from the ledger: ' || o.number as breach
    from orders o where o.paid_total <> (
      select coalesce(sum(case when kind in ('charge', 'refund_reversed') then amount else -amount end), 0)
      from payment_transactions t where t.order_id = o.id)
    union all
    select 'refunded_total differs from the ledger: ' || o.number
    from orders o where o.refunded_total <> (
      select coalesce(sum(case kind when 'refund_reversed' then -amount else amount end), 0)
      from payment_transactions t where t.order_id = o.id and t.kind <> 'charge')
    union all
    select 'kept more than one capture: ' || o.number
    from payment_transactions t join orders o on o.id = t.order_id join payments p on p.id = t.payment_id
    where t.kind = 'charge' and not exists (select from refunds r where r.payment_id = t.payment_id)
    group by o.id, p.part having count(*) > 1
    union all
    select 'a part of an order without a deposit was paid: ' || o.number
    from payment_transactions t join orders o on o.id = t.order_id join payments p on p.id = t.payment_id
    where t.kind = 'charge' and (p.part = 'balance' and o.deposit is null or p.part = 'whole' and o.deposit is not null)
    union all
    select 'money moved between payments is not balanced: ' || o.number
    from orders o where (select coalesce(sum(moved), 0) from refunds r where r.order_id = o.id) <> 0
    union all
    select 'more promised back than was paid: ' || o.number
    from orders o where (select coalesce(sum(amount), 0) from refunds r where r.order_id = o.id) > (
      select coalesce(sum(amount), 0) from payment_transactions t
      where t.order_id = o.id and t.kind in ('charge', 'refund_reversed'))
    union all
    select 'stock below nothing: ' || variant_id
    from stock_items where on_hand < 0 or allocated < 0 or held < 0 or available < 0
    union all
    select 'on_hand differs from its movements: ' || i.variant_id
    from stock_items i where i.on_hand <> (
      select coalesce(sum(case kind when 'received' then quantity when 'adjusted' then quantity when 'unshipped' then quantity
        when 'shipped' then -quantity else 0 end), 0)
      from stock_movements m where m.variant_id = i.variant_id)
    union all
    select 'held differs from the holds: ' || i.variant_id
    from stock_items i where i.held <> (
      select coalesce(sum(quantity), 0) from stock_holds h
      where h.variant_id = i.variant_id and h.status = 'active')
    union all
    select 'allocated differs from open orders: ' || i.variant_id
    from stock_items i left join (
      select variant_id, sum(pieces) as pieces from (
        select l.variant_id, l.quantity as pieces
        from order_lines l join orders o on o.id = l.order_id where o.status in ('placed', 'completed')
        union all
        select l.variant_id, -s.quantity
        from shipment_lines s join shipments h on h.id = s.shipment_id join order_lines l on l.id = s.order_line_id
        join orders o on o.id = l.order_id
        where o.status in ('placed', 'completed') and h.status in ('shipped', 'delivered') and h.kind = 'order'
        union all
        select l.variant_id, -w.quantity
        from order_withdrawals w join order_lines l on l.id = w.order_line_id join orders o on o.id = l.order_id
        where o.status in ('placed', 'completed')
        union all
        select l.variant_id, s.quantity
        from shipment_lines s join shipments h on h.id = s.shipment_id join order_lines l on l.id = s.order_line_id
        where h.kind = 'replacement' and h.status = 'pending'
      ) promised group by variant_id
    ) p on p.variant_id = i.variant_id
    where i.allocated <> coalesce(p.pieces, 0)
    union all
    select 'a hold of an order that does not wait: ' || o.number
    from stock_holds h join orders o on o.id = h.order_id
    where h.status = 'active' and o.status <> 'awaiting_payment'
    union all
    select 'promotion used more than it may: ' || p.id
    from promotions p where p.used > p.usage_limit or p.used <> (
      select count(*) from promo_redemptions r where r.promotion_id = p.id and r.status = 'claimed')
    union all
    select 'promotion gave more than it may: ' || p.id
    from promotions p where p.spent > p.budget or p.spent <> (
      select coalesce(sum(discount), 0) from promo_redemptions r
      where r.promotion_id = p.id and r.status = 'claimed')
    union all
    select 'promotion used too often by one customer: ' || u.customer_key
    from private.promo_customer_uses u join promotions p on p.id = u.promotion_id
    where u.n > p.per_customer_limit
    union all
    select 'a use that is not claimed, or not counted: ' || r.id
    from promo_redemptions r where (r.status = 'claimed') <> exists (
      select from private.promo_customer_uses u where u.redemption_id = r.id)
    union all
    select 'a code for one use was used more often: ' || c.code
    from promo_codes c where c.single_use and (
      select count(*) from promo_redemptions r where r.code = c.code and r.status = 'claimed') <> c.used::int
    union all
    select 'shares differ from the discount of a line: ' || l.id
    from order_lines l join order_line_discounts d on d.order_line_id = l.id
    group by l.id having sum(d.amount) <> l.discount
    union all
    select 'pieces differ from their line: ' || l.id
    from order_lines l where cardinality(l.unit_totals) <> l.quantity
      or l.total <> (select sum(amount) from unnest(l.unit_totals) amount)
    union all
    select 'tax of the lines differs from the order: ' || o.number
    from orders o where o.shipping_quote <> '{}' and o.tax_included <> o.shipping_tax + o.payment_fee_tax + (
      select coalesce(sum(l.tax_included), 0) from order_lines l where l.order_id = o.id)
    union all
    select 'line totals differ from the order: ' || o.number
    from orders o where o.subtotal - o.discount <> (
      select coalesce(sum(total), 0) from order_lines l where l.order_id = o.id)
    union all
    select 'placed without its money: ' || number
    from orders where status in ('placed', 'completed') and paid_total + refunded_total < coalesce(deposit, total)
      and not exists (
        select from payments p where p.order_id = orders.id and p.kind = 'offline' and p.status = 'pending')
    union all
    select 'money left on a supplement of a cancelled order: ' || n.number
    from orders o join orders n on n.supplement_of = o.id
    join private.design_supplements s on s.order_id = n.id and s.state <> 'waiting'
    join payments p on p.order_id = n.id join private.payment_balances b on b.payment_id = p.id
    where o.status = 'canceled' and b.available > 0
    union all
    select 'an order without a number: ' || id from orders where number is null
    union all
    select 'an order without its first event: ' || number
    from orders o where not exists (select from order_events e where e.order_id = o.id and e.kind = 'placed')`;
  return rows.map((row) => row.breach);
}
