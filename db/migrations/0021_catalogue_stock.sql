-- Stock and stocktakes. Only movements change `on_hand` and `allocated`, and only holds change `held`; no role has a grant to
-- update them.

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
create index stock_items_available on public.stock_items (available);

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
create trigger note_sold_out after insert on private.stock_crossings
  for each row when (new.band = 'out') execute function private.note_staff_event('sold_out', 'variant_id');
create trigger note_low_stock after insert on private.stock_crossings
  for each row when (new.band = 'low') execute function private.note_staff_event('low_stock', 'variant_id');

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
    check (kind in ('received', 'allocated', 'released', 'shipped', 'unshipped', 'adjusted')),
  -- Pieces. Only `adjusted` may be negative.
  quantity integer not null constraint movement_quantity_invalid
    check (quantity > 0 or (kind = 'adjusted' and quantity <> 0)),
  reason text constraint adjustment_needs_reason check (kind <> 'adjusted' or length(btrim(reason)) > 0),
  note text not null default '' constraint movement_note_too_long check (length(note) <= 200),
  order_id uuid,
  -- Prevents counting one event twice, e.g. allocated:{order line}.
  dedupe_key text constraint movement_happened_already unique,
  actor_id uuid,
  at timestamptz not null default now(),
  -- The approval under which the row was written. The use case that performs an approved act sets it for the transaction.
  approval_id uuid default nullif(current_setting('shop.approval', true), '')::uuid references public.approvals (id)
);
select private.protect('public.stock_movements');
select private.require_second_factor('public.stock_movements');
revoke update, delete on public.stock_movements from service_role;
grant select on public.stock_movements to authenticated;
create policy "staff read stock movements" on public.stock_movements
  for select to authenticated using ((select private.may('stock.read')));
create index stock_movements_variant on public.stock_movements (variant_id, id);
create index stock_movements_order on public.stock_movements (order_id) where order_id is not null;
create index stock_movements_approval on public.stock_movements (approval_id) where approval_id is not null;
create index stock_movements_written_off on public.stock_movements (actor_id, at)
  where kind = 'adjusted' and quantity < 0 and approval_id is null;
create trigger never_changes before update or delete on public.stock_movements
  for each row when (pg_trigger_depth() = 0) execute function private.refuse_change();

-- How a movement changes the pieces on hand.
create function private.on_hand_change(kind text, quantity integer) returns integer
language sql immutable set search_path = ''
as $$ select case kind when 'received' then quantity when 'adjusted' then quantity when 'unshipped' then quantity
  when 'shipped' then -quantity else 0 end $$;
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
      when 'allocated' then new.quantity when 'unshipped' then new.quantity when 'released' then -new.quantity when 'shipped' then -new.quantity
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
        sum(case kind when 'allocated' then quantity when 'unshipped' then quantity when 'released' then -quantity
          when 'shipped' then -quantity else 0 end) as allocated
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

-- Limits the pieces of a variant that one customer reserves without paying (docs/why/orders.md). private.apply_hold()
-- locks the stock item first, so concurrent orders of the variant are counted one after the other. Gifts do not
-- count. A network may belong to many people, so its limit is higher.
create function private.limit_pieces() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  most constant integer := private.max_pieces(new.variant_id);
  people_of_a_network constant integer := 5;
  asked integer;
  is_confirmed boolean;
