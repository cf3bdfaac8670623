-- Returns of unwanted goods and claims about faulty ones. Customers request, staff decide. A stock movement restocks
-- resellable pieces.

-- The counter behind return numbers, as for orders.
create table private.return_counter (
  only_row boolean primary key default true check (only_row),
  last integer not null
);
select private.protect('private.return_counter');

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
  -- return: the customer sends back unwanted goods. claim: something is wrong with the goods.
  kind text not null constraint return_kind_unknown check (kind in ('return', 'claim')),
  status text not null default 'requested' constraint return_status_unknown check (status in
    ('requested', 'approved', 'declined', 'in_transit', 'received', 'refunded', 'resolved', 'closed', 'canceled')),
  reason text not null constraint return_reason_unknown
    check (reason in ('changed_mind', 'wrong_size', 'not_as_described', 'damaged', 'misprinted', 'wrong_item', 'missing', 'other')),
  note text not null default '' constraint return_note_invalid check (length(note) <= 1000),
  -- What the customer of a claim asks for.
  wish text constraint return_wish_unknown check (wish in ('refund', 'replacement')),
  -- The answer of staff, which the customer reads.
  answer text not null default '' constraint return_answer_invalid check (length(answer) <= 1000),
  resolution text constraint return_resolution_unknown check (resolution in ('refund', 'replacement', 'both')),
  courier text not null default '' check (length(courier) <= 60),
  tracking_number text not null default '' check (length(tracking_number) <= 60),
  -- Idempotency key of the request.
  key text not null check (length(key) between 8 and 100),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint return_requested_already unique (order_id, key)
);
select private.protect('public.returns');
select private.require_second_factor('public.returns');
revoke delete on public.returns from service_role;
grant select (
  id, number, order_id, customer_id, kind, status, reason, note, wish, answer, resolution, courier, tracking_number,
  created_at, updated_at
) on public.returns to authenticated;
create policy "customers read their own returns, staff read all" on public.returns
  for select to authenticated using (customer_id = (select auth.uid()) or (select private.may('returns.read')));
create index returns_customer on public.returns (customer_id);
create index returns_newest on public.returns (created_at desc, id desc);
create index returns_status on public.returns (status, created_at desc);
create trigger touch before update on public.returns for each row execute function private.touch();

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
  -- Counted on arrival: fit for sale, or not.
  resellable integer check (resellable >= 0),
  damaged integer check (damaged >= 0),
  primary key (return_id, order_line_id),
  constraint return_counted_too_many check (coalesce(resellable, 0) + coalesce(damaged, 0) <= quantity),
  constraint return_half_counted check ((resellable is null) = (damaged is null))
);
select private.protect('public.return_lines');
select private.require_second_factor('public.return_lines');
revoke update, delete on public.return_lines from service_role;
grant update (resellable, damaged) on public.return_lines to service_role;
grant select on public.return_lines to authenticated;
create policy "whoever reads a return reads its lines" on public.return_lines
  for select to authenticated using (exists (select from public.returns where returns.id = return_id));
create index return_lines_line on public.return_lines (order_line_id);

-- Only shipped pieces can return, each once. Customised pieces can only be claimed.
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
  if request.kind = 'return' and exists (select from public.customisations where order_line_id = line.id) then
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
