-- Money that goes back, in parts that say what for. What is asked for and not given yet counts as given: two refunds at
-- once never exceed what was captured.

alter table public.refunds drop constraint refund_requested_already;
do $$
declare known text[];
begin
  select array_agg(distinct value[1]) into known
  from pg_constraint c, regexp_matches(pg_get_constraintdef(c.oid), '''([a-z_]+)''', 'g') value
  where c.conname = 'refund_reason_unknown';
  alter table public.refunds drop constraint refund_reason_unknown;
  execute format('alter table public.refunds add constraint refund_reason_unknown check (reason = any (%L::text[]))',
    known || array['return', 'claim', 'goodwill']);
end $$;

alter table public.refunds
  -- The same key is the same refund.
  add column key text,
  add column channel text not null default 'original' constraint refund_channel_unknown
    check (channel in ('original', 'bank_transfer')),
  -- What it is made of. Overpaid: money that no goods of this order stand for, e.g. a second capture.
  add column goods bigint not null default 0 check (goods >= 0),
  add column shipping bigint not null default 0 check (shipping >= 0),
  -- Below zero: what the payment method had taken off, e.g. the code of a bank transfer.
  add column fee bigint not null default 0,
  add column goodwill bigint not null default 0 check (goodwill >= 0),
  add column overpaid bigint not null default 0 check (overpaid >= 0),
  add column note text not null default '' constraint refund_note_invalid check (length(note) <= 500),
  add column notify boolean not null default true,
  -- The provider's own id of it, or our number of the transfer.
  add column provider_reference text,
  add column tries integer not null default 0,
  add column last_error text,
  add column finished_at timestamptz;
update public.refunds set key = reason || ':' || payment_id, overpaid = amount;
alter table public.refunds
  alter column key set not null,
  add constraint refund_requested_already unique (order_id, key),
  add constraint refund_parts_wrong check (amount = goods + shipping + fee + goodwill + overpaid);
create index refunds_open on public.refunds (updated_at) where status in ('requested', 'pending');

create table public.refund_lines (
  refund_id uuid not null references public.refunds (id),
  order_line_id uuid not null references public.order_lines (id),
  quantity integer not null constraint refund_quantity_invalid check (quantity > 0),
  -- Exactly what these pieces cost.
  amount bigint not null check (amount >= 0),
  primary key (refund_id, order_line_id)
);
select private.protect('public.refund_lines');
revoke update, delete on public.refund_lines from service_role;
create index refund_lines_line on public.refund_lines (order_line_id);
grant select on public.refund_lines to authenticated;
create policy "whoever reads a refund reads what it is for" on public.refund_lines
  for select to authenticated using (exists (select from public.refunds where refunds.id = refund_id));
select private.require_second_factor('public.refund_lines');

-- Each piece once, for what it cost: the pieces of a line are given back in order.
create function private.guard_refund_line() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  line public.order_lines;
  before integer;
  share bigint;
begin
  select * into line from public.order_lines where id = new.order_line_id for update;
  select coalesce(sum(quantity), 0) into before from public.refund_lines
    where order_line_id = new.order_line_id and refund_id <> new.refund_id;
  if before + new.quantity > line.quantity
      or line.order_id <> (select order_id from public.refunds where id = new.refund_id) then
    raise exception 'a piece is given back once'
      using errcode = 'check_violation', constraint = 'refunded_too_many';
  end if;
  select sum(unit) into share from unnest(line.unit_totals) with ordinality as units (unit, n)
    where n > before and n <= before + new.quantity;
  if share <> new.amount then
    raise exception 'not what these pieces cost' using errcode = 'check_violation', constraint = 'refund_share_wrong';
  end if;
  return null;
end $$;
create trigger guard_refund_line after insert on public.refund_lines
  for each row execute function private.guard_refund_line();

-- The refund and its lines are written together and must agree when the transaction ends.
create function private.guard_refund_goods() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.goods <> (select coalesce(sum(amount), 0) from public.refund_lines where refund_id = new.id) then
    raise exception 'a refund and its lines differ' using errcode = 'check_violation', constraint = 'refund_lines_wrong';
  end if;
  return null;
end $$;
create constraint trigger guard_refund_goods after insert on public.refunds
  deferrable initially deferred for each row execute function private.guard_refund_goods();

-- The cap: what this payment captured, less what has gone back, less what is about to.
create function private.guard_refund() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  captured bigint;
  promised bigint;
  delivery bigint;
