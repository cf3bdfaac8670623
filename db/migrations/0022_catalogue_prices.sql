-- The history of prices, sales that begin and end at a set time, and costs (docs/why/catalogue.md).

create extension if not exists btree_gist with schema extensions;

-- Every change of what buyers see as the price of a variant. Rows of a deleted variant go with it.
create table public.price_changes (
  id bigint generated always as identity primary key,
  variant_id uuid not null references public.product_variants (id) on delete cascade,
  -- Whole rupiah. What buyers saw from here on, and the price without a sale.
  price bigint not null,
  was_price bigint,
  base_price bigint not null,
  cause text not null constraint price_cause_unknown
    check (cause in ('created', 'changed', 'sale_began', 'sale_ended', 'sale_changed')),
  sale_id uuid,
  -- As private.current_actor() says.
  actor text not null,
  at timestamptz not null default now(),
  -- The approval under which the row was written. The use case that performs an approved act sets it for the transaction.
  approval_id uuid default nullif(current_setting('shop.approval', true), '')::uuid references public.approvals (id)
);
select private.protect('public.price_changes');
select private.require_second_factor('public.price_changes');
revoke insert, update, delete on public.price_changes from service_role;
grant select on public.price_changes to authenticated;
create policy "staff read the history of prices" on public.price_changes
  for select to authenticated using ((select private.may('products.read')));
create index price_changes_variant on public.price_changes (variant_id, id);
create index price_changes_approval on public.price_changes (approval_id) where approval_id is not null;
create trigger never_changes before update or delete on public.price_changes
  for each row when (pg_trigger_depth() = 0) execute function private.refuse_change();

create table public.sales (
  id uuid primary key,
  name text not null constraint sale_name_invalid check (length(btrim(name)) between 1 and 80),
  kind text not null constraint sale_kind_unknown check (kind in ('percent', 'amount', 'fixed')),
  -- Percent, or whole rupiah.
  value bigint not null constraint sale_value_invalid
    check (value between 1 and case kind when 'percent' then 99 else 1000000000000 end),
  -- Products, and every product of categories. All variants take part that exist when the sale is scheduled.
  product_ids uuid[] not null default '{}',
  category_ids uuid[] not null default '{}',
  starts_at timestamptz not null,
  ends_at timestamptz not null constraint sale_period_invalid check (ends_at > starts_at),
  -- A scheduled sale is on between its moments. Ended: before its time.
  state text not null default 'draft' constraint sale_state_unknown check (state in ('draft', 'scheduled', 'ended')),
  created_by uuid references public.profiles (id) on delete set null,
  created_at timestamptz not null default now(),
  version integer not null default 1,
  -- Who scheduled it, and whether this person still had the right when it began.
  scheduled_by uuid references public.profiles (id) on delete set null,
  is_right_checked boolean not null default false
);
select private.protect('public.sales');
select private.require_second_factor('public.sales');
grant select on public.sales to authenticated;
create policy "staff read sales" on public.sales
  for select to authenticated using ((select private.may('products.read')));
create index sales_scheduler on public.sales (scheduled_by) where scheduled_by is not null;
create index sales_newest on public.sales (created_at, id);
select private.audit('public.sales', 'sale', 'id', '{created_at,scheduled_by,is_right_checked}');
create trigger raise_version before update on public.sales
  for each row execute function private.raise_version();

-- The price of a variant during a sale. PostgreSQL refuses a second sale at the same time.
create table public.sale_prices (
  sale_id uuid not null references public.sales (id) on delete cascade,
  variant_id uuid not null references public.product_variants (id) on delete cascade,
  -- Whole rupiah; base_price was the price when the sale was scheduled.
  price bigint not null constraint sale_price_invalid check (price > 0 and price < base_price),
  base_price bigint not null,
  period tstzrange not null,
  primary key (sale_id, variant_id),
  constraint sale_price_overlap exclude using gist (variant_id extensions.gist_uuid_ops with =, period with &&)
);
select private.protect('public.sale_prices');
select private.require_second_factor('public.sale_prices');
grant select on public.sale_prices to authenticated;
create policy "staff read prices of sales" on public.sale_prices
  for select to authenticated using ((select private.may('products.read')));
create index sale_prices_period on public.sale_prices using gist (period);

