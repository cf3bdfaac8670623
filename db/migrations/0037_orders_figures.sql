-- Sales figures (docs/why/orders.md). A job computes the facts of each changed order from the ledgers and adds the difference
-- to the rollups. So reports read few rows, and their figures equal the ledgers.

-- The queue of orders whose facts the job has to recompute. Triggers only insert, so orders do not block each other.
create table private.sales_changes (
  id bigint generated always as identity primary key,
  order_id uuid not null,
  -- Orders that a repair queued are computed after all others.
  repair boolean not null default false,
  at timestamptz not null default now()
);
select private.protect('private.sales_changes');
create index sales_changes_next on private.sales_changes (repair, id);

-- Months whose orders have to be recomputed, e.g. after a change of the time zone. The job queues the orders of one month at a
-- time, when `sales_changes` is empty.
create table private.sales_months (
  month date primary key constraint sales_month_invalid check (extract(day from month) = 1)
);
select private.protect('private.sales_months');

-- One row for each sold line (`goods`), for the delivery and the fee of each order (`order`), for each refund of a line's
-- pieces (`goods_back`) and for all other refunded money (`order_back`). Facts contain no personal data.
-- A sale counts on the day the order was placed, a refund on the day the money went back.
create table public.sales_facts (
  order_id uuid not null references public.orders (id),
  kind text not null constraint sales_fact_kind_unknown check (kind in ('goods', 'order', 'goods_back', 'order_back')),
  line_id uuid references public.order_lines (id),
  -- The refund in `payment_transactions`; null for a sale. 0: the unpaid part of a canceled order. -1: pieces of a canceled
  -- order that no refund names; the facts `goods_back` and `order_back` with -1 sum to zero.
  transaction_id bigint,
  at timestamptz not null,
  -- In the shop's time zone.
  day date not null,
  -- These columns have no foreign key, because they stay after products and categories are deleted. The category stays as first
  -- computed.
  product_id uuid,
  variant_id uuid,
  category_id uuid,
  province text not null default '',
  -- `{provider}:{method}`, or `deposit:several`
  payment text not null default '',
  customer_type text not null default ''
    constraint sales_customer_type_unknown check (customer_type in ('new', 'returning', '')),
  source text not null,
  -- 1 for an order, 0 for a supplement.
  orders smallint not null constraint sales_orders_invalid check (orders in (0, 1)),
  pieces integer not null default 0,
  pieces_back integer not null default 0,
  -- Goods, whole rupiah with PPN. net = gross - discount.
  gross bigint not null default 0,
  discount bigint not null default 0,
  net bigint not null default 0,
  shipping bigint not null default 0,
  fee bigint not null default 0,
  -- Refunds of pieces (`back`) and all other refunds (`other_back`), whole rupiah with PPN.
  back bigint not null default 0,
  other_back bigint not null default 0,
  -- PPN; negative for refunds.
  tax bigint not null default 0,
  -- Price without PPN (`base`) and cost of the pieces whose cost was known when the order was placed. Negative for refunded
  -- pieces.
  base bigint not null default 0,
  cost bigint not null default 0,
  -- Pieces whose cost was unknown. Negative for refunded pieces.
  uncosted integer not null default 0,
  constraint sales_net_wrong check (net = gross - discount)
);
select private.protect('public.sales_facts');
select private.require_second_factor('public.sales_facts');
grant select (
  order_id, kind, line_id, transaction_id, at, day, product_id, variant_id, category_id, province, payment, customer_type,
  source, orders, pieces, pieces_back, gross, discount, net, shipping, fee, back, other_back, tax
) on public.sales_facts to authenticated;
create policy "staff who may see reports read facts" on public.sales_facts
  for select to authenticated using ((select private.may('reports.read')));
create unique index sales_fact_once on public.sales_facts (order_id, kind, line_id, transaction_id) nulls not distinct;
create index sales_facts_day on public.sales_facts (day);

