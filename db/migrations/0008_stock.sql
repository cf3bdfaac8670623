-- Stock. Only movements change `on_hand` and `allocated`, and only holds change `held`; nobody, service_role
-- included, has a grant to update them.

create table public.stock_items (
  variant_id uuid primary key references public.product_variants (id) on delete cascade,
  on_hand integer not null default 0 constraint on_hand_negative check (on_hand >= 0),
  -- Promised to placed orders that have not shipped.
  allocated integer not null default 0 constraint allocated_negative check (allocated >= 0),
  -- Reserved for orders that await payment.
  held integer not null default 0 constraint held_negative check (held >= 0),
  -- Pieces that are never sold, e.g. a display piece.
  safety integer not null default 0 constraint safety_negative check (safety >= 0),
  -- Pieces that may be sold before they have been received.
  backorder_limit integer not null default 0
    constraint backorder_limit_negative check (backorder_limit >= 0),
  available integer
    generated always as (on_hand - allocated - held - safety + backorder_limit) stored,
  updated_at timestamptz not null default now()
);
select private.protect('public.stock_items');
select private.require_second_factor('public.stock_items');
revoke update, delete on public.stock_items from service_role;
-- The grant on `safety` and `backorder_limit` also allows `select … for update`.
grant update (safety, backorder_limit) on public.stock_items to service_role;
grant select on public.stock_items to authenticated;
create policy "staff read stock" on public.stock_items
  for select to authenticated using ((select private.may('stock.read')));

-- Refuses overselling for every writer. Only reserving can fail; releasing never does.
create function private.guard_stock() returns trigger
language plpgsql set search_path = ''
as $$
begin
  -- A `before` trigger does not see generated columns yet.
  if new.on_hand - new.allocated - new.held - new.safety + new.backorder_limit < 0
      and (new.allocated + new.held > old.allocated + old.held) then
    raise exception 'not enough stock' using errcode = 'check_violation', constraint = 'out_of_stock';
  end if;
  return new;
end $$;
create trigger guard_stock before update on public.stock_items
  for each row execute function private.guard_stock();

-- out, low or in. low_pieces: shop_settings.low_stock_pieces.
create function private.stock_band(pieces integer, low_pieces integer) returns text
language sql immutable set search_path = ''
as $$ select case when pieces <= 0 then 'out' when pieces <= low_pieces then 'low' else 'in' end $$;

-- Variants whose stock became low or sold out, until staff are notified (shop/catalogue/stock/notify-low-stock.server.ts).
create table private.stock_crossings (
  id bigint generated always as identity primary key,
  variant_id uuid not null references public.product_variants (id) on delete cascade,
  band text not null constraint crossing_band_unknown check (band in ('low', 'out')),
  at timestamptz not null default now(),
  notified_at timestamptz
);
select private.protect('private.stock_crossings');
create index stock_crossings_open on private.stock_crossings (id) where notified_at is null;
create index stock_crossings_variant on private.stock_crossings (variant_id);

-- Updates variants only when their band changes, because an update of a variant invalidates the catalogue caches. Falling
-- stock is noted for the notice to staff; a new variant without stock is none.
create function private.follow_stock_band() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' then
    -- As in private.refresh_products_on_text().
    if not exists (select variant_id, available from added except select variant_id, available from removed) then
      return null;
    end if;
  end if;
  if not exists (
    select from added join public.product_variants v on v.id = added.variant_id
    join public.products p on p.id = v.product_id, public.shop_settings s
    where v.stock_band <> private.stock_band(added.available, coalesce(p.low_stock_at, s.low_stock_pieces))
  ) then
    return null;
  end if;
  with wanted as (
    select v.id, v.stock_band as was,
      private.stock_band(added.available, coalesce(p.low_stock_at, s.low_stock_pieces)) as band
    from added join public.product_variants v on v.id = added.variant_id
    join public.products p on p.id = v.product_id, public.shop_settings s
  ), changed as (
    update public.product_variants v set stock_band = wanted.band
    from wanted where v.id = wanted.id and wanted.was <> wanted.band
    returning v.id, wanted.was, wanted.band
  )
  insert into private.stock_crossings (variant_id, band)
  select id, band from changed
  where tg_op = 'UPDATE' and (was = 'in' or band = 'out');
  return null;
end $$;
create trigger follow_stock_band_on_insert after insert on public.stock_items referencing new table as added
  for each statement execute function private.follow_stock_band();