-- A price during a sale, rounded to whole rupiah; null when the sale would not lower it.
create function private.sale_price(kind text, value bigint, base bigint) returns bigint
language sql immutable set search_path = ''
as $$
  select case when price > 0 and price < base then price end
  from (select case kind
    when 'percent' then (base * (100 - value) + 50) / 100 when 'amount' then base - value else value end as price) p
$$;
grant execute on function private.sale_price(text, bigint, bigint) to service_role;

-- Marks the prices of the sales that are on in the catalogue, and removes those of sales that are over. Returns the
-- number of changed variants.
create function private.sync_sale_prices() returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  changed integer;
begin
  -- One at a time, so that a later one never undoes what an earlier one saw.
  perform pg_advisory_xact_lock(718247);
  update public.product_variants v set sale_price = wanted.price
  from (
    select known.id, s.price
    from (
      select id from public.product_variants where sale_price is not null
      union select variant_id from public.sale_prices where period @> now()
    ) known
    left join public.sale_prices s on s.variant_id = known.id and s.period @> now()
  ) wanted
  where v.id = wanted.id and v.sale_price is distinct from wanted.price;
  get diagnostics changed = row_count;
  return changed;
end $$;
grant execute on function private.sync_sale_prices() to service_role;

-- A sale that begins within a minute becomes a draft again when the person who scheduled it may no longer change prices; staff
-- are notified. A job calls this every minute.
create function private.withdraw_sales_without_right() returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  withdrawn uuid[];
begin
  update public.sales set is_right_checked = true
  where state = 'scheduled' and not is_right_checked and starts_at <= now() + interval '1 minute'
    and private.may(scheduled_by, 'prices.edit');
  withdrawn := array(
    select id from public.sales
    where state = 'scheduled' and not is_right_checked and starts_at <= now() + interval '1 minute'
    order by id for update);
  if cardinality(withdrawn) = 0 then return 0; end if;
  delete from public.sale_prices where sale_id = any (withdrawn);
  update public.sales set state = 'draft', is_right_checked = true where id = any (withdrawn);
  return cardinality(withdrawn);
end $$;
grant execute on function private.withdraw_sales_without_right() to service_role;
create trigger note_sale_withdrawn after update of state on public.sales
  for each row when (old.state = 'scheduled' and new.state = 'draft' and new.is_right_checked and not old.is_right_checked)
  execute function private.note_staff_event('sale_withdrawn', 'id');

-- Without nested loops: the transition tables have no statistics, and comparing each of 2,000 variants with each other
-- took 310 ms (bench/back-office.ts, every price saved).
create function private.note_price_changes() returns trigger
language plpgsql security definer set search_path = '' set enable_nestloop = off
as $$
declare
  actor constant text := coalesce(private.current_actor(), 'job:database');
  lowered jsonb;
begin
  if tg_op = 'INSERT' then
    insert into public.price_changes (variant_id, price, was_price, base_price, cause, actor)
    select id, shown_price, shown_was_price, price, 'created', actor from added;
    perform private.limit_price_cuts(jsonb_agg(jsonb_build_array(id, price))) from added having count(*) > 0;
    return null;
  end if;
  select jsonb_agg(jsonb_build_array(n.id, n.price)) into lowered
  from added n join removed o using (id) where n.price < o.price;
  if lowered is not null then perform private.limit_price_cuts(lowered); end if;
  insert into public.price_changes (variant_id, price, was_price, base_price, cause, sale_id, actor)
  select n.id, n.shown_price, n.shown_was_price, n.price,
    case when o.sale_price is not distinct from n.sale_price then 'changed'
      when o.sale_price is null then 'sale_began' when n.sale_price is null then 'sale_ended' else 'sale_changed' end,
    case when n.sale_price is not null then
      (select s.sale_id from public.sale_prices s where s.variant_id = n.id and s.period @> now()) end,
    case when o.sale_price is not distinct from n.sale_price then actor else 'job:sales' end
  from added n join removed o using (id)
  where (n.price, n.shown_price, n.shown_was_price) is distinct from (o.price, o.shown_price, o.shown_was_price)
  order by n.id;
  return null;
end $$;
create trigger note_prices_on_insert after insert on public.product_variants referencing new table as added
  for each statement execute function private.note_price_changes();
