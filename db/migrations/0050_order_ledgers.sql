-- What an order's ledgers add up to is kept by triggers and by nobody else, also not by the shop's own use cases; and
-- cancelling says why, and what was done about goods and money.

-- Triggers write at a depth of their own, so whatever reaches this trigger undisturbed was written by hand.
create function private.refuse_derived() returns trigger
language plpgsql set search_path = ''
as $$
begin
  raise exception 'this follows the ledgers' using errcode = 'restrict_violation', constraint = 'order_derived';
end $$;
create trigger derived_never_changes before update on public.orders
  for each row when (pg_trigger_depth() = 0
    and (new.payment_status, new.fulfilment_status, new.paid_total, new.refunded_total)
      is distinct from (old.payment_status, old.fulfilment_status, old.paid_total, old.refunded_total))
  execute function private.refuse_derived();
create trigger derived_begins_empty before insert on public.orders
  for each row when (pg_trigger_depth() = 0
    and (new.payment_status, new.fulfilment_status, new.paid_total, new.refunded_total)
      is distinct from ('none', 'unfulfilled', 0::bigint, 0::bigint))
  execute function private.refuse_derived();

-- What happens to orders from here on: migrations before this one may have added kinds of their own, which stay.
do $$
declare known text[];
begin
  select array_agg(distinct value[1]) into known
  from pg_constraint c, regexp_matches(pg_get_constraintdef(c.oid), '''([a-z_]+)''', 'g') value
  where c.conname = 'event_kind_unknown';
  alter table public.order_events drop constraint event_kind_unknown;
  execute format('alter table public.order_events add constraint event_kind_unknown check (kind = any (%L::text[]))',
    known || array['cancel_requested', 'shipment_prepared', 'shipment_canceled', 'shipment_delivered', 'refund_failed',
      'refund_account', 'return_requested', 'return_approved', 'return_declined', 'return_in_transit',
      'return_received', 'return_refunded', 'return_closed', 'return_canceled', 'claim_requested', 'claim_approved',
      'claim_declined', 'claim_resolved', 'claim_canceled', 'replacement_prepared']);
end $$;

-- A start that is raised later counts from the next order on; a lower one would give a number twice.
create or replace function private.next_order_number() returns text
language plpgsql security definer set search_path = ''
as $$
declare
  prefix text;
  start integer;
  number integer;
begin
  select order_prefix, order_start into prefix, start from public.shop_settings;
  update public.order_counter set last = greatest(last + 1, start) returning last into number;
  return prefix || number;
end $$;

-- Why an order was ended, and what was done about its goods and its money. One row in the transaction that ends it.
create table public.order_cancellations (
  id bigint generated always as identity primary key,
  order_id uuid not null references public.orders (id),
  reason text not null constraint cancel_reason_unknown
    check (reason in ('customer', 'declined', 'fraud', 'inventory', 'staff', 'expired', 'other')),
  -- False: its pieces are gone, e.g. broken in the store room.
  restock boolean not null,
  -- False: what was paid stays for the moment.
  refund boolean not null,
  notify boolean not null,
  note text not null default '' constraint cancel_note_invalid check (length(note) <= 500),
  -- Null: the shop itself, e.g. because the time to pay was over.
  actor_id uuid,
  at timestamptz not null default now()
);
select private.protect('public.order_cancellations');
revoke update, delete on public.order_cancellations from service_role;
create index order_cancellations_order on public.order_cancellations (order_id);
grant select on public.order_cancellations to authenticated;
create policy "staff read why orders were cancelled" on public.order_cancellations
  for select to authenticated using ((select private.is_staff()));
select private.require_second_factor('public.order_cancellations');

-- An authorisation that lapsed leaves an order "voided", which is not the same as never having paid.
alter table public.payments add column authorized_at timestamptz;
create function private.note_authorization() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if new.status = 'authorized' then new.authorized_at := coalesce(new.authorized_at, now()); end if;
  return new;
end $$;
create trigger note_authorization before insert or update of status on public.payments
  for each row execute function private.note_authorization();

create function private.refresh_money(target uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  charged bigint;
  returned bigint;
  kept text;
begin
  -- The order first: two movements at once must not both read the sum without the other.
  perform from public.orders where id = target for update;
  select coalesce(sum(amount) filter (where kind in ('charge', 'refund_reversed')), 0),
         coalesce(sum(amount) filter (where kind in ('refund', 'chargeback')), 0)
    into charged, returned
    from public.payment_transactions where order_id = target;
  if returned > charged then
    raise exception 'more given back than was paid'
      using errcode = 'check_violation', constraint = 'refund_exceeds_payment';
  end if;
  select case
    when bool_or(status = 'authorized') then 'authorized'
    when bool_or(authorized_at is not null) then 'voided'
    else 'none' end
    into kept from public.payments where order_id = target;
  update public.orders set
    paid_total = charged - returned,
    refunded_total = returned,
    payment_status = case
      when charged = 0 then coalesce(kept, 'none')
      when returned >= charged then 'refunded'
      when charged - returned > total then 'overcharged'
      when charged < total then 'partially_paid'
      when charged - returned < total then 'partially_refunded'
      else 'paid' end
  where id = target;
end $$;

create or replace function private.follow_money() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.refresh_money(new.order_id);
  return null;
end $$;
create trigger follow_authorization after update of status on public.payments
  for each row when (old.status is distinct from new.status and 'authorized' in (old.status, new.status))
  execute function private.follow_money();