create trigger follow_stock_band_on_update after update on public.stock_items
  referencing old table as removed new table as added
  for each statement execute function private.follow_stock_band();

-- Every variant has a stock item from its creation.
create function private.create_stock_items() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.stock_items (variant_id) select id from added on conflict do nothing;
  return null;
end $$;
create trigger create_stock_items after insert on public.product_variants referencing new table as added
  for each statement execute function private.create_stock_items();

-- The ledger of stock. A variant with movements cannot be deleted; archive it instead.
create table public.stock_movements (
  id bigint generated always as identity primary key,
  variant_id uuid not null references public.product_variants (id) on delete restrict,
  kind text not null constraint movement_kind_unknown
    check (kind in ('received', 'allocated', 'released', 'shipped', 'adjusted')),
  -- Pieces. Only `adjusted` may be negative.
  quantity integer not null constraint movement_quantity_invalid
    check (quantity > 0 or (kind = 'adjusted' and quantity <> 0)),
  reason text constraint adjustment_needs_reason check (kind <> 'adjusted' or length(btrim(reason)) > 0),
  note text not null default '' constraint movement_note_too_long check (length(note) <= 200),
  order_id uuid,
  -- Prevents counting one event twice, e.g. allocated:{order line}.
  dedupe_key text constraint movement_happened_already unique,
  actor_id uuid,
  at timestamptz not null default now()
);
select private.protect('public.stock_movements');
select private.require_second_factor('public.stock_movements');
revoke update, delete on public.stock_movements from service_role;
grant select on public.stock_movements to authenticated;
create policy "staff read stock movements" on public.stock_movements
  for select to authenticated using ((select private.may('stock.read')));
create index stock_movements_variant on public.stock_movements (variant_id, id);
create index stock_movements_order on public.stock_movements (order_id) where order_id is not null;
create trigger never_changes before update or delete on public.stock_movements
  for each row when (pg_trigger_depth() = 0) execute function private.refuse_change();

-- How a movement changes the pieces on hand.
create function private.on_hand_change(kind text, quantity integer) returns integer
language sql immutable set search_path = ''
as $$ select case kind when 'received' then quantity when 'adjusted' then quantity when 'shipped' then -quantity else 0 end $$;
grant execute on function private.on_hand_change(text, integer) to service_role;

-- Allocating turns held pieces into allocated ones in one update. Their sum stays the same, so this cannot fail, not
-- even after a recount found pieces missing.
create function private.apply_movement() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  was_held boolean := new.kind = 'allocated' and exists (
    select from public.stock_holds h
    where h.order_id = new.order_id and h.variant_id = new.variant_id and h.status = 'active');
begin
  update public.stock_items set
    on_hand = on_hand + private.on_hand_change(new.kind, new.quantity),
    allocated = allocated + case new.kind
      when 'allocated' then new.quantity when 'released' then -new.quantity when 'shipped' then -new.quantity
      else 0 end,
    held = held - case when was_held then new.quantity else 0 end,
    updated_at = now()
  where variant_id = new.variant_id;
  if not found then
    raise exception 'no stock item' using errcode = 'foreign_key_violation', constraint = 'stock_item_missing';
  end if;
  return null;
end $$;
create trigger apply_movement after insert on public.stock_movements
  for each row execute function private.apply_movement();

-- Pieces reserved for orders that await payment.
create table public.stock_holds (
  order_id uuid not null,
  variant_id uuid not null references public.product_variants (id) on delete restrict,
  quantity integer not null constraint hold_quantity_invalid check (quantity > 0),
  status text not null default 'active' constraint hold_status_unknown
    check (status in ('active', 'allocated', 'released')),
  created_at timestamptz not null default now(),
  primary key (order_id, variant_id)
);
select private.protect('public.stock_holds');
select private.require_second_factor('public.stock_holds');
revoke delete on public.stock_holds from service_role;
grant select on public.stock_holds to authenticated;
create policy "staff read stock holds" on public.stock_holds
  for select to authenticated using ((select private.may('stock.read')));
create index stock_holds_variant on public.stock_holds (variant_id);

