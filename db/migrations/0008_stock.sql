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

-- Updates variants only when their band changes, because an update of a variant invalidates the catalogue caches.
create function private.follow_stock_band() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' then
    if not exists (
      select from removed join added using (variant_id), public.shop_settings s
      where private.stock_band(removed.available, s.low_stock_pieces)
        <> private.stock_band(added.available, s.low_stock_pieces)
    ) then
      return null;
    end if;
  end if;
  update public.product_variants v set stock_band = private.stock_band(added.available, s.low_stock_pieces)
  from added, public.shop_settings s
  where v.id = added.variant_id and v.stock_band <> private.stock_band(added.available, s.low_stock_pieces);
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