begin
  -- Whoever asks next waits here and then counts this one.
  select shipping into delivery from public.orders where id = new.order_id for update;
  if not exists (select from public.payments where id = new.payment_id and order_id = new.order_id) then
    raise exception 'another order''s payment' using errcode = 'check_violation', constraint = 'refund_payment_wrong';
  end if;
  select coalesce(sum(case when kind in ('charge', 'refund_reversed') then t.amount
      when kind = 'chargeback' then -t.amount
      -- Given back without asking us; what we asked for is counted below.
      when not exists (select from public.refunds r
        where r.payment_id = t.payment_id and r.provider_reference = t.provider_reference) then -t.amount
      else 0 end), 0)
    into captured from public.payment_transactions t where t.payment_id = new.payment_id;
  select coalesce(sum(amount), 0) into promised from public.refunds
    where payment_id = new.payment_id and id <> new.id;
  if promised + new.amount > captured then
    raise exception 'more than was captured'
      using errcode = 'check_violation', constraint = 'refund_exceeds_payment';
  end if;
  if new.shipping > 0 and new.shipping + (
      select coalesce(sum(shipping), 0) from public.refunds where order_id = new.order_id and id <> new.id) > delivery then
    raise exception 'more than delivery cost'
      using errcode = 'check_violation', constraint = 'refund_exceeds_shipping';
  end if;
  return new;
end $$;
create trigger guard_refund before insert on public.refunds
  for each row execute function private.guard_refund();

-- What was agreed stays; a refund goes forward, and only a failed one is tried again.
create function private.guard_refund_step() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if (new.order_id, new.payment_id, new.amount, new.goods, new.shipping, new.fee, new.goodwill, new.overpaid, new.key)
      is distinct from
      (old.order_id, old.payment_id, old.amount, old.goods, old.shipping, old.fee, old.goodwill, old.overpaid, old.key) then
    raise exception 'what was promised never changes' using errcode = 'restrict_violation';
  end if;
  if old.status <> new.status and (old.status, new.status) not in (
    ('requested', 'pending'), ('requested', 'succeeded'), ('requested', 'failed'), ('pending', 'succeeded'),
    ('pending', 'failed'), ('failed', 'requested'), ('failed', 'pending'), ('failed', 'succeeded')
  ) then
    raise exception 'a refund cannot go from % to %', old.status, new.status
      using errcode = 'check_violation', constraint = 'refund_status_step';
  end if;
  if new.channel <> old.channel and not (new.channel = 'bank_transfer' and old.status = 'failed') then
    raise exception 'only a refund that failed takes another way'
      using errcode = 'check_violation', constraint = 'refund_channel_step';
  end if;
  if new.status = 'succeeded' then new.finished_at := coalesce(new.finished_at, now()); end if;
  return new;
end $$;
create trigger guard_refund_step before update on public.refunds
  for each row execute function private.guard_refund_step();

-- A refund has succeeded when the ledger says so, whoever heard of it first.
create function private.finish_refund() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.refunds set status = 'succeeded', last_error = null
  where payment_id = new.payment_id and provider_reference = new.provider_reference and status <> 'succeeded';
  return null;
end $$;
create trigger finish_refund after insert on public.payment_transactions
  for each row when (new.kind = 'refund') execute function private.finish_refund();
create function private.find_refund_done() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.provider_reference is not null and exists (
      select from public.payment_transactions t where t.payment_id = new.payment_id and t.kind = 'refund'
        and t.provider_reference = new.provider_reference) then
    new.status := 'succeeded';
    new.finished_at := now();
  end if;
  return new;
end $$;
create trigger find_refund_done before update of provider_reference on public.refunds
  for each row execute function private.find_refund_done();

-- Where to, for money that cannot go back the way it came. Written by the customer; gone with them.
create table public.refund_accounts (
  refund_id uuid primary key references public.refunds (id),
  customer_id uuid references auth.users (id) on delete cascade,
  bank text not null constraint refund_bank_invalid check (length(btrim(bank)) between 2 and 60),
  account_number text not null constraint refund_account_number_invalid check (account_number ~ '^\d{5,20}$'),
  holder text not null constraint refund_holder_invalid check (length(btrim(holder)) between 2 and 80),
  given_at timestamptz not null default now()
);
select private.protect('public.refund_accounts');
create index refund_accounts_customer on public.refund_accounts (customer_id);
grant select on public.refund_accounts to authenticated;
create policy "customers read their own accounts, staff read all" on public.refund_accounts
  for select to authenticated using (customer_id = (select auth.uid()) or (select private.is_staff()));
select private.require_second_factor('public.refund_accounts');

-- Customers see how their money comes back, never what staff noted.
drop policy "staff read refunds" on public.refunds;
revoke select on public.refunds from authenticated;
grant select (id, order_id, payment_id, amount, reason, status, channel, goods, shipping, fee, goodwill, overpaid,
  created_at, updated_at, finished_at) on public.refunds to authenticated;
create policy "whoever reads an order reads its refunds" on public.refunds
  for select to authenticated using (exists (select from public.orders where orders.id = order_id));