-- Sums of the facts by day, month and year. Products and variants have no rows by day, because there would be as many as facts.
create table public.sales_rollups (
  dimension text not null constraint sales_dimension_unknown check (dimension in
    ('all', 'product', 'variant', 'category', 'province', 'payment', 'promotion', 'customer_type', 'source')),
  period text not null constraint sales_period_unknown check (period in ('d', 'm', 'y')),
  starts date not null,
  -- The id or value of the dimension. Empty: the fact has none, or the dimension is `all`.
  key text not null,
  orders bigint not null,
  pieces bigint not null,
  pieces_back bigint not null,
  gross bigint not null,
  -- For the dimension `promotion`: the promotion's discount on goods and delivery.
  discount bigint not null,
  net bigint not null,
  shipping bigint not null,
  fee bigint not null,
  back bigint not null,
  other_back bigint not null,
  tax bigint not null,
  base bigint not null,
  cost bigint not null,
  uncosted bigint not null,
  primary key (dimension, period, starts, key)
);
select private.protect('public.sales_rollups');
select private.require_second_factor('public.sales_rollups');
grant select (
  dimension, period, starts, key, orders, pieces, pieces_back, gross, discount, net, shipping, fee, back, other_back, tax
) on public.sales_rollups to authenticated;
create policy "staff who may see reports read sums" on public.sales_rollups
  for select to authenticated using ((select private.may('reports.read')));

-- Days whose figures differed from the ledgers at the last nightly proof.
create table private.sales_differences (
  day date primary key,
  found_at timestamptz not null default now()
);
select private.protect('private.sales_differences');

-- Queues only placed orders, because other orders have no facts.
create function private.note_sale() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.sales_changes (order_id) values (new.id);
  return null;
end $$;
revoke execute on function private.note_sale() from public;
create trigger note_sale after insert on public.orders
  for each row when (new.placed_at is not null) execute function private.note_sale();
create trigger note_changed_sale after update of status, placed_at, closed_at, payment_fee on public.orders
  for each row when (coalesce(new.placed_at, old.placed_at) is not null
    and (new.status, new.placed_at, new.closed_at, new.payment_fee)
      is distinct from (old.status, old.placed_at, old.closed_at, old.payment_fee))
  execute function private.note_sale();

-- A buyer's first order counts as an order of a new customer, each later one as an order of a returning customer. An order that
-- moves to another buyer may become that buyer's first order, so the buyer's next order is queued too.
create function private.note_sale_of_buyer() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.sales_changes (order_id)
  select new.id
  union all
  (select o.id from public.orders o where o.buyer_id = new.buyer_id and o.placed_at > new.placed_at
    order by o.placed_at limit 1);
  return null;
end $$;
revoke execute on function private.note_sale_of_buyer() from public;
create trigger note_sale_of_buyer after update of buyer_id on public.orders
  for each row when (new.placed_at is not null and new.buyer_id is not null and new.buyer_id is distinct from old.buyer_id)
  execute function private.note_sale_of_buyer();

create function private.note_sale_of() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.sales_changes (order_id) values (new.order_id);
  return null;
end $$;
revoke execute on function private.note_sale_of() from public;
create trigger note_sale after insert on public.payment_transactions
  for each row execute function private.note_sale_of();
create trigger note_sale after update of status, provider_reference on public.refunds
  for each row when ((new.status, new.provider_reference) is distinct from (old.status, old.provider_reference))
  execute function private.note_sale_of();

-- Movements of a period, for repairs and for exports.
create index payment_transactions_time on public.payment_transactions (at, id);

-- Computes the facts of orders from the ledgers. Category and cost are copied from existing facts. Product, province and
-- whether the buyer was new are copied if their source was deleted.
-- The refunds of a payment count up to the amount that the payment contributed to the total of its order: the refund of a
-- second capture is not a return of sold goods.
create function private.sale_facts_of(order_ids uuid[]) returns setof public.sales_facts
language plpgsql stable security definer set search_path = ''
as $$
declare
  zone constant text := (select s.time_zone from public.shop_settings s);