begin
  if exists (select from public.orders o where o.id = new.order_id and o.source <> 'web') then return null; end if;
  select exists (
    select from public.orders o join auth.users u on u.id = o.customer_id
    where o.id = new.order_id and u.email_confirmed_at is not null and not u.is_anonymous) into is_confirmed;
  select coalesce(sum(quantity), 0) into asked from public.order_lines
  where order_id = new.order_id and variant_id = new.variant_id and not is_gift;
  if asked > most then
    raise exception 'too many pieces in one order' using errcode = 'check_violation', constraint = 'too_many_pieces';
  end if;
  if exists (
    select from private.unpaid_buyers mine
    join private.unpaid_buyers same on same.buyer_key = mine.buyer_key
    join public.stock_holds h on h.order_id = same.order_id and h.variant_id = new.variant_id and h.status = 'active'
    join public.order_lines l on l.order_id = h.order_id and l.variant_id = h.variant_id and not l.is_gift
    where mine.order_id = new.order_id
      -- Anybody may type any address as a guest, so guests' orders do not count for an account with a confirmed address.
      and not (is_confirmed and mine.buyer_key not like 'network:%' and private.is_guest_order(same.order_id))
    group by mine.buyer_key
    having sum(l.quantity) > most * case when mine.buyer_key like 'network:%' then people_of_a_network else 1 end
  ) then
    raise exception 'too many unpaid pieces of one person'
      using errcode = 'check_violation', constraint = 'too_many_unpaid_pieces';
  end if;
  return null;
end $$;
-- Runs after the trigger `apply_hold`, whose name sorts first.
create trigger limit_pieces after insert on public.stock_holds
  for each row when (new.status = 'active') execute function private.limit_pieces();

-- The limit of pieces per customer that applies to a variant.
create function private.max_pieces(variant uuid) returns integer
language sql stable security definer set search_path = ''
as $$
  select coalesce(v.max_pieces, s.max_pieces) from public.product_variants v, public.shop_settings s where v.id = variant
$$;
grant execute on function private.max_pieces(uuid) to service_role;

create function private.limit_write_offs() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  person uuid;
  largest bigint;
  own bigint;
begin
  select sum(-a.quantity * private.value_of_piece(a.variant_id)), max(a.actor_id::text)::uuid into own, person
  -- The first two conditions spare orders the call: they allocate pieces in the same table.
  from added a where a.kind = 'adjusted' and a.quantity < 0 and private.is_limited_write_off(a);
  person := coalesce(person, private.current_person());
  if own is null or person is null then return null; end if;
  largest := private.limit_of(person, 'write_off');
  if largest is null then return null; end if;
  -- Serialises concurrent write-offs of the same person, so that each counts the others.
  perform pg_advisory_xact_lock(hashtextextended('write-offs of ' || person, 0));
  perform private.check_limit('write_off', largest,
    case when private.present_approval() is null
      then greatest(own, private.written_off(person, now() - interval '24 hours')) else own end);
  return null;
end $$;
revoke execute on function private.limit_write_offs() from public;
create trigger limit_write_offs after insert on public.stock_movements referencing new table as added
  for each statement execute function private.limit_write_offs();

-- Applies a changed low_stock_pieces to every variant whose product has no limit of its own.
create function private.refresh_stock_bands() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.product_variants v set stock_band = private.stock_band(s.available, new.low_stock_pieces)
  from public.stock_items s, public.products p
  where s.variant_id = v.id and p.id = v.product_id and p.low_stock_at is null
    and v.stock_band <> private.stock_band(s.available, new.low_stock_pieces);
  return null;
end $$;
create trigger refresh_stock_bands after update of low_stock_pieces on public.shop_settings
  for each row when (old.low_stock_pieces <> new.low_stock_pieces) execute function private.refresh_stock_bands();

-- Stocktakes: people count, the ledger says what should be there at the moment of each count, and the difference becomes
-- a movement. Movements during the count therefore stay right (docs/why/catalogue.md).
create table public.stocktakes (
  id uuid primary key,
  name text not null constraint stocktake_name_invalid check (length(btrim(name)) between 1 and 80),
  state text not null default 'draft' constraint stocktake_state_unknown
    check (state in ('draft', 'counting', 'review', 'applied', 'dropped')),
  scope text not null constraint stocktake_scope_unknown check (scope in ('all', 'category', 'search')),
  category_id uuid references public.categories (id) on delete set null,
  query text not null default '' constraint stocktake_query_too_long check (length(query) <= 100),
  -- Counters do not see what the ledger says.
  is_blind boolean not null default true,
  -- A first count that differs by more pieces needs a second one. Null: none does.
  recount_over integer constraint recount_over_invalid check (recount_over between 0 and 1000000),
  created_by uuid references public.profiles (id) on delete set null,
  created_at timestamptz not null default now(),
  -- When it was applied or dropped.
  closed_at timestamptz,
  closed_by uuid references public.profiles (id) on delete set null,
  version integer not null default 1
);
select private.protect('public.stocktakes');
select private.require_second_factor('public.stocktakes');
grant select on public.stocktakes to authenticated;
create policy "staff read stocktakes" on public.stocktakes
  for select to authenticated using ((select private.may('stock.read')));
