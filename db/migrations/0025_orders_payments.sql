-- Payment attempts and the ledger of money. A row of `payments` is what the shop asked a provider for; a row of
-- `payment_transactions` is what the provider confirmed. Only the ledger makes an order paid.

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
  -- Test and live money never mix.
  mode text not null check (mode in ('test', 'live')),
  provider_payment_id text,
  -- What the provider's part in the browser needs. Secret: no grant names it.
  client jsonb,
  decline_code text,
  expires_at timestamptz not null,
  -- The payment fee of this attempt, and when the payer last uploaded a proof of transfer.
  fee bigint not null default 0,
  -- Whether the payment is for the whole order, its deposit or its balance.
  part text not null default 'whole' constraint payment_part_unknown check (part in ('whole', 'deposit', 'balance')),
  proof_at timestamptz,
  -- Set once: an authorisation that lapsed makes the order `voided` instead of `none`.
  authorized_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint provider_payment_known_already unique (provider, provider_payment_id)
);
select private.protect('public.payments');
select private.require_second_factor('public.payments');
revoke delete on public.payments from service_role;
grant select (
  id, order_id, customer_id, provider, method, kind, status, amount, currency, decline_code, expires_at, created_at,
  updated_at, fee, proof_at, part
) on public.payments to authenticated;
create policy "customers read their own payments, staff read all" on public.payments
  for select to authenticated
  using (customer_id = (select auth.uid()) or (select private.may('payments.read')));
create index payments_order on public.payments (order_id, created_at);
create index payments_customer on public.payments (customer_id);
-- Two open transfers of the same amount could not be told apart on a bank statement.
create unique index transfer_amount_taken on public.payments (amount)
  where provider = 'transfer' and status in ('created', 'pending', 'authorized');
-- Serves only queries by `updated_at` (docs/why/database.md).
create index payments_open on public.payments (updated_at)
  where status in ('created', 'pending', 'authorized') and updated_at is not null;
-- An order has at most one live attempt. The coalesce hides this index from the planner, which must not scan it
-- (docs/why/database.md).
create unique index one_live_payment on public.payments (order_id)
  where coalesce(status in ('created', 'pending', 'authorized'), false);
-- The reconciler reads the attempts that were closed within a week, every minute.
create index payments_closed on public.payments (created_at) where status in ('expired', 'declined', 'canceled');
-- The reconciler checks paid payments once a day for ninety days for reversals, those checked longest ago first.
create index payments_paid on public.payments (created_at, updated_at) where status = 'settled';
-- What waits, as the rail counts it (shop/office/notifications/count-waiting.server.ts): each count reads the index of a few open
-- rows. The others are read from orders_fulfilment, returns_status, enquiries_status and the unique indexes of open rows.
create index payments_open_transfers on public.payments (id)
  where provider = 'transfer' and status in ('created', 'pending');
create trigger touch before update on public.payments for each row execute function private.touch();
create trigger note_transfer_proof after update of proof_at on public.payments
  for each row when (old.proof_at is null and new.proof_at is not null)
  execute function private.note_staff_event('transfer_proof', 'order_id');

create function private.note_authorization() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if new.status = 'authorized' then new.authorized_at := coalesce(new.authorized_at, now()); end if;
  return new;
end $$;
create trigger note_authorization before insert or update of status on public.payments
  for each row execute function private.note_authorization();

create table public.payment_transactions (
  id bigint generated always as identity primary key,
  payment_id uuid not null references public.payments (id),
  order_id uuid not null references public.orders (id),
  kind text not null constraint transaction_kind_unknown
    check (kind in ('charge', 'refund', 'chargeback', 'refund_reversed')),
  amount bigint not null check (amount > 0),
  -- The provider's id of this movement of money.
  provider_reference text not null,
  at timestamptz not null default now(),
  constraint transaction_known_already unique (payment_id, kind, provider_reference)
);
select private.protect('public.payment_transactions');
select private.require_second_factor('public.payment_transactions');
revoke update, delete on public.payment_transactions from service_role;
grant select on public.payment_transactions to authenticated;
create policy "staff read the money ledger" on public.payment_transactions
  for select to authenticated using ((select private.may('payments.read')));
