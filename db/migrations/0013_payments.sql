-- Attempts to pay, and the ledger of money that moved. An attempt is what we asked a provider for; the ledger is
-- what the provider says happened. Only the ledger makes an order paid.

create table public.payments (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.orders (id),
  customer_id uuid references auth.users (id) on delete set null,
  provider text not null,
  method text not null,
  kind text not null constraint payment_kind_unknown
    check (kind in ('card', 'wallet', 'popup', 'redirect', 'instructions', 'offline')),
  status text not null default 'created' constraint payment_attempt_status_unknown check (status in
    ('created', 'pending', 'authorized', 'settled', 'declined', 'error', 'expired', 'canceled')),
  amount bigint not null check (amount > 0),
  currency text not null default 'IDR',
  -- Test and live money are never mixed.
  mode text not null check (mode in ('test', 'live')),
  provider_payment_id text,
  -- What the provider's part in the browser needs; secret, so no grant names it.
  client jsonb,
  decline_code text,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint provider_payment_known_already unique (provider, provider_payment_id)
);
select private.protect('public.payments');
revoke delete on public.payments from service_role;
create trigger touch before update on public.payments for each row execute function private.touch();
create index payments_order on public.payments (order_id, created_at);
create index payments_customer on public.payments (customer_id);
create unique index one_live_payment on public.payments (order_id)
  where status in ('created', 'pending', 'authorized');
create index payments_open on public.payments (updated_at) where status in ('created', 'pending', 'authorized');
grant select (id, order_id, customer_id, provider, method, kind, status, amount, currency, decline_code,
  expires_at, created_at, updated_at) on public.payments to authenticated;
create policy "customers read their own payments, staff read all" on public.payments
  for select to authenticated
  using (customer_id = (select auth.uid()) or (select private.is_staff()));

create table public.payment_transactions (
  id bigint generated always as identity primary key,
  payment_id uuid not null references public.payments (id),
  order_id uuid not null references public.orders (id),
  kind text not null constraint transaction_kind_unknown
    check (kind in ('charge', 'refund', 'chargeback', 'refund_reversed')),
  amount bigint not null check (amount > 0),
  -- The provider's own id of this movement of money.
  provider_reference text not null,
  at timestamptz not null default now(),
  constraint transaction_known_already unique (payment_id, kind, provider_reference)
);
select private.protect('public.payment_transactions');
revoke update, delete on public.payment_transactions from service_role;
-- One attempt captures once.
create unique index payment_charged_already on public.payment_transactions (payment_id) where kind = 'charge';
create index payment_transactions_order on public.payment_transactions (order_id);
grant select on public.payment_transactions to authenticated;
create policy "staff read the money ledger" on public.payment_transactions
  for select to authenticated using ((select private.is_staff()));

-- What providers told us, raw, before anything is believed.
create table public.payment_notifications (
  id bigint generated always as identity primary key,
  provider text not null,
  event_id text not null,
  body jsonb not null,
  received_at timestamptz not null default now(),
  processed_at timestamptz,
  constraint notification_known_already unique (provider, event_id)
);
select private.protect('public.payment_notifications');
revoke delete on public.payment_notifications from service_role;

-- Money that has to go back, asked of the provider by a job.
create table public.refunds (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.orders (id),
  payment_id uuid not null references public.payments (id),
  amount bigint not null check (amount > 0),
  reason text not null constraint refund_reason_unknown
    check (reason in ('customer', 'inventory', 'duplicate', 'staff', 'other')),
  status text not null default 'requested' constraint refund_status_unknown
    check (status in ('requested', 'pending', 'succeeded', 'failed')),
  actor_id uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- A payment is given back for one reason once.
  constraint refund_requested_already unique (payment_id, reason)
);
select private.protect('public.refunds');
revoke delete on public.refunds from service_role;
create trigger touch before update on public.refunds for each row execute function private.touch();
create index refunds_order on public.refunds (order_id);
grant select on public.refunds to authenticated;
create policy "staff read refunds" on public.refunds
  for select to authenticated using ((select private.is_staff()));

-- `payment_status` of an order is what its ledger adds up to.
create function private.follow_money() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  charged bigint;
  returned bigint;
begin
  -- The order first: two movements at once must not both read the sum without the other.
  perform from public.orders where id = new.order_id for update;
  select coalesce(sum(amount) filter (where kind in ('charge', 'refund_reversed')), 0),
         coalesce(sum(amount) filter (where kind in ('refund', 'chargeback')), 0)
    into charged, returned
    from public.payment_transactions where order_id = new.order_id;
  if returned > charged then
    raise exception 'more given back than was paid'
      using errcode = 'check_violation', constraint = 'refund_exceeds_payment';
  end if;
  update public.orders set
    paid_total = charged - returned,
    refunded_total = returned,
    payment_status = case
      when charged = 0 then 'none'
      when returned >= charged then 'refunded'
      when charged - returned > total then 'overcharged'
      when returned > 0 and charged - returned < total then 'partially_refunded'
      when charged - returned >= total then 'paid'
      else 'partially_paid' end
  where id = new.order_id;
  return null;
end $$;
create trigger follow_money after insert on public.payment_transactions
  for each row execute function private.follow_money();