begin
  return query
  with placed as materialized (
    select o.id, o.placed_at, o.total, o.shipping, o.payment_fee, o.shipping_tax, o.payment_fee_tax, o.paid_total, o.source,
      o.supplement_of is not null as is_supplement,
      case when o.status = 'canceled' then coalesce(o.closed_at, o.placed_at) end as canceled_at,
      coalesce("left"(o.address ->> 'region_code', 2), known.province, '') as province,
      -- A deposit and a balance by different methods count under neither of them.
      coalesce((
        select case when count(distinct p.provider || ':' || p.method) > 1 then 'deposit:several' end
        from public.payments p join public.payment_transactions t on t.payment_id = p.id and t.kind = 'charge'
        where p.order_id = o.id and p.part <> 'whole'), (
        select p.provider || ':' || p.method from public.payments p
        left join public.payment_transactions t on t.payment_id = p.id and t.kind = 'charge'
        where p.order_id = o.id order by t.id nulls last, p.created_at desc limit 1), '') as payment,
      case
        when o.buyer_id is null then coalesce(known.customer_type, '')
        when exists (
          select from public.orders e where e.buyer_id = o.buyer_id and e.placed_at is not null and e.supplement_of is null
            and (e.placed_at, e.id) < (o.placed_at, o.id)) then 'returning'
        else 'new'
      end as customer_type
    from public.orders o
    left join public.sales_facts known on known.order_id = o.id and known.kind = 'order'
    where o.id = any (order_ids) and o.placed_at is not null
  ),
  lines as materialized (
    select l.*, f.order_id is not null as is_known,
      coalesce(l.product_id, f.product_id) as sold_product, coalesce(l.variant_id, f.variant_id) as sold_variant,
      case when f.order_id is not null then f.category_id else (
        select c.category_id from public.product_categories c join public.categories k on k.id = c.category_id
        where c.product_id = l.product_id order by k.position, k.id limit 1) end as sold_category,
      -- A supplement for a design has no variant: its pieces were sold before.
      case when o.is_supplement and coalesce(l.variant_id, f.variant_id) is null then 0 else l.quantity end as sold_pieces,
      case when f.order_id is not null then case when f.uncosted = 0 and f.pieces > 0 then f.cost / f.pieces end
        else (select k.cost from public.variant_costs k where k.variant_id = l.variant_id and k.valid_from <= o.placed_at
          order by k.id desc limit 1) end as unit_cost
    from placed o join public.order_lines l on l.order_id = o.id
    left join public.sales_facts f on f.order_id = l.order_id and f.kind = 'goods' and f.line_id = l.id
  ),
  charges as materialized (
    select t.order_id, t.payment_id, t.amount,
      greatest(0, least(t.amount, o.total - sum(t.amount) over before))::bigint as covered
    from placed o join public.payment_transactions t on t.order_id = o.id
    where t.kind = 'charge'
    window before as (partition by t.order_id order by t.id rows between unbounded preceding and 1 preceding)
  ),
  movements as (
    select t.id, t.order_id, t.at, r.id as refund_id, r.goods, r.shipping as refunded_shipping, c.covered,
      c.amount - c.covered as excess,
      sum(case t.kind when 'refund_reversed' then -t.amount else t.amount end) over so_far as returned,
      sum(coalesce(r.overpaid, 0)) over so_far as overpaid, t.payment_id
    from placed o join public.payment_transactions t on t.order_id = o.id and t.kind <> 'charge'
    join charges c on c.payment_id = t.payment_id
    left join lateral (
      select r.id, r.goods, r.shipping, r.overpaid from public.refunds r
      where t.kind = 'refund' and r.payment_id = t.payment_id and r.provider_reference = t.provider_reference
      order by r.id limit 1) r on true
    window so_far as (partition by t.payment_id order by t.id)
  ),
  returns as materialized (
    select m.id, m.order_id, m.at, m.refund_id, coalesce(m.goods, 0) as goods, coalesce(m.refunded_shipping, 0) as refunded_shipping,
      (m.upto - coalesce(lag(m.upto) over (partition by m.payment_id order by m.id), 0))::bigint as amount
    from (
      select *, greatest(0, least(returned - least(overpaid, excess), covered)) as upto from movements) m
  ),
  -- Pieces that refunds name, each with the PPN of its share.
  refunded as materialized (
    select r.refund_id, l.id as line_id, r.quantity, r.amount,
      case when l.total = 0 then 0 else round(l.tax_included::numeric * sum(r.amount) over so_far / l.total)
        - round(l.tax_included::numeric * (sum(r.amount) over so_far - r.amount) / l.total) end::bigint as tax
    from lines l join public.refund_lines r on r.order_line_id = l.id join public.refunds f on f.id = r.refund_id
    window so_far as (partition by l.id order by f.created_at, f.id)
  ),
  -- A canceled order that retains no money: pieces that no refund names.
  unnamed as (
    select l.id as line_id, l.order_id, l.quantity - coalesce(r.pieces, 0) as quantity,
      l.total - l.lowered - coalesce(r.amount, 0) as amount, l.tax_included - coalesce(r.tax, 0) as tax,
      greatest(o.canceled_at, (select max(m.at) from returns m where m.order_id = o.id)) as at
    from placed o join lines l on l.order_id = o.id
    left join (
      select d.line_id, sum(d.quantity)::integer as pieces, sum(d.amount)::bigint as amount, sum(d.tax)::bigint as tax
      from refunded d group by d.line_id) r on r.line_id = l.id
    where o.canceled_at is not null and o.paid_total = 0 and l.quantity > coalesce(r.pieces, 0)
  ),
  unpaid as (
    select o.id as order_id, o.canceled_at as at, o.total - coalesce(sum(c.covered), 0)::bigint as amount,
      case when coalesce(sum(c.covered), 0) = 0 then o.shipping_tax + o.payment_fee_tax else 0 end as tax
    from placed o left join charges c on c.order_id = o.id
    where o.canceled_at is not null
    group by o.id, o.canceled_at, o.total, o.shipping_tax, o.payment_fee_tax
  ),
  goods_back as (
    select r.id as transaction_id, r.at, d.line_id, d.quantity, d.amount, d.tax
    from returns r join refunded d on d.refund_id = r.refund_id
    union all
    select -1, u.at, u.line_id, u.quantity, u.amount, u.tax from unnamed u
  ),
  order_back as (
    select r.order_id, r.id as transaction_id, r.at, r.amount - r.goods as amount,
      case when o.shipping = 0 then 0
        else round(o.shipping_tax::numeric * r.refunded_shipping / o.shipping) end::bigint as tax
    from returns r join placed o on o.id = r.order_id
    union all
    select u.order_id, 0, u.at, u.amount, u.tax from unpaid u
    union all
    select u.order_id, -1, u.at, -sum(u.amount)::bigint, 0 from unnamed u group by u.order_id, u.at
  ),
  facts as (
    select l.order_id, 'goods' as kind, l.id as line_id, null::bigint as transaction_id, o.placed_at as at, l.sold_product,
      l.sold_variant, l.sold_category, l.sold_pieces as pieces, 0 as pieces_back, l.total + l.discount as gross, l.discount,
      l.total as net, 0::bigint as shipping, 0::bigint as fee, 0::bigint as back, 0::bigint as other_back, l.tax_included as tax,
      case when l.unit_cost is null then 0 else l.total - l.tax_included end as base,
      coalesce(l.unit_cost * l.sold_pieces, 0) as cost,
      case when l.unit_cost is null then l.sold_pieces else 0 end as uncosted
    from lines l join placed o on o.id = l.order_id
    union all
    select o.id, 'order', null, null, o.placed_at, null, null, null, 0, 0, 0, 0, 0, o.shipping, o.payment_fee, 0, 0,
      o.shipping_tax + o.payment_fee_tax, 0, 0, 0
    from placed o
    union all
    select l.order_id, 'goods_back', l.id, g.transaction_id, g.at, l.sold_product, l.sold_variant, l.sold_category, 0,
      least(g.quantity, l.sold_pieces), 0, 0, 0, 0, 0, g.amount, 0, -g.tax,
      case when l.unit_cost is null then 0 else g.tax - g.amount end,
      -coalesce(l.unit_cost * least(g.quantity, l.sold_pieces), 0),
      case when l.unit_cost is null then -least(g.quantity, l.sold_pieces) else 0 end
    from goods_back g join lines l on l.id = g.line_id
    union all
    select b.order_id, 'order_back', null, b.transaction_id, b.at, null, null, null, 0, 0, 0, 0, 0, 0, 0, 0, b.amount, -b.tax,
      0, 0, 0
    from order_back b where b.amount <> 0 or b.tax <> 0
  )
  select f.order_id, f.kind, f.line_id, f.transaction_id, f.at, (f.at at time zone zone)::date, f.sold_product, f.sold_variant,
    f.sold_category, o.province, o.payment, o.customer_type, o.source, case when o.is_supplement then 0 else 1 end::smallint,
    f.pieces, f.pieces_back, f.gross, f.discount, f.net, f.shipping, f.fee, f.back, f.other_back, f.tax, f.base, f.cost, f.uncosted
  from facts f join placed o on o.id = f.order_id;
