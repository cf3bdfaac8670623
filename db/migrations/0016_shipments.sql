-- Shipments. An order may ship in several; triggers derive `fulfilment_status` from them (docs/why/orders.md).

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
    raise exception 'a shipment only goes forward'
      using errcode = 'check_violation', constraint = 'shipment_status_step';
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
