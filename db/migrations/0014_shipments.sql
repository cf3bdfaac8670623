-- Shipments. An order may leave in several; `fulfilment_status` is what its shipments add up to.

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
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
select private.protect('public.shipments');
revoke delete on public.shipments from service_role;
create trigger touch before update on public.shipments for each row execute function private.touch();
create index shipments_order on public.shipments (order_id);
create index shipments_customer on public.shipments (customer_id);
create index shipments_tracking on public.shipments (tracking_number);
grant select on public.shipments to authenticated;
create policy "customers read their own shipments, staff read all" on public.shipments
  for select to authenticated
  using (customer_id = (select auth.uid()) or (select private.is_staff()));

create table public.shipment_lines (
  shipment_id uuid not null references public.shipments (id),
  order_line_id uuid not null references public.order_lines (id),
  quantity integer not null check (quantity > 0),
  primary key (shipment_id, order_line_id)
);
select private.protect('public.shipment_lines');
revoke update, delete on public.shipment_lines from service_role;
create index shipment_lines_line on public.shipment_lines (order_line_id);
grant select on public.shipment_lines to authenticated;
create policy "whoever reads a shipment reads its lines" on public.shipment_lines
  for select to authenticated using (exists (select from public.shipments where shipments.id = shipment_id));

-- Never more pieces in shipments than were ordered.
create function private.guard_shipped() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  ordered integer;
  sent integer;
begin
  select quantity into ordered from public.order_lines where id = new.order_line_id for update;
  select coalesce(sum(l.quantity), 0) into sent
    from public.shipment_lines l join public.shipments s on s.id = l.shipment_id
    where l.order_line_id = new.order_line_id and s.status <> 'canceled';
  if sent > ordered then
    raise exception 'more shipped than ordered'
      using errcode = 'check_violation', constraint = 'shipped_too_many';
  end if;
  return null;
end $$;
create trigger guard_shipped after insert on public.shipment_lines
  for each row execute function private.guard_shipped();

create function private.refresh_fulfilment(target uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  ordered integer;
  sent integer;
  arrived integer;
begin
  perform from public.orders where id = target for update;
  select coalesce(sum(quantity), 0) into ordered from public.order_lines where order_id = target;
  select coalesce(sum(l.quantity) filter (where s.status in ('shipped', 'delivered')), 0),
         coalesce(sum(l.quantity) filter (where s.status = 'delivered'), 0)
    into sent, arrived
    from public.shipments s join public.shipment_lines l on l.shipment_id = s.id where s.order_id = target;
  update public.orders set fulfilment_status = case
    when sent = 0 then 'unfulfilled' when arrived >= ordered then 'delivered'
    when sent >= ordered then 'fulfilled' else 'partial' end
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