-- An attempt captures once.
create unique index payment_charged_already on public.payment_transactions (payment_id) where kind = 'charge';
create index payment_transactions_order on public.payment_transactions (order_id);

create function private.refresh_money(target uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  charged bigint;
  returned bigint;
  kept text;
begin
  -- Lock the order first: two concurrent movements must not compute the sum without each other.
  perform from public.orders where id = target for update;
  select coalesce(sum(b.charged), 0), coalesce(sum(b.returned), 0) into charged, returned
    from private.payment_balances b where b.order_id = target;
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

-- Derives `payment_status` and the sums of an order from its ledger.
create function private.follow_money() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.refresh_money(new.order_id);
  return null;
end $$;
create trigger follow_authorization after update of status on public.payments
  for each row when (old.status is distinct from new.status and 'authorized' in (old.status, new.status))
  execute function private.follow_money();
create trigger follow_money after insert on public.payment_transactions
  for each row execute function private.follow_money();

-- Notifications of payment providers as received, before they are verified.
create table public.payment_notifications (
  id bigint generated always as identity primary key,
  provider text not null,
  event_id text not null,
  body jsonb not null,
  received_at timestamptz not null default now(),
  processed_at timestamptz,
  -- The payment that the notification names, so that settling the payment closes the notification. No foreign key:
  -- its check would wait for the order that is being settled.
  payment_id uuid,
  constraint notification_known_already unique (provider, event_id)
);
select private.protect('public.payment_notifications');
revoke delete on public.payment_notifications from service_role;
create index payment_notifications_waiting on public.payment_notifications (payment_id) where processed_at is null;

-- Bank accounts for transfers.
create table public.bank_accounts (
  id uuid primary key default gen_random_uuid(),
  bank text not null constraint bank_name_invalid check (length(bank) between 1 and 40),
  number text not null constraint bank_number_invalid check (number ~ '^[0-9]{5,20}$'),
  holder text not null constraint bank_holder_invalid check (length(holder) between 1 and 80),
  position integer not null default 0,
  enabled boolean not null default true
);
select private.protect('public.bank_accounts');
select private.require_second_factor('public.bank_accounts');
grant select on public.bank_accounts to authenticated;
create policy "staff read the shop's bank accounts" on public.bank_accounts
  for select to authenticated using ((select private.may('payments.read')));
select private.audit('public.bank_accounts', 'bank_account', 'id');
select private.log_changes('public.bank_accounts');

-- Money that staff received themselves, by bank transfer or from a courier: the ledger of payment methods without a
-- provider. `settlePayment` reads it like a provider.
create table public.payment_receipts (
  payment_id uuid primary key references public.payments (id),
  amount bigint not null constraint receipt_amount_invalid check (amount > 0),
  actor_id uuid references auth.users (id) on delete set null,
  note text not null default '' constraint receipt_note_invalid check (length(note) <= 200),
  at timestamptz not null default now()
);
select private.protect('public.payment_receipts');
select private.require_second_factor('public.payment_receipts');
revoke delete on public.payment_receipts from service_role;
grant select on public.payment_receipts to authenticated;
create policy "staff read what staff received" on public.payment_receipts
  for select to authenticated using ((select private.may('payments.read')));

-- Payments that staff must review.
create table public.payment_tasks (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.orders (id),
  payment_id uuid not null references public.payments (id),
  kind text not null constraint payment_task_unknown check (kind in
    ('mismatch', 'stock_missing', 'refund_by_hand', 'chargeback', 'payment_reversed')),
  -- What the provider reported: {amount, currency, mode, …}.
  details jsonb not null default '{}',
  resolution text constraint payment_task_resolution_unknown
    check (resolution in ('settled_anyway', 'refunded', 'by_hand')),
  resolved_by uuid references auth.users (id) on delete set null,
  resolved_at timestamptz,
  created_at timestamptz not null default now(),
  constraint payment_task_half_resolved check ((resolution is null) = (resolved_at is null))
);
select private.protect('public.payment_tasks');
select private.require_second_factor('public.payment_tasks');
revoke delete on public.payment_tasks from service_role;
grant select on public.payment_tasks to authenticated;
create policy "staff read payments to look at" on public.payment_tasks
  for select to authenticated using ((select private.may('payments.read')));
-- One open task per payment and kind.
create unique index payment_task_open_already on public.payment_tasks (payment_id, kind) where resolution is null;
create index payment_tasks_order on public.payment_tasks (order_id);
create index payment_tasks_newest on public.payment_tasks (created_at desc);
create trigger note_payment_review after insert on public.payment_tasks
  for each row execute function private.note_staff_event('payment_review', 'order_id');

-- What the ledger could not book of a movement of money, because a payment has no balance below zero: e.g. a bank takes
-- all of a payment of which a part was refunded before (docs/why/orders.md). One row per refund or chargeback that staff know.
create table public.payment_shortfalls (
  payment_id uuid not null references public.payments (id),
  -- The provider's id of the movement.
  provider_reference text not null,
  kind text not null constraint shortfall_kind_unknown check (kind in ('refund', 'chargeback')),
  -- The task that shows it to staff.
  task_id uuid not null references public.payment_tasks (id),
  -- Whole rupiah. 0: the ledger booked all of it.
  amount bigint not null constraint shortfall_amount_invalid check (amount >= 0),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (payment_id, provider_reference)
);
select private.protect('public.payment_shortfalls');
select private.require_second_factor('public.payment_shortfalls');
revoke update, delete on public.payment_shortfalls from service_role;
grant update (amount) on public.payment_shortfalls to service_role;
grant select on public.payment_shortfalls to authenticated;
create policy "staff read the shortfalls of the ledger" on public.payment_shortfalls
  for select to authenticated using ((select private.may('payments.read')));
create index payment_shortfalls_task on public.payment_shortfalls (task_id);
create trigger touch before update on public.payment_shortfalls for each row execute function private.touch();

-- A shortfall only gets smaller, when a bank reverses a chargeback. An outdated answer of a provider cannot raise it.
create function private.guard_shortfall() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if new.amount > old.amount then
    raise exception 'a shortfall only gets smaller' using errcode = 'restrict_violation', constraint = 'shortfall_grew';
  end if;
  return new;
end $$;
create trigger guard_shortfall before update on public.payment_shortfalls
  for each row execute function private.guard_shortfall();

-- The ledger of the built-in payment provider. It stands for an outside company, so no table refers to it.
create table private.builtin_payments (
  id text primary key,
  -- The same key requests the same payment.
  idempotency_key text not null unique,
  amount bigint not null,
  currency text not null,
  status text not null default 'requires_payment' check (status in
    ('requires_payment', 'requires_challenge', 'succeeded', 'declined', 'canceled', 'expired', 'refunded')),
  decline_code text,
  client_secret text not null,
  reference text not null,
  -- [{id, amount}]
  refunds jsonb not null default '[]',
  version integer not null default 0,
  -- How the payment is made.
  method text not null default 'card',
  -- {bank, number} of a virtual account, {qr} of a QR code, {return_url} of a wallet.
  details jsonb not null default '{}',
  -- The amount received, when it differs from the amount requested.
  received bigint,
  chargebacks jsonb not null default '[]',
  expires_at timestamptz,
  created_at timestamptz not null default now()
);
select private.protect('private.builtin_payments');

create function private.awaits_proof(payment text, person uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.payments p where p.id::text = payment and p.customer_id = person
      and p.provider = 'transfer' and p.status in ('created', 'pending')
  )
$$;
grant execute on function private.awaits_proof(text, uuid) to authenticated;

-- Proofs of transfer. The payer uploads them into a folder named after the payment; the payer and staff read them;
-- no role may change them.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('payment-proofs', 'payment-proofs', false, 5242880,
  array['image/jpeg', 'image/png', 'image/webp', 'application/pdf']);

create policy "payers add pictures of their transfer" on storage.objects
  for insert to authenticated
  with check (bucket_id = 'payment-proofs' and array_length(storage.foldername(name), 1) = 1
    and private.awaits_proof((storage.foldername(name))[1], (select auth.uid())));

create policy "payers and staff see pictures of transfers" on storage.objects
  for select to authenticated
  using (bucket_id = 'payment-proofs'
    and (owner_id = (select auth.uid())::text or (select private.may('payments.read'))));
