-- Payment methods besides a card: what they cost, how long they wait, and what the shop's own books say of money that no
-- company reports (bank transfers, cash on delivery).

-- How an order is paid may change what it costs: cash on delivery has a fee, a bank transfer is rounded down by a code
-- of three digits that tells it from all others. Below zero it is to the customer's good.
alter table public.orders add column payment_fee bigint not null default 0;
alter table public.orders drop constraint order_total_wrong;
alter table public.orders
  add constraint order_total_wrong check (total = subtotal - discount + shipping + payment_fee),
  add constraint payment_fee_invalid check (total >= 0);
grant select (payment_fee) on public.orders to authenticated;

-- As before, and: what the payment method costs may change until money has come.
create or replace function private.guard_order_status() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if old.status <> new.status and (old.status, new.status) not in (
    ('draft', 'awaiting_payment'), ('draft', 'placed'), ('draft', 'canceled'),
    ('awaiting_payment', 'placed'), ('awaiting_payment', 'expired'), ('awaiting_payment', 'canceled'),
    ('expired', 'placed'), ('placed', 'completed'), ('placed', 'canceled')
  ) then
    raise exception 'an order cannot go from % to %', old.status, new.status
      using errcode = 'check_violation', constraint = 'order_status_step';
  end if;
  if (new.number, new.subtotal, new.discount, new.shipping, new.request_hash)
      is distinct from (old.number, old.subtotal, old.discount, old.shipping, old.request_hash)
    or new.payment_fee <> old.payment_fee and old.paid_total <> 0 then
    raise exception 'what was agreed never changes' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

-- The fee that belongs to an attempt, and when its payer last sent a picture of a receipt.
alter table public.payments
  add column fee bigint not null default 0,
  add column proof_at timestamptz;
grant select (fee, proof_at) on public.payments to authenticated;
-- Two open transfers of one amount could not be told apart on a bank statement.
create unique index transfer_amount_taken on public.payments (amount)
  where provider = 'transfer' and status in ('created', 'pending', 'authorized');

alter table public.shop_settings
  -- How long an order waits when its payer has to go to a bank first.
  add column instructions_minutes integer not null default 1440 check (instructions_minutes between 10 and 10080),
  add column cod_fee bigint not null default 5000 check (cod_fee between 0 and 1000000),
  -- Cash on delivery for goods and delivery between these sums, fee not counted.
  add column cod_min bigint not null default 0 check (cod_min >= 0),
  add column cod_max bigint not null default 2000000 check (cod_max >= cod_min);

-- Couriers take cash only where they have an office.
alter table public.shipping_zones add column cash_on_delivery boolean not null default false;

-- Where people transfer to.
create table public.bank_accounts (
  id uuid primary key default gen_random_uuid(),
  bank text not null constraint bank_name_invalid check (length(bank) between 1 and 40),
  number text not null constraint bank_number_invalid check (number ~ '^[0-9]{5,20}$'),
  holder text not null constraint bank_holder_invalid check (length(holder) between 1 and 80),
  position integer not null default 0,
  enabled boolean not null default true
);
select private.protect('public.bank_accounts');
grant select on public.bank_accounts to authenticated;
create policy "staff read the shop's bank accounts" on public.bank_accounts
  for select to authenticated using ((select private.is_staff()));
select private.require_second_factor('public.bank_accounts');

-- Money that staff saw themselves, on a bank statement or in a courier's hand: the books of the payment methods that no
-- company answers for. `settlePayment` reads them as it reads a provider.
create table public.payment_receipts (
  payment_id uuid primary key references public.payments (id),
  amount bigint not null constraint receipt_amount_invalid check (amount > 0),
  actor_id uuid references auth.users (id) on delete set null,
  note text not null default '' constraint receipt_note_invalid check (length(note) <= 200),
  at timestamptz not null default now()
);
select private.protect('public.payment_receipts');
revoke delete on public.payment_receipts from service_role;
grant select on public.payment_receipts to authenticated;
create policy "staff read what staff received" on public.payment_receipts
  for select to authenticated using ((select private.is_staff()));
select private.require_second_factor('public.payment_receipts');

-- Payments that a person has to look at.
create table public.payment_tasks (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.orders (id),
  payment_id uuid not null references public.payments (id),
  kind text not null constraint payment_task_unknown check (kind in
    ('mismatch', 'stock_missing', 'refund_by_hand', 'chargeback', 'payment_reversed')),
  -- What the provider said: {amount, currency, mode, …}
  details jsonb not null default '{}',
  resolution text constraint payment_task_resolution_unknown
    check (resolution in ('settled_anyway', 'refunded', 'by_hand')),
  resolved_by uuid references auth.users (id) on delete set null,
  resolved_at timestamptz,
  created_at timestamptz not null default now(),
  constraint payment_task_half_resolved check ((resolution is null) = (resolved_at is null))
);
select private.protect('public.payment_tasks');
revoke delete on public.payment_tasks from service_role;
-- The same finding is one task, however often it is found.
create unique index payment_task_open_already on public.payment_tasks (payment_id, kind) where resolution is null;
create index payment_tasks_order on public.payment_tasks (order_id);
create index payment_tasks_newest on public.payment_tasks (created_at desc);
grant select on public.payment_tasks to authenticated;
create policy "staff read payments to look at" on public.payment_tasks
  for select to authenticated using ((select private.is_staff()));
select private.require_second_factor('public.payment_tasks');

-- The built-in provider's books: how the payment is to be made, and until when.
alter table private.builtin_payments
  add column method text not null default 'card',
  -- {bank, number} of a virtual account, {qr} of a code, {return_url} of a wallet
  add column details jsonb not null default '{}',
  -- What really came, when it was not what was asked.
  add column received bigint,
  add column chargebacks jsonb not null default '[]',
  add column expires_at timestamptz;

-- Pictures of receipts. Whoever is to pay by transfer puts them into a folder named by the payment; they and staff see
-- them, nobody changes them.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('payment-proofs', 'payment-proofs', false, 5242880,
  array['image/jpeg', 'image/png', 'image/webp', 'application/pdf']);

create function private.awaits_proof(payment text, person uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.payments p where p.id::text = payment and p.customer_id = person
      and p.provider = 'transfer' and p.status in ('created', 'pending')
  ) and (
    select count(*) < 5 from storage.objects o
    where o.bucket_id = 'payment-proofs' and o.name like payment || '/%'
  )
$$;
revoke execute on function private.awaits_proof(text, uuid) from public;
grant execute on function private.awaits_proof(text, uuid) to authenticated;

create policy "payers add pictures of their transfer" on storage.objects
  for insert to authenticated
  with check (bucket_id = 'payment-proofs' and array_length(storage.foldername(name), 1) = 1
    and private.awaits_proof((storage.foldername(name))[1], (select auth.uid())));
create policy "payers and staff see pictures of transfers" on storage.objects
  for select to authenticated
  using (bucket_id = 'payment-proofs'
    and (owner_id = (select auth.uid())::text or (select private.is_staff())));