end $$;
revoke execute on function private.sale_facts_of(uuid[]) from public;

-- Each fact once for each dimension. Products, variants and categories have only facts of goods. They count the distinct orders
-- of the facts `goods`; the other dimensions count the facts `order`.
create view private.sales_parts with (security_invoker = on) as
  select k.dimension, k.key, f.order_id, f.day,
    f.orders = 1 and f.kind = case when k.is_goods then 'goods' else 'order' end as counts,
    f.pieces, f.pieces_back, f.gross, f.discount, f.net, f.shipping, f.fee, f.back, f.other_back, f.tax, f.base, f.cost, f.uncosted
  from public.sales_facts f
  cross join lateral (values
    ('all', '', false), ('province', f.province, false), ('payment', f.payment, false),
    ('customer_type', f.customer_type, false), ('source', f.source, false),
    ('product', coalesce(f.product_id::text, ''), true), ('variant', coalesce(f.variant_id::text, ''), true),
    ('category', coalesce(f.category_id::text, ''), true)) k (dimension, key, is_goods)
  where not k.is_goods or f.kind in ('goods', 'goods_back')
  union all
  select 'promotion', p.promotion_id::text, f.order_id, f.day, f.orders = 1 and f.kind = 'order',
    f.pieces, f.pieces_back, f.gross, case when f.kind = 'order' then p.discount else 0 end, f.net, f.shipping, f.fee, f.back,
    f.other_back, f.tax, f.base, f.cost, f.uncosted
  from public.sales_facts f join public.order_promos p on p.order_id = f.order_id;