create trigger note_prices_on_update after update on public.product_variants
  referencing old table as removed new table as added
  for each statement execute function private.note_price_changes();

-- The lowest prices of variants. before_current: in the 30 days before the present price began, which a was-price is
-- compared with; null: there was none. until_now: in the last 30 days.
create function private.lowest_prices(variants uuid[])
returns table (variant_id uuid, before_current bigint, until_now bigint)
language sql stable security definer rows 100 set search_path = ''
as $$
  with runs as (
    select c.variant_id, c.id, c.price, c.at,
      lead(c.at) over w as until, c.price is distinct from lag(c.price) over w as is_new
    from public.price_changes c where c.variant_id = any (variants)
    window w as (partition by c.variant_id order by c.id)
  ), present as (
    select r.variant_id, max(r.id) as id from runs r where r.is_new group by r.variant_id
  )
  select p.variant_id,
    min(r.price) filter (where r.id < p.id and coalesce(r.until, now()) > began.at - interval '30 days'),
    min(r.price) filter (where coalesce(r.until, 'infinity') > now() - interval '30 days')
  from present p join runs began on began.id = p.id join runs r on r.variant_id = p.variant_id
  group by p.variant_id
$$;
grant execute on function private.lowest_prices(uuid[]) to service_role;

-- The reference price of a price cut: the price 24 hours ago, or the last price that a colleague approved since then. The
-- reference prevents splitting a large cut into small ones, and allows reverting a price that was raised by mistake. A
-- variant younger than 24 hours uses its first price or the price of the cheapest older variant of its product, whichever is
-- higher, because replacing a variant by a cheaper one is a cut too.
create function private.price_before_cut(variant uuid) returns bigint
language sql stable security definer set search_path = ''
as $$
  select coalesce(
    (select base_price from public.price_changes
      where variant_id = variant and (at <= now() - interval '24 hours' or approval_id is not null)
      order by id desc limit 1),
    greatest(
      (select base_price from public.price_changes where variant_id = variant order by id limit 1),
      (select min(older.base_price) from public.product_variants v
        join public.product_variants other on other.product_id = v.product_id
        cross join lateral (
          select base_price from public.price_changes
          where variant_id = other.id and at <= now() - interval '24 hours' order by id desc limit 1) older
        where v.id = variant)))
$$;
grant execute on function private.price_before_cut(uuid) to service_role;

-- Percent of the largest cut, rounded up; null: none. A product that never was in the shop window has no price to cut.
-- prices: [[variant, new price], …]
create function private.largest_cut(prices jsonb) returns bigint
language sql stable security definer set search_path = ''
as $$
  select max(ceil((b.price - n.price) * 100.0 / b.price))::bigint
  from (select (p ->> 0)::uuid as id, (p ->> 1)::bigint as price from jsonb_array_elements(prices) p) n
  join public.product_variants v on v.id = n.id
  join public.products p on p.id = v.product_id and p.published_at is not null
  cross join lateral (select private.price_before_cut(n.id) as price) b
  where b.price > n.price
$$;
grant execute on function private.largest_cut(jsonb) to service_role;

