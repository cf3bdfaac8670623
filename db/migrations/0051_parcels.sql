-- An order leaves in as many shipments as it takes. A shipment is prepared, leaves, arrives, or is cancelled before it left.

alter table public.shipments
  -- A replacement is sent once more and counts for nothing of what was ordered.
  add column kind text not null default 'order' constraint shipment_kind_unknown check (kind in ('order', 'replacement')),
  -- The n-th shipment of its order: INV-10001-F1.
  add column position integer,
  add column canceled_at timestamptz;
update public.shipments s set position = counted.position
from (select id, row_number() over (partition by order_id order by created_at, id) as position from public.shipments) counted
where counted.id = s.id;
alter table public.shipments
  alter column position set not null,
  add constraint shipment_position_taken unique (order_id, position),
  -- What has left can be asked about; a prepared shipment may not have its label yet.
  add constraint shipped_without_moment check (status not in ('shipped', 'delivered') or shipped_at is not null);
create unique index shipment_known_already on public.shipments (order_id, tracking_number)
  where status <> 'canceled' and tracking_number is not null;

-- Past shipments come in many rows of one statement, so the ones of the same statement are counted too.
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

alter table public.order_lines
  -- Made for this buyer: not returnable for a change of mind.
  add column personalised boolean not null default false;

-- Pieces of an order that will not be sent although it was not cancelled: given back before they left. It only grows.
create table public.order_withdrawals (
  id bigint generated always as identity primary key,
  order_id uuid not null references public.orders (id),
  order_line_id uuid not null references public.order_lines (id),
  quantity integer not null constraint withdrawn_quantity_invalid check (quantity > 0),
  actor_id uuid,
  at timestamptz not null default now()
);
select private.protect('public.order_withdrawals');
revoke update, delete on public.order_withdrawals from service_role;
create index order_withdrawals_order on public.order_withdrawals (order_id);
create index order_withdrawals_line on public.order_withdrawals (order_line_id);
grant select on public.order_withdrawals to authenticated;
create policy "whoever reads an order reads what is not sent" on public.order_withdrawals
  for select to authenticated using (exists (select from public.orders where orders.id = order_id));
select private.require_second_factor('public.order_withdrawals');

-- In shipments or withdrawn, never more than was ordered.
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

create or replace function private.guard_shipped() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.guard_line(new.order_line_id);
  return null;
end $$;
create trigger guard_withdrawn after insert on public.order_withdrawals
  for each row execute function private.guard_shipped();

-- A cancelled shipment counts for nothing; so does a replacement. Only an order that ended with nothing sent is cancelled.
create or replace function private.refresh_fulfilment(target uuid) returns void
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
-- Orders that ended before this migration.
do $$
begin
  perform private.refresh_fulfilment(id) from public.orders where status in ('canceled', 'expired');
end $$;

create function private.follow_withdrawal() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.refresh_fulfilment(new.order_id);
  return null;
end $$;
create trigger follow_withdrawal after insert on public.order_withdrawals
  for each row execute function private.follow_withdrawal();