grant select on private.sales_parts to service_role;

-- Sums the facts of some orders by day.
create function private.sum_sales(order_ids uuid[]) returns setof public.sales_rollups
language plpgsql stable security definer set search_path = ''
as $$
begin
  return query
  select p.dimension, 'd', p.day, p.key, count(distinct p.order_id) filter (where p.counts), sum(p.pieces)::bigint,
    sum(p.pieces_back)::bigint, sum(p.gross)::bigint, sum(p.discount)::bigint, sum(p.net)::bigint, sum(p.shipping)::bigint,
    sum(p.fee)::bigint, sum(p.back)::bigint, sum(p.other_back)::bigint, sum(p.tax)::bigint, sum(p.base)::bigint,
    sum(p.cost)::bigint, sum(p.uncosted)::bigint
  from private.sales_parts p where p.order_id = any (order_ids)
  group by p.dimension, p.day, p.key;
end $$;
revoke execute on function private.sum_sales(uuid[]) from public;

-- Recomputes the facts of orders and adds the difference to the rollups. A repeated call changes nothing.
create function private.compute_sales(order_ids uuid[]) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  facts public.sales_facts[];
  changed uuid[];
  before public.sales_rollups[];
begin
  facts := array(select f from private.sale_facts_of(order_ids) f);
  changed := array(
    select distinct d.order_id from (
      (select n.* from unnest(facts) n except all select f.* from public.sales_facts f where f.order_id = any (order_ids))
      union all
      (select f.* from public.sales_facts f where f.order_id = any (order_ids) except all select n.* from unnest(facts) n)) d);
  if cardinality(changed) = 0 then return; end if;
  before := array(select s from private.sum_sales(changed) s);
  delete from public.sales_facts where order_id = any (changed);
  insert into public.sales_facts select n.* from unnest(facts) n where n.order_id = any (changed);
  insert into public.sales_rollups as r
  select d.dimension, p.period, date_trunc(p.unit, d.starts)::date as starts, d.key,
    sum(d.sign * d.orders), sum(d.sign * d.pieces), sum(d.sign * d.pieces_back), sum(d.sign * d.gross), sum(d.sign * d.discount),
    sum(d.sign * d.net), sum(d.sign * d.shipping), sum(d.sign * d.fee), sum(d.sign * d.back), sum(d.sign * d.other_back),
    sum(d.sign * d.tax), sum(d.sign * d.base), sum(d.sign * d.cost), sum(d.sign * d.uncosted)
  from (
    select 1 as sign, n.* from private.sum_sales(changed) n
    union all
    select -1, b.* from unnest(before) b) d
  cross join (values ('d', 'day'), ('m', 'month'), ('y', 'year')) p (period, unit)
  where p.period <> 'd' or d.dimension not in ('product', 'variant')
  group by d.dimension, p.period, 3, d.key
  order by 1, 2, 3, 4
  on conflict (dimension, period, starts, key) do update set
    orders = r.orders + excluded.orders, pieces = r.pieces + excluded.pieces,
    pieces_back = r.pieces_back + excluded.pieces_back, gross = r.gross + excluded.gross,
    discount = r.discount + excluded.discount, net = r.net + excluded.net, shipping = r.shipping + excluded.shipping,
    fee = r.fee + excluded.fee, back = r.back + excluded.back, other_back = r.other_back + excluded.other_back,
    tax = r.tax + excluded.tax, base = r.base + excluded.base, cost = r.cost + excluded.cost,
    uncosted = r.uncosted + excluded.uncosted;