create index stocktakes_newest on public.stocktakes (created_at, id);
create index stocktakes_category on public.stocktakes (category_id) where category_id is not null;
select private.audit('public.stocktakes', 'stocktake', 'id', '{created_at}');
create trigger raise_version before update on public.stocktakes
  for each row execute function private.raise_version();

-- Forward, and from the review back to counting. What is applied or dropped stays.
create function private.guard_stocktake() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if old.state in ('applied', 'dropped') and pg_trigger_depth() = 1
      or (old.state, new.state) not in (('draft', 'counting'), ('counting', 'review'), ('review', 'counting'),
        ('review', 'applied'), ('draft', 'dropped'), ('counting', 'dropped'), ('review', 'dropped'))
        and old.state <> new.state then
    raise exception 'a stocktake goes from % to no such state', old.state
      using errcode = 'check_violation', constraint = 'stocktake_state_order';
  end if;
  return new;
end $$;
create trigger guard_stocktake before update on public.stocktakes
  for each row execute function private.guard_stocktake();

-- The variants that a stocktake is about, fixed when the counting begins.
create table public.stocktake_lines (
  stocktake_id uuid not null references public.stocktakes (id) on delete cascade,
  variant_id uuid not null references public.product_variants (id) on delete cascade,
  -- A recount begins a new round; only the counts of the latest one matter.
  round integer not null default 1 constraint stocktake_round_invalid check (round >= 1),
  -- Left as the ledger has it.
  is_excluded boolean not null default false,
  -- The pieces that the approval adjusted. Null: none.
  booked integer,
  primary key (stocktake_id, variant_id)
);
select private.protect('public.stocktake_lines');
select private.require_second_factor('public.stocktake_lines');
grant select on public.stocktake_lines to authenticated;
create policy "staff read lines of stocktakes" on public.stocktake_lines
  for select to authenticated using ((select private.may('stock.read')));
create index stocktake_lines_variant on public.stocktake_lines (variant_id);

-- What people counted. Several of them add up; a person's correction is one more row.
create table public.stocktake_counts (
  id bigint generated always as identity primary key,
  stocktake_id uuid not null,
  variant_id uuid not null,
  round integer not null,
  -- Pieces; negative: a correction of the same person.
  pieces integer not null constraint count_pieces_invalid check (pieces between -1000000 and 1000000),
  -- The pieces on hand by the ledger at the moment of counting, and the last movement that changed them.
  position integer not null,
  movement_id bigint not null,
  counted_by uuid references public.profiles (id) on delete set null,
  -- A repeated request counts once.
  dedupe_key text not null constraint count_happened_already unique,
  at timestamptz not null default now(),
  -- The count that this row cancels, e.g. when an import is undone. Neither of the two counts then.
  takes_back bigint constraint count_taken_back_already unique references public.stocktake_counts (id),
  foreign key (stocktake_id, variant_id) references public.stocktake_lines (stocktake_id, variant_id) on delete cascade
);
select private.protect('public.stocktake_counts');
select private.require_second_factor('public.stocktake_counts');
revoke update, delete on public.stocktake_counts from service_role;
grant select on public.stocktake_counts to authenticated;
create policy "staff read counts of stocktakes" on public.stocktake_counts
  for select to authenticated using ((select private.may('stock.read')));
