-- Goods that come back, and claims about goods that were not right. Requested by customers, decided by staff; what was
-- received returns to the shelf by a movement, what is damaged does not.

alter table public.shop_settings
  -- Days after a shipment arrived in which it may be sent back, and in which something wrong may be told. Two working
  -- days are four with a Sunday and a holiday between them.
  add column return_days integer not null default 7 check (return_days between 0 and 365),
  add column claim_days integer not null default 4 check (claim_days between 0 and 365),
  -- How long a shipment that nobody confirmed is taken to travel.
  add column transit_days integer not null default 7 check (transit_days between 0 and 60),
  add column return_prefix text not null default 'RET-';

-- As orders: a row that the transaction locks, so that no number is missing and none given twice.
create table private.return_counter (
  only_row boolean primary key default true check (only_row),
  last integer not null
);
select private.protect('private.return_counter'::regclass);
insert into private.return_counter (last) values (1000);
create function private.next_return_number() returns text
language plpgsql security definer set search_path = ''
as $$
declare
  number integer;
begin
  update private.return_counter set last = last + 1 returning last into number;
  return (select return_prefix from public.shop_settings) || number;
end $$;
grant execute on function private.next_return_number() to service_role;

create table public.returns (
  id uuid primary key default gen_random_uuid(),
  number text not null default private.next_return_number() constraint return_number_taken unique,
  order_id uuid not null references public.orders (id),
  customer_id uuid references auth.users (id) on delete set null,
  -- A return sends back what is not wanted; a claim tells that something is not right.
  kind text not null constraint return_kind_unknown check (kind in ('return', 'claim')),
  status text not null default 'requested' constraint return_status_unknown check (status in
    ('requested', 'approved', 'declined', 'in_transit', 'received', 'refunded', 'resolved', 'closed', 'canceled')),
  reason text not null constraint return_reason_unknown
    check (reason in ('changed_mind', 'wrong_size', 'not_as_described', 'damaged', 'misprinted', 'wrong_item', 'missing', 'other')),
  note text not null default '' constraint return_note_invalid check (length(note) <= 1000),
  -- What the customer of a claim would like.
  wish text constraint return_wish_unknown check (wish in ('refund', 'replacement')),
  -- What staff answered; the customer reads it.
  answer text not null default '' constraint return_answer_invalid check (length(answer) <= 1000),
  resolution text constraint return_resolution_unknown check (resolution in ('refund', 'replacement', 'both')),
  courier text not null default '' check (length(courier) <= 60),
  tracking_number text not null default '' check (length(tracking_number) <= 60),
  -- The same key is the same request.
  key text not null check (length(key) between 8 and 100),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint return_requested_already unique (order_id, key)
);
select private.protect('public.returns');
revoke delete on public.returns from service_role;
create trigger touch before update on public.returns for each row execute function private.touch();
create index returns_customer on public.returns (customer_id);
create index returns_newest on public.returns (created_at desc, id);
create index returns_status on public.returns (status, created_at desc);
grant select (id, number, order_id, customer_id, kind, status, reason, note, wish, answer, resolution, courier,
  tracking_number, created_at, updated_at) on public.returns to authenticated;
create policy "customers read their own returns, staff read all" on public.returns
  for select to authenticated using (customer_id = (select auth.uid()) or (select private.is_staff()));
select private.require_second_factor('public.returns');

create function private.guard_return_step() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if old.status <> new.status and (new.kind, old.status, new.status) not in (
    ('return', 'requested', 'approved'), ('return', 'requested', 'declined'), ('return', 'requested', 'canceled'),
    ('return', 'approved', 'in_transit'), ('return', 'approved', 'received'), ('return', 'approved', 'canceled'),
    ('return', 'in_transit', 'received'), ('return', 'received', 'refunded'), ('return', 'received', 'closed'),
    ('claim', 'requested', 'approved'), ('claim', 'requested', 'declined'), ('claim', 'requested', 'canceled'),
    ('claim', 'approved', 'resolved')
  ) then
    raise exception 'a % cannot go from % to %', new.kind, old.status, new.status
      using errcode = 'check_violation', constraint = 'return_status_step';
  end if;
  if (new.number, new.order_id, new.kind, new.reason, new.key)
      is distinct from (old.number, old.order_id, old.kind, old.reason, old.key) then
    raise exception 'what was requested never changes' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger guard_return_step before update on public.returns
  for each row execute function private.guard_return_step();

