-- Shipments and returns. An order may ship in several shipments; triggers derive `fulfilment_status` from them
-- (docs/why/orders.md).

create table public.shipments (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.orders (id),
  customer_id uuid references auth.users (id) on delete set null,
  status text not null default 'pending' constraint shipment_status_unknown
    check (status in ('pending', 'shipped', 'delivered', 'canceled')),
  courier text not null constraint courier_invalid check (length(btrim(courier)) between 1 and 60),
  service text not null default '' constraint service_invalid check (length(service) <= 60),
  tracking_number text constraint tracking_number_invalid check (length(btrim(tracking_number)) between 1 and 60),
  shipped_at timestamptz,
  delivered_at timestamptz,
  -- A replacement does not count towards the ordered pieces.
  kind text not null default 'order' constraint shipment_kind_unknown check (kind in ('order', 'replacement')),
  -- The number within the order: INV-10001-F1.
  position integer not null,
  canceled_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint shipment_position_taken unique (order_id, position),
  -- A shipment that has left has a time.
  constraint shipped_without_moment check (status not in ('shipped', 'delivered') or shipped_at is not null)
);
select private.protect('public.shipments');
select private.require_second_factor('public.shipments');
revoke delete on public.shipments from service_role;
grant select on public.shipments to authenticated;
create policy "customers read their own shipments, staff read all" on public.shipments
  for select to authenticated
  using (customer_id = (select auth.uid()) or (select private.may('orders.read')));
create index shipments_order on public.shipments (order_id);
create index shipments_customer on public.shipments (customer_id);
create index shipments_tracking on public.shipments (tracking_number);
create unique index shipment_known_already on public.shipments (order_id, tracking_number)
  where status <> 'canceled' and tracking_number is not null;
create index shipments_tracking_folded on public.shipments (upper(tracking_number));
create index shipments_delivered on public.shipments (delivered_at) where status = 'delivered';
create trigger touch before update on public.shipments for each row execute function private.touch();

-- Numbers are consecutive within the order, also for several rows of one statement.
create function private.number_shipment() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform from public.orders where id = new.order_id for update;
  select coalesce(max(position), 0) + 1 into new.position from public.shipments where order_id = new.order_id;
  return new;
end $$;
create trigger number_shipment before insert on public.shipments
  for each row execute function private.number_shipment();

create table public.shipment_lines (
  shipment_id uuid not null references public.shipments (id),
  order_line_id uuid not null references public.order_lines (id),
  quantity integer not null check (quantity > 0),
  primary key (shipment_id, order_line_id)
);
select private.protect('public.shipment_lines');
select private.require_second_factor('public.shipment_lines');
revoke update, delete on public.shipment_lines from service_role;
grant select on public.shipment_lines to authenticated;
create policy "whoever reads a shipment reads its lines" on public.shipment_lines
  for select to authenticated using (exists (select from public.shipments where shipments.id = shipment_id));
create index shipment_lines_line on public.shipment_lines (order_line_id);