create index stocktake_counts_line on public.stocktake_counts (stocktake_id, variant_id, round);
create trigger never_changes before update or delete on public.stocktake_counts
  for each row when (pg_trigger_depth() = 0) execute function private.refuse_change();

-- Counts without those that were taken back.
create view private.standing_counts with (security_invoker = on) as
  select c.* from public.stocktake_counts c left join public.stocktake_counts b on b.takes_back = c.id
  where c.takes_back is null and b.id is null;
grant select on private.standing_counts to service_role;

-- Fills in the round and the ledger's position. A count and a change of state wait for each other.
create function private.place_count() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  own integer;
begin
  perform from public.stocktakes where id = new.stocktake_id and state = 'counting' for share;
  if not found then
    raise exception 'nobody counts now' using errcode = 'check_violation', constraint = 'stocktake_not_counting';
  end if;
  select round into new.round from public.stocktake_lines
  where stocktake_id = new.stocktake_id and variant_id = new.variant_id for no key update;
  if not found then
    raise exception 'not counted here' using errcode = 'check_violation', constraint = 'stocktake_line_missing';
  end if;
  if new.takes_back is not null and not exists (
    select from public.stocktake_counts c where c.id = new.takes_back and c.takes_back is null and c.pieces = -new.pieces
      and (c.stocktake_id, c.variant_id, c.round) = (new.stocktake_id, new.variant_id, new.round)
      and c.counted_by is not distinct from new.counted_by
  ) then
    raise exception 'another row is taken back' using errcode = 'check_violation', constraint = 'count_taken_back_wrongly';
  end if;
  -- One statement, so that both say the same moment.
  select i.on_hand, coalesce((
      select max(m.id) from public.stock_movements m
      where m.variant_id = i.variant_id and m.kind in ('received', 'shipped', 'unshipped', 'adjusted')), 0)
  into new.position, new.movement_id
  from public.stock_items i where i.variant_id = new.variant_id;
  select coalesce(sum(c.pieces), 0) into own from public.stocktake_counts c
  where c.stocktake_id = new.stocktake_id and c.variant_id = new.variant_id and c.round = new.round
    and c.counted_by is not distinct from new.counted_by;
  if own + new.pieces < 0 then
    raise exception 'fewer than no pieces' using errcode = 'check_violation', constraint = 'counted_below_zero';
  end if;
  return new;
end $$;
create trigger place_count before insert on public.stocktake_counts
  for each row execute function private.place_count();

-- What a stocktake found. has_moved: pieces came or went between two counts of the line, so that their sum belongs to no
-- moment. wanted: the variants; null: all.
create function private.stocktake_figures(stocktake uuid, wanted uuid[] default null)
returns table (
  variant_id uuid, round integer, is_excluded boolean, booked integer, counted integer, "position" integer,
  counters integer, has_moved boolean, needs_recount boolean
)
language sql stable security definer rows 1000 set search_path = ''
as $$
  select l.variant_id, l.round, l.is_excluded, l.booked, c.counted, c.position, coalesce(c.counters, 0),
    coalesce(c.has_moved, false),
    coalesce(not l.is_excluded and (c.has_moved or l.round = 1 and abs(c.counted - c.position) > s.recount_over), false)
  from public.stocktakes s join public.stocktake_lines l on l.stocktake_id = s.id
  left join (
    select k.variant_id, k.round, sum(k.pieces)::integer as counted,
      (array_agg(k.position order by k.id desc))[1] as position,
      count(distinct k.counted_by)::integer as counters, min(k.movement_id) <> max(k.movement_id) as has_moved
    from private.standing_counts k
    where k.stocktake_id = stocktake and (wanted is null or k.variant_id = any (wanted))
    group by k.variant_id, k.round
  ) c on c.variant_id = l.variant_id and c.round = l.round
  where s.id = stocktake and (wanted is null or l.variant_id = any (wanted))
$$;
grant execute on function private.stocktake_figures(uuid, uuid[]) to service_role;