create function private.apply_hold() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  change integer := 0;
begin
  if tg_op = 'UPDATE' and (new.order_id, new.variant_id, new.quantity)
      is distinct from (old.order_id, old.variant_id, old.quantity) then
    raise exception 'a hold only changes its status' using errcode = 'restrict_violation';
  end if;
  if tg_op = 'UPDATE' and old.status = 'active' and new.status = 'allocated' then
    -- The allocated movements must cover the hold exactly, or the ledger would not add up.
    if new.quantity <> (
      select coalesce(sum(quantity), 0) from public.stock_movements m
      where m.order_id = new.order_id and m.variant_id = new.variant_id and m.kind = 'allocated'
    ) then
      raise exception 'a hold is allocated by its movements' using errcode = 'restrict_violation';
    end if;
    return null;
  end if;
  if tg_op = 'UPDATE' and old.status = 'active' then change := change - old.quantity; end if;
  if new.status = 'active' then change := change + new.quantity; end if;
  if change <> 0 then
    update public.stock_items set held = held + change, updated_at = now() where variant_id = new.variant_id;
  end if;
  return null;
end $$;
create trigger apply_hold after insert or update on public.stock_holds
  for each row execute function private.apply_hold();

-- The exact number of pieces as a computed column of product_variants for the REST API. Null unless staff or
-- service_role asks.
create function public.stock_available(variant public.product_variants) returns integer
language sql stable security definer set search_path = ''
as $$
  select available from public.stock_items
  where variant_id = variant.id
    and (private.may('stock.read') or coalesce(auth.jwt() ->> 'role', '') = 'service_role')
$$;
grant execute on function public.stock_available(public.product_variants) to authenticated, service_role;

-- Applies a changed limit of a product to its variants.
create function private.follow_low_stock_at() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.product_variants v
  set stock_band = private.stock_band(i.available, coalesce(new.low_stock_at, s.low_stock_pieces))
  from public.stock_items i, public.shop_settings s
  where v.product_id = new.id and i.variant_id = v.id
    and v.stock_band <> private.stock_band(i.available, coalesce(new.low_stock_at, s.low_stock_pieces));
  return null;
end $$;
create trigger follow_low_stock_at after update of low_stock_at on public.products
  for each row when (old.low_stock_at is distinct from new.low_stock_at) execute function private.follow_low_stock_at();

-- Sets figures of stock_items to the sum of their ledger where they differ, and writes what changed into the audit log.
-- Returns the number of corrected variants.
create function private.repair_stock(targets uuid[]) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  repaired integer;
begin
  -- Movements and holds wait here, so that the sums below are complete.
  perform from public.stock_items where variant_id = any (targets) order by variant_id for update;
  with proven as (
    select i.variant_id, v.product_id, i.on_hand as on_hand_before, i.allocated as allocated_before, i.held as held_before,
      coalesce(m.on_hand, 0)::integer as on_hand, coalesce(m.allocated, 0)::integer as allocated,
      coalesce(h.held, 0)::integer as held
    from public.stock_items i
    join public.product_variants v on v.id = i.variant_id
    left join lateral (
      select sum(private.on_hand_change(kind, quantity)) as on_hand,
        sum(case kind when 'allocated' then quantity when 'released' then -quantity when 'shipped' then -quantity
          else 0 end) as allocated
      from public.stock_movements where variant_id = i.variant_id) m on true
    left join lateral (
      select sum(quantity) as held from public.stock_holds where variant_id = i.variant_id and status = 'active') h on true
    where i.variant_id = any (targets)
  ), changed as (
    update public.stock_items i set on_hand = p.on_hand, allocated = p.allocated, held = p.held, updated_at = now()
    from proven p
    where i.variant_id = p.variant_id
      and (p.on_hand_before, p.allocated_before, p.held_before) is distinct from (p.on_hand, p.allocated, p.held)
    returning p.*
  ), noted as (
    insert into public.audit_entries (actor_kind, actor_id, actor_name, request_id, action, subject_kind, subject_id,
      row_key, changes)
    select who.actor_kind, who.actor_id, who.actor_name,
      nullif(current_setting('shop.request', true), ''), 'stock.repaired', 'product', product_id::text, variant_id::text,
      jsonb_strip_nulls(jsonb_build_object(
        'on_hand', case when on_hand_before <> on_hand then jsonb_build_array(on_hand_before, on_hand) end,
        'allocated', case when allocated_before <> allocated then jsonb_build_array(allocated_before, allocated) end,
        'held', case when held_before <> held then jsonb_build_array(held_before, held) end))
    from changed, private.actor_columns(private.current_actor()) who
    returning 1
  )
  select count(*) into repaired from noted;
  return repaired;
end $$;
grant execute on function private.repair_stock(uuid[]) to service_role;