-- Shipped and withdrawn pieces together never exceed the ordered pieces.
create function private.guard_line(line uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  ordered integer;
  used integer;
begin
  select quantity into ordered from public.order_lines where id = line for update;
  select coalesce(sum(l.quantity), 0) into used
    from public.shipment_lines l join public.shipments s on s.id = l.shipment_id
    where l.order_line_id = line and s.status <> 'canceled' and s.kind = 'order';
  used := used + (select coalesce(sum(quantity), 0) from public.order_withdrawals where order_line_id = line);
  if used > ordered then
    raise exception 'more sent or withdrawn than ordered'
      using errcode = 'check_violation', constraint = 'shipped_too_many';
  end if;
end $$;

create function private.guard_shipped() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.guard_line(new.order_line_id);
  return null;
end $$;
create trigger guard_shipped after insert on public.shipment_lines
  for each row execute function private.guard_shipped();
create trigger guard_withdrawn after insert on public.order_withdrawals
  for each row execute function private.guard_shipped();

-- Derives `fulfilment_status`. Cancelled shipments and replacements do not count. Only an order that ended with
-- nothing shipped is `canceled`.
create function private.refresh_fulfilment(target uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  is_over boolean;
  wanted integer;
  sent integer;
  arrived integer;
begin
  select status in ('canceled', 'expired') into is_over from public.orders where id = target for update;
  select coalesce(sum(quantity), 0) into wanted from public.order_lines where order_id = target;
  wanted := wanted - (select coalesce(sum(quantity), 0) from public.order_withdrawals where order_id = target);
  select coalesce(sum(l.quantity) filter (where s.status in ('shipped', 'delivered')), 0),
         coalesce(sum(l.quantity) filter (where s.status = 'delivered'), 0)
    into sent, arrived
    from public.shipments s join public.shipment_lines l on l.shipment_id = s.id
    where s.order_id = target and s.kind = 'order';
  update public.orders set fulfilment_status = case
    when sent = 0 and (is_over or wanted = 0) then 'canceled'
    when sent = 0 then 'unfulfilled' when arrived >= wanted then 'delivered'
    when sent >= wanted then 'fulfilled' else 'partial' end
  where id = target;
end $$;

create function private.follow_shipment() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' and old.status <> new.status and (old.status, new.status) not in
    (('pending', 'shipped'), ('shipped', 'delivered'), ('pending', 'delivered'), ('pending', 'canceled')) then
    -- Staff may undo a step for ten minutes. A shipment that was prepared and sent in one step is canceled.
    if not coalesce(case
      when old.status = 'delivered' and new.status = 'shipped' then old.delivered_at
      when old.status = 'shipped' and new.status in ('pending', 'canceled') then old.shipped_at
    end > now() - interval '10 minutes', false) then
      raise exception 'a shipment only goes forward'
        using errcode = 'check_violation', constraint = 'shipment_status_step';
    end if;
    perform private.guard_returned_quantity(l.order_line_id) from public.shipment_lines l where l.shipment_id = new.id;
  end if;
  perform private.refresh_fulfilment(new.order_id);
  return null;
end $$;
create trigger follow_shipment after insert or update on public.shipments
  for each row execute function private.follow_shipment();

create function private.follow_shipment_line() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.refresh_fulfilment(s.order_id) from public.shipments s where s.id = new.shipment_id;
  return null;
end $$;
create trigger follow_shipment_line after insert on public.shipment_lines
  for each row execute function private.follow_shipment_line();

create function private.follow_order() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.refresh_fulfilment(new.id);
  return null;
end $$;
create trigger follow_order after update of status on public.orders
  for each row when (old.status is distinct from new.status
    and (old.status in ('canceled', 'expired') or new.status in ('canceled', 'expired')))
  execute function private.follow_order();
create trigger follow_order_from_past after insert on public.orders
  for each row when (new.status in ('canceled', 'expired'))
  execute function private.follow_order();

create function private.follow_withdrawal() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.refresh_fulfilment(new.order_id);
  return null;
end $$;
create trigger follow_withdrawal after insert on public.order_withdrawals
  for each row execute function private.follow_withdrawal();

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
create trigger note_return after insert on public.returns
  for each row execute function private.note_staff_event('return_requested', 'id');

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

-- Refuses returns of more pieces of a line than were sent.
create function private.guard_returned_quantity(line uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  sent integer;
  asked integer;
begin
  select coalesce(sum(l.quantity), 0) into sent
    from public.shipment_lines l join public.shipments s on s.id = l.shipment_id
    where l.order_line_id = line and s.status in ('shipped', 'delivered');
  select coalesce(sum(l.quantity), 0) into asked
    from public.return_lines l join public.returns r on r.id = l.return_id
    where l.order_line_id = line and r.status not in ('declined', 'canceled');
  if asked > sent then
    raise exception 'more than has left' using errcode = 'check_violation', constraint = 'returned_too_many';
  end if;
end $$;

-- Only shipped pieces can return, each once. Customised pieces can only be claimed.
create function private.guard_return_line() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  request public.returns;
  line public.order_lines;
begin
  select * into request from public.returns where id = new.return_id;
  select * into line from public.order_lines where id = new.order_line_id for update;
  if line.order_id <> request.order_id then
    raise exception 'another order''s line' using errcode = 'check_violation', constraint = 'return_line_wrong';
  end if;
  if request.kind = 'return' and exists (select from public.customisations where order_line_id = line.id) then
    raise exception 'made for its buyer' using errcode = 'check_violation', constraint = 'personalised_not_returnable';
  end if;
  perform private.guard_returned_quantity(line.id);
  return null;
end $$;
create trigger guard_return_line after insert on public.return_lines
  for each row execute function private.guard_return_line();

create function private.awaits_photos(request text, person uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.returns r
    where r.id::text = request and r.customer_id = person and r.status = 'requested'
  )
$$;
grant execute on function private.awaits_photos(text, uuid) to authenticated;

-- Pictures for a claim. The customer uploads them into a folder named after the return while it awaits an answer; the
-- customer and staff read them; no role may change them.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('return-photos', 'return-photos', false, 5242880, array['image/jpeg', 'image/png', 'image/webp']);

create policy "customers add pictures to their returns" on storage.objects
  for insert to authenticated
  with check (bucket_id = 'return-photos' and array_length(storage.foldername(name), 1) = 1
    and private.awaits_photos((storage.foldername(name))[1], (select auth.uid())));

create policy "customers and staff see pictures of returns" on storage.objects
  for select to authenticated
  using (bucket_id = 'return-photos'
    and (owner_id = (select auth.uid())::text or (select private.may('returns.read'))));