create table public.return_lines (
  return_id uuid not null references public.returns (id),
  order_line_id uuid not null references public.order_lines (id),
  quantity integer not null constraint return_quantity_invalid check (quantity between 1 and 99),
  -- Counted when they arrive: fit to sell again, or not.
  resellable integer check (resellable >= 0),
  damaged integer check (damaged >= 0),
  primary key (return_id, order_line_id),
  constraint return_counted_too_many check (coalesce(resellable, 0) + coalesce(damaged, 0) <= quantity),
  constraint return_half_counted check ((resellable is null) = (damaged is null))
);
select private.protect('public.return_lines');
revoke update, delete on public.return_lines from service_role;
grant update (resellable, damaged) on public.return_lines to service_role;
create index return_lines_line on public.return_lines (order_line_id);
grant select on public.return_lines to authenticated;
create policy "whoever reads a return reads its lines" on public.return_lines
  for select to authenticated using (exists (select from public.returns where returns.id = return_id));
select private.require_second_factor('public.return_lines');

-- Only what has left can come back, each piece once; what was made for somebody only when it is not right.
create function private.guard_return_line() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  request public.returns;
  line public.order_lines;
  sent integer;
  asked integer;
begin
  select * into request from public.returns where id = new.return_id;
  select * into line from public.order_lines where id = new.order_line_id for update;
  if line.order_id <> request.order_id then
    raise exception 'another order''s line' using errcode = 'check_violation', constraint = 'return_line_wrong';
  end if;
  if line.personalised and request.kind = 'return' then
    raise exception 'made for its buyer' using errcode = 'check_violation', constraint = 'personalised_not_returnable';
  end if;
  select coalesce(sum(l.quantity), 0) into sent
    from public.shipment_lines l join public.shipments s on s.id = l.shipment_id
    where l.order_line_id = line.id and s.status in ('shipped', 'delivered');
  select coalesce(sum(l.quantity), 0) into asked
    from public.return_lines l join public.returns r on r.id = l.return_id
    where l.order_line_id = line.id and r.status not in ('declined', 'canceled');
  if asked > sent then
    raise exception 'more than has left' using errcode = 'check_violation', constraint = 'returned_too_many';
  end if;
  return null;
end $$;
create trigger guard_return_line after insert on public.return_lines
  for each row execute function private.guard_return_line();

-- Pictures of what is wrong: the customer puts them into a folder named by the claim while it waits for an answer; they
-- and staff see them, nobody changes them.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('return-photos', 'return-photos', false, 5242880, array['image/jpeg', 'image/png', 'image/webp']);

create function private.awaits_photos(request text, person uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.returns r
    where r.id::text = request and r.customer_id = person and r.status = 'requested'
  ) and (
    select count(*) < 5 from storage.objects o
    where o.bucket_id = 'return-photos' and o.name like request || '/%'
  )
$$;
revoke execute on function private.awaits_photos(text, uuid) from public;
grant execute on function private.awaits_photos(text, uuid) to authenticated;

create policy "customers add pictures to their returns" on storage.objects
  for insert to authenticated
  with check (bucket_id = 'return-photos' and array_length(storage.foldername(name), 1) = 1
    and private.awaits_photos((storage.foldername(name))[1], (select auth.uid())));
create policy "customers and staff see pictures of returns" on storage.objects
  for select to authenticated
  using (bucket_id = 'return-photos'
    and (owner_id = (select auth.uid())::text or (select private.is_staff())));

-- Who leaves takes their words along.
create or replace function private.anonymise_orders() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- What staff noted about somebody's order may name them.
  update public.refunds set note = '', actor_id = nullif(actor_id, old.id)
    where order_id in (select id from public.orders where customer_id = old.id) or actor_id = old.id;
  update public.order_cancellations set note = '', actor_id = nullif(actor_id, old.id)
    where order_id in (select id from public.orders where customer_id = old.id) or actor_id = old.id;
  update public.order_withdrawals set actor_id = null where actor_id = old.id;
  update public.stock_movements set actor_id = null where actor_id = old.id;
  update public.returns set note = '', answer = '', tracking_number = '', courier = '' where customer_id = old.id;
  return old;
end $$;