end $$;
revoke execute on function private.compute_sales(uuid[]) from public;

-- Queues all orders that were placed, were refunded or have facts in a range of days. Returns their number.
create function private.queue_sales(from_day date, until_day date) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  queued integer;
begin
  insert into private.sales_changes (order_id, repair)
  select found.order_id, true from (
    -- One day wider at both ends, to include every time zone.
    select o.id as order_id from public.orders o
    where o.placed_at >= from_day - 1 and o.placed_at < until_day + 2
    union
    select t.order_id from public.payment_transactions t
    where t.kind <> 'charge' and t.at >= from_day - 1 and t.at < until_day + 2
    union
    select f.order_id from public.sales_facts f where f.day between from_day and until_day) found;
  get diagnostics queued = row_count;
  return queued;
end $$;
revoke execute on function private.queue_sales(date, date) from public;

-- The job: processes up to 200 changes, or queues a month. Returns 0 when nothing is left or another process runs it, else the
-- number of changes or more. Two processes at a time could compute one order from different states of the ledgers.
create function private.follow_sales() returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  taken bigint[];
  next_month date;
begin
  if not pg_try_advisory_xact_lock(718261) then return 0; end if;
  taken := array(select id from private.sales_changes order by repair, id limit 200);
  if cardinality(taken) = 0 then
    delete from private.sales_months where month = (select max(m.month) from private.sales_months m) returning month into next_month;
    if next_month is null then return 0; end if;
    return 1 + private.queue_sales(next_month, (next_month + interval '1 month')::date - 1);
  end if;
  perform private.compute_sales(array(
    select distinct order_id from private.sales_changes where id = any (taken) order by order_id));
  delete from private.sales_changes where id = any (taken);
  return cardinality(taken);