-- Called by private.note_price_changes() for lowered prices, before it notes them, and for prices of sales.
create function private.limit_price_cuts(prices jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  person constant uuid := private.current_person();
  largest bigint;
  cut bigint;
begin
  if person is null then return; end if;
  largest := private.limit_of(person, 'price_cut');
  if largest is null then return; end if;
  cut := private.largest_cut(prices);
  if cut is not null then perform private.check_limit('price_cut', largest, cut); end if;
end $$;
revoke execute on function private.limit_price_cuts(jsonb) from public;

create function private.limit_sale_prices() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.limit_price_cuts(jsonb_agg(jsonb_build_array(variant_id, price))) from added;
  return null;
end $$;
revoke execute on function private.limit_sale_prices() from public;
create trigger limit_sale_prices after insert on public.sale_prices referencing new table as added
  for each statement execute function private.limit_sale_prices();

-- What a piece costs the shop (docs/why/catalogue.md): only for staff with `costs.read`.

-- The cost of a variant from a moment on; the newest row counts. Typed by staff, or from received pieces: then it is the
-- moving average of the pieces on hand. It only grows.
create table public.variant_costs (
  id bigint generated always as identity primary key,
  product_id uuid not null references public.products (id) on delete cascade,
  variant_id uuid not null references public.product_variants (id) on delete cascade,
  valid_from timestamptz not null default now(),
  -- Whole rupiah a piece, without PPN.
  cost bigint not null constraint cost_invalid check (cost between 0 and 1000000000000),
  -- The received pieces, and what each of them cost. Null: typed.
  movement_id bigint constraint movement_cost_taken unique references public.stock_movements (id) on delete restrict,
  unit_cost bigint constraint unit_cost_invalid check (unit_cost between 0 and 1000000000000),
  actor_id uuid,
  constraint movement_cost_incomplete check ((movement_id is null) = (unit_cost is null))
);
select private.protect('public.variant_costs');
select private.require_second_factor('public.variant_costs');
revoke update, delete on public.variant_costs from service_role;
grant select on public.variant_costs to authenticated;
create policy "staff who may see costs read them" on public.variant_costs
  for select to authenticated using ((select private.may('costs.read')));
create index variant_costs_newest on public.variant_costs (variant_id, id desc);
create index variant_costs_product on public.variant_costs (product_id);
-- The log has no amounts, because its readers need no `costs.read`.
select private.audit('public.variant_costs', 'product', 'product_id', '{id,valid_from,cost,unit_cost,movement_id,actor_id}');
create trigger never_changes before update or delete on public.variant_costs
  for each row when (pg_trigger_depth() = 0) execute function private.refuse_change();

-- The present cost of one piece of a variant; null when unknown.
create function private.cost_of(variant uuid) returns bigint
language sql stable set search_path = ''
as $$ select cost from public.variant_costs where variant_id = variant order by id desc limit 1 $$;
revoke execute on function private.cost_of(uuid) from public;
grant execute on function private.cost_of(uuid) to service_role;

-- Fills in the product, and of received pieces the moving average. The row of the stock is locked, so that two deliveries are
-- averaged one after the other.
create function private.average_cost() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  pieces integer;
  on_hand_before integer;
  before bigint;
begin
  select product_id into new.product_id from public.product_variants where id = new.variant_id;
  select on_hand into on_hand_before from public.stock_items where variant_id = new.variant_id for no key update;
  if new.movement_id is null then return new; end if;
  select quantity into pieces from public.stock_movements
  where id = new.movement_id and variant_id = new.variant_id and kind = 'received';
  if not found then
    raise exception 'no received pieces' using errcode = 'check_violation', constraint = 'cost_without_receipt';
  end if;
  on_hand_before := greatest(on_hand_before - pieces, 0);
  before := coalesce(private.cost_of(new.variant_id), new.unit_cost);
  new.cost := round((before::numeric * on_hand_before + new.unit_cost::numeric * pieces) / (on_hand_before + pieces));
  return new;
end $$;
revoke execute on function private.average_cost() from public;
create trigger average_cost before insert on public.variant_costs
  for each row execute function private.average_cost();

-- The value of one piece for the write-off limit: the highest price or cost of the last 30 days, so that lowering the price
-- before a write-off does not lower the value.
create function private.value_of_piece(variant uuid) returns bigint
language sql stable security definer set search_path = ''
as $$
  select greatest(
    (select price from public.product_variants where id = variant),
    (select max(base_price) from public.price_changes where variant_id = variant and at > now() - interval '30 days'),
    (select base_price from public.price_changes where variant_id = variant and at <= now() - interval '30 days'
      order by id desc limit 1),
    (select max(cost) from public.variant_costs where variant_id = variant and valid_from > now() - interval '30 days'),
    (select cost from public.variant_costs where variant_id = variant and valid_from <= now() - interval '30 days'
      order by id desc limit 1))
$$;
revoke execute on function private.value_of_piece(uuid) from public;

-- What counted pieces are worth that would be written off. counts: [[variant, pieces less than before], …]
create function private.value_of_pieces(counts jsonb) returns bigint
language sql stable security definer set search_path = ''
as $$
  select coalesce(sum((c ->> 1)::bigint * private.value_of_piece((c ->> 0)::uuid)), 0)::bigint
  from jsonb_array_elements(counts) c
$$;
grant execute on function private.value_of_pieces(jsonb) to service_role;
