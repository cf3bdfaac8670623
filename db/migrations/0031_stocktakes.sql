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
create trigger raise_version before update on public.stocktakes
  for each row execute function private.raise_version();
select private.audit('public.stocktakes', 'stocktake', 'id', '{created_at}');

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
  -- The row that this one takes back, as undoing an import does: both are then as if nobody had counted.
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

-- Fills in the round and the ledger's position. A count waits for a change of state, and the other way round.
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
      where m.variant_id = i.variant_id and m.kind in ('received', 'shipped', 'adjusted')), 0)
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
