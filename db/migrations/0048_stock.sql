-- Stock as business rule 7 has it: backorders by choice, and a paid order never waits for pieces it had set aside.

-- Pieces that may be sold before they have come.
alter table public.stock_items
  add column backorder_limit integer not null default 0
    constraint backorder_limit_negative check (backorder_limit >= 0),
  drop column available;
alter table public.stock_items
  add column available integer
    generated always as (on_hand - allocated - held - safety + backorder_limit) stored;

grant update (backorder_limit) on public.stock_items to service_role;

create or replace function private.guard_stock() returns trigger
language plpgsql set search_path = ''
as $$
begin
  -- What is computed is not there yet before the update.
  if new.on_hand - new.allocated - new.held - new.safety + new.backorder_limit < 0
      and (new.allocated + new.held > old.allocated + old.held) then
    raise exception 'not enough stock' using errcode = 'check_violation', constraint = 'out_of_stock';
  end if;
  return new;
end $$;

-- What an order has set aside becomes promised in one step: the sum of both stays, so that it cannot fail, not even
-- when pieces were counted missing meanwhile.
create or replace function private.apply_movement() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  was_held boolean := new.kind = 'allocated' and exists (
    select from public.stock_holds h
    where h.order_id = new.order_id and h.variant_id = new.variant_id and h.status = 'active');
begin
  update public.stock_items set
    on_hand = on_hand + case new.kind
      when 'received' then new.quantity when 'adjusted' then new.quantity when 'shipped' then -new.quantity
      else 0 end,
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

create or replace function private.apply_hold() returns trigger
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
    -- The movements have taken over what was held; all of it, or the books would not add up.
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