end $$;
revoke execute on function private.follow_sales() from public;
grant execute on function private.follow_sales() to service_role;

-- Replaces the rollups of a month by the sums of its facts, then those of its year by the sums of the months.
create function private.rebuild_sales(month date) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  from_day constant date := date_trunc('month', month)::date;
  until_day constant date := (from_day + interval '1 month')::date - 1;
begin
  perform pg_advisory_xact_lock(718261);
  delete from public.sales_rollups where period in ('d', 'm') and starts between from_day and until_day;
  insert into public.sales_rollups
  select p.dimension, g.period, date_trunc(g.unit, p.day)::date, p.key, count(distinct p.order_id) filter (where p.counts),
    sum(p.pieces), sum(p.pieces_back), sum(p.gross), sum(p.discount), sum(p.net), sum(p.shipping), sum(p.fee), sum(p.back),
    sum(p.other_back), sum(p.tax), sum(p.base), sum(p.cost), sum(p.uncosted)
  from private.sales_parts p cross join (values ('d', 'day'), ('m', 'month')) g (period, unit)
  where p.day between from_day and until_day and (g.period = 'm' or p.dimension not in ('product', 'variant'))
  group by p.dimension, g.period, 3, p.key;
  delete from public.sales_rollups where period = 'y' and starts = date_trunc('year', from_day)::date;
  insert into public.sales_rollups
  select dimension, 'y', date_trunc('year', from_day)::date, key, sum(orders), sum(pieces), sum(pieces_back), sum(gross),
    sum(discount), sum(net), sum(shipping), sum(fee), sum(back), sum(other_back), sum(tax), sum(base), sum(cost), sum(uncosted)
  from public.sales_rollups
  where period = 'm' and starts between date_trunc('year', from_day)::date
    and (date_trunc('year', from_day) + interval '11 months')::date
  group by dimension, key;
end $$;
revoke execute on function private.rebuild_sales(date) from public;
grant execute on function private.rebuild_sales(date) to service_role;

-- A new time zone moves sales to other days, so all orders are recomputed.
create function private.requeue_sales() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.sales_months (month)
  select m::date from (select min(f.day) as first, max(f.day) as last from public.sales_facts f) d
  cross join generate_series(date_trunc('month', d.first), date_trunc('month', d.last), interval '1 month') m
  on conflict do nothing;
  return null;
end $$;
revoke execute on function private.requeue_sales() from public;
create trigger requeue_sales after update of time_zone on public.shop_settings
  for each row when (new.time_zone <> old.time_zone) execute function private.requeue_sales();

-- Finds differences between the ledgers and the facts, and between the facts and the rollups, in a range of days. Sums the
-- ledgers without private.sale_facts_of(), to find its errors. Leaves out orders that are in the queue.
create function private.find_sales_differences(from_day date, until_day date)
returns table (kind text, order_id uuid, day date, expected bigint, found bigint)
language plpgsql stable security definer set search_path = ''
as $$
declare
  zone constant text := (select s.time_zone from public.shop_settings s);
begin
  return query
  with orders as materialized (
    select o.id, (o.placed_at at time zone zone)::date as day, o.total, o.status, o.supplement_of
    from public.orders o
    where o.placed_at >= from_day::timestamp at time zone zone and o.placed_at < (until_day + 1)::timestamp at time zone zone
      and not exists (select from private.sales_changes c where c.order_id = o.id)
  ),
  facts as materialized (
    select f.order_id, sum(f.net + f.shipping + f.fee)::bigint as sold, min(f.day) filter (where f.kind = 'order') as day,
      sum(f.back + f.other_back)::bigint as back
    from public.sales_facts f where f.order_id in (select id from orders) group by f.order_id
  ),
  money as (
    select o.id, sum(case when b.charged > 0 then greatest(0, least(
        b.returned - least(coalesce(r.overpaid, 0), b.charged - c.covered), c.covered)) else 0 end)::bigint as back,
      coalesce(sum(c.covered), 0)::bigint as covered
    from orders o left join private.payment_balances b on b.order_id = o.id
    left join lateral (
      select greatest(0, least(t.amount, o.total - coalesce((
          select sum(e.amount) from public.payment_transactions e
          where e.order_id = o.id and e.kind = 'charge' and e.id < t.id), 0)))::bigint as covered
      from public.payment_transactions t where t.payment_id = b.payment_id and t.kind = 'charge') c on true
    left join lateral (
      select sum(f.overpaid)::bigint as overpaid from public.refunds f
      where f.payment_id = b.payment_id and exists (
        select from public.payment_transactions t where t.payment_id = f.payment_id and t.kind = 'refund'
          and t.provider_reference = f.provider_reference)) r on true
    group by o.id
  )
  select 'sold', o.id, o.day, o.total, coalesce(f.sold, 0)
  from orders o left join facts f on f.order_id = o.id where f.sold is distinct from o.total or f.day is distinct from o.day
  union all
  select 'back', o.id, o.day,
    coalesce(m.back, 0) + case when o.status = 'canceled' then o.total - m.covered else 0 end, coalesce(f.back, 0)
  from orders o join money m on m.id = o.id left join facts f on f.order_id = o.id
  where coalesce(m.back, 0) + case when o.status = 'canceled' then o.total - m.covered else 0 end
    is distinct from coalesce(f.back, 0)
  union all
  -- Facts of orders that are no longer placed.
  select 'sold', f.order_id, f.day, 0, f.net
  from public.sales_facts f join public.orders o on o.id = f.order_id
  where f.day between from_day and until_day and o.placed_at is null
    and not exists (select from private.sales_changes c where c.order_id = o.id);
  return query
  select 'rollup', null::uuid, d.day, d.expected, d.found from (
    select coalesce(e.day, r.day) as day, coalesce(e.sum, 0)::bigint as expected, coalesce(r.sum, 0)::bigint as found
    from (
      select p.dimension, p.day, sum(p.net + p.shipping + p.fee + 3 * p.back + 5 * p.other_back + 7 * p.tax + 11 * p.base
        + 13 * p.cost + 17 * p.pieces + 19 * p.pieces_back) + 23 * count(distinct p.order_id || p.key) filter (where p.counts) as sum
      from private.sales_parts p
      where p.day between from_day and until_day and p.dimension not in ('product', 'variant') group by p.dimension, p.day) e
    full join (
      select u.dimension, u.starts as day, sum(u.net + u.shipping + u.fee + 3 * u.back + 5 * u.other_back + 7 * u.tax + 11 * u.base
        + 13 * u.cost + 17 * u.pieces + 19 * u.pieces_back + 23 * u.orders) as sum
      from public.sales_rollups u
      where u.period = 'd' and u.starts between from_day and until_day group by u.dimension, u.starts) r
    using (dimension, day)) d
  where d.expected <> d.found;
end $$;
revoke execute on function private.find_sales_differences(date, date) from public;
grant execute on function private.find_sales_differences(date, date) to service_role;
