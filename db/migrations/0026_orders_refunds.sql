-- Refunds: requests that staff approve, refunds that a job sends to the provider, and what each refund is made of. A
-- refund that was promised counts as given, so two concurrent refunds never exceed what was captured (docs/why/orders.md).

-- Refunds by staff wait for approval: one fresh proof of identity, and a second person above a limit (docs/why/staff.md).
-- The use case runs after the approval; until then the order does not change.
create table public.refund_requests (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.orders (id),
  -- refund: by pieces. cancel: a cancellation with its refund. return, claim: of returned goods. task: of a payment
  -- under review.
  act text not null constraint refund_act_unknown check (act in ('refund', 'cancel', 'return', 'claim', 'task')),
  -- The order, return or payment task.
  subject_id uuid not null,
  -- The input of the use case, which runs with it after the approval.
  input jsonb not null,
  amount bigint not null constraint refund_request_amount_invalid check (amount > 0),
  status text not null default 'open' constraint refund_request_status_unknown check (status in ('open', 'done', 'declined')),
  requested_by uuid not null,
  requested_at timestamptz not null default now(),
  decided_by uuid,
  decided_at timestamptz,
  answer text not null default '' constraint refund_answer_invalid check (length(answer) <= 500)
);
select private.protect('public.refund_requests');
select private.require_second_factor('public.refund_requests');
revoke delete on public.refund_requests from service_role;
grant select on public.refund_requests to authenticated;
create policy "staff read refund requests" on public.refund_requests
  for select to authenticated using ((select private.may('orders.read')));
create unique index refund_request_open_already on public.refund_requests (subject_id, act, md5(input::text))
  where status = 'open';
create index refund_requests_order on public.refund_requests (order_id);

create table public.refund_approvals (
  request_id uuid not null references public.refund_requests (id),
  person_id uuid not null,
  -- The session in which the person reauthenticated.
  session_id uuid not null,
  approved_at timestamptz not null default now(),
  primary key (request_id, person_id)
);
select private.protect('public.refund_approvals');
select private.require_second_factor('public.refund_approvals');
revoke update, delete on public.refund_approvals from service_role;
grant select on public.refund_approvals to authenticated;
create policy "staff read refund approvals" on public.refund_approvals
  for select to authenticated using ((select private.may('orders.read')));
create index refund_approvals_person on public.refund_approvals (person_id, approved_at);
create trigger never_changes before update or delete on public.refund_approvals
  for each row execute function private.refuse_change();

-- The largest amount that a person may refund alone now; null: any. Refunds that two people approved count for neither of them.
-- Without a second person who may approve there is no limit.
create function private.refund_limit_of(person uuid) returns bigint
language sql stable security definer set search_path = ''
as $$
  select case when (
    select count(*) from public.profiles p where p.role <> 'CUSTOMER' and private.may(p.id, 'orders.refund')) > 1
  then least(l.refund, l.refund_day - least(l.refund_day, (
    select coalesce(sum(r.amount), 0) from public.refund_approvals a join public.refund_requests r on r.id = a.request_id
    where a.person_id = person and a.approved_at > now() - interval '24 hours' and r.status = 'done'
      and (select count(*) from public.refund_approvals other where other.request_id = r.id) = 1))) end
  from (select private.limit_of(person, 'refund') as refund, private.limit_of(person, 'refund_day') as refund_day) l
$$;
grant execute on function private.refund_limit_of(uuid) to service_role;

-- How many people must approve a request.
create function private.refund_approvals_needed(request uuid) returns integer
language sql stable security definer set search_path = ''
as $$
  select case when exists (
    select from public.refund_approvals a
    where a.request_id = r.id and r.amount <= coalesce(private.refund_limit_of(a.person_id), r.amount))
    -- Nobody approved yet: the shop's limit for one refund says what to expect.
    or not exists (select from public.refund_approvals a where a.request_id = r.id) and (
      r.amount <= coalesce((select s.refund_limit from public.shop_settings s), r.amount)
      or private.refund_limit_of(r.requested_by) is null) then 1 else 2 end
  from public.refund_requests r where r.id = request
$$;
grant execute on function private.refund_approvals_needed(uuid) to service_role;

create function private.is_refund_approved(request uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select (select count(*) from public.refund_approvals a where a.request_id = r.id)
    >= private.refund_approvals_needed(r.id)
  from public.refund_requests r where r.id = request
$$;
grant execute on function private.is_refund_approved(uuid) to service_role;

create function private.guard_refund_approval() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  request public.refund_requests;
begin
  -- Of two refunds at once, the second counts the first.
  perform pg_advisory_xact_lock(hashtextextended('refunds of ' || new.person_id, 0));
  select * into request from public.refund_requests where id = new.request_id for update;
  if request.status <> 'open' then
    raise exception 'the request was decided' using errcode = 'check_violation', constraint = 'refund_request_decided';
  end if;
  if not private.may(new.person_id, 'orders.refund') then
    raise exception 'this person approves no refunds'
      using errcode = 'check_violation', constraint = 'refund_not_allowed';
  end if;
  if not private.is_fresh_session(new.session_id, new.person_id) then
    raise exception 'no fresh proof' using errcode = 'check_violation', constraint = 'reauthentication_needed';
  end if;
  return new;
end $$;
create trigger guard_refund_approval before insert on public.refund_approvals
  for each row execute function private.guard_refund_approval();

create function private.guard_refund_request() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    if new.status <> 'open' then
      raise exception 'a request begins open' using errcode = 'check_violation', constraint = 'refund_request_decided';
    end if;
    return new;
  end if;
  if old.status <> 'open' or (new.id, new.order_id, new.act, new.subject_id, new.input, new.amount, new.requested_by)
      is distinct from (old.id, old.order_id, old.act, old.subject_id, old.input, old.amount, old.requested_by) then
    raise exception 'a request is decided once' using errcode = 'check_violation', constraint = 'refund_request_decided';
  end if;
  if new.status = 'done' and not private.is_refund_approved(new.id) then
    raise exception 'not approved' using errcode = 'check_violation', constraint = 'refund_not_approved';
  end if;
  return new;
end $$;
create trigger guard_refund_request before insert or update on public.refund_requests
  for each row execute function private.guard_refund_request();

create function private.audit_refund() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  request public.refund_requests;
begin
  if tg_table_name = 'refund_approvals' then
    select * into request from public.refund_requests where id = new.request_id;
    insert into public.audit_entries (actor_id, action, order_id, subject_kind, subject_id, details)
    values (new.person_id, 'refund.approved', request.order_id, 'refund_request', request.id, jsonb_build_object('amount', request.amount,
      -- True: the amount is above the limit and nobody else may approve it.
      'alone', coalesce(request.amount > private.limit_of(new.person_id, 'refund'), false)
        and private.refund_approvals_needed(request.id) = 1));
  elsif tg_op = 'INSERT' then
    insert into public.audit_entries (actor_id, action, order_id, subject_kind, subject_id, details)
    values (new.requested_by, 'refund.asked', new.order_id, 'refund_request', new.id, jsonb_build_object('amount', new.amount, 'act', new.act));
  elsif new.status <> old.status then
    insert into public.audit_entries (actor_id, action, order_id, subject_kind, subject_id, details)
    values (new.decided_by, 'refund.' || new.status, new.order_id, 'refund_request', new.id, jsonb_build_object('amount', new.amount));
  end if;
  return null;
end $$;
create trigger audit_refund after insert or update on public.refund_requests
  for each row execute function private.audit_refund();
create trigger audit_refund after insert on public.refund_approvals
  for each row execute function private.audit_refund();

-- Money to return; a job requests it from the provider.
create table public.refunds (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.orders (id),
  payment_id uuid not null references public.payments (id),
  amount bigint not null check (amount > 0),
  reason text not null constraint refund_reason_unknown check (reason in
    ('customer', 'inventory', 'duplicate', 'staff', 'return', 'claim', 'goodwill', 'other', 'design')),
  status text not null default 'requested' constraint refund_status_unknown
    check (status in ('requested', 'pending', 'succeeded', 'failed')),
  actor_id uuid,
  -- Idempotency key of the refund.
  key text not null,
  channel text not null default 'original' constraint refund_channel_unknown
    check (channel in ('original', 'bank_transfer', 'by_hand')),
  -- The parts of the amount. `overpaid` is money that pays for no goods of this order, e.g. a second capture.
  goods bigint not null default 0 check (goods >= 0),
  shipping bigint not null default 0 check (shipping >= 0),
  -- Negative when the payment method had reduced the total, e.g. by the code of a bank transfer.
  fee bigint not null default 0,
  goodwill bigint not null default 0 check (goodwill >= 0),
  overpaid bigint not null default 0 check (overpaid >= 0),
  -- Whole rupiah. Negative: the part of this refund that other payments of the order refund. Positive: the part of another
  -- refund that this payment refunds. A refund of pieces may exceed either of two payments. The sum for an order is zero.
  moved bigint not null default 0,
  note text not null default '' constraint refund_note_invalid check (length(note) <= 500),
  notify boolean not null default true,
  -- The provider's id of the refund, or the shop's number of the transfer.
  provider_reference text,
  tries integer not null default 0,
  last_error text,
  finished_at timestamptz,
  -- The approved request that caused it; the use case sets it for the transaction. Null for refunds by the program
  -- itself and for a customer's own cancellation.
  request_id uuid default nullif(current_setting('shop.refund_request', true), '')::uuid
    references public.refund_requests (id) deferrable initially deferred,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- The line whose price the refund lowers, by the whole amount.
  lowers_line_id uuid references public.order_lines (id)
    constraint refund_lowers_by_goodwill check (lowers_line_id is null or (goodwill = amount and reason = 'design')),
  constraint refund_requested_already unique (order_id, key),
  constraint refund_parts_wrong check (amount = goods + shipping + fee + goodwill + overpaid + moved)
);
select private.protect('public.refunds');
select private.require_second_factor('public.refunds');
revoke delete on public.refunds from service_role;
grant select (
  id, order_id, payment_id, amount, reason, status, channel, goods, shipping, fee, goodwill, overpaid, moved, created_at,
  updated_at, finished_at
) on public.refunds to authenticated;
create policy "whoever reads an order reads its refunds" on public.refunds
  for select to authenticated using (exists (select from public.orders where orders.id = order_id));
create index refunds_order on public.refunds (order_id);
create index refunds_payment on public.refunds (payment_id);
create index refunds_open on public.refunds (updated_at) where status in ('requested', 'pending');
create index refunds_request on public.refunds (request_id) where request_id is not null;
create index refunds_lowering on public.refunds (lowers_line_id) where lowers_line_id is not null;
create trigger touch before update on public.refunds for each row execute function private.touch();

create function private.note_buyer_refund() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.buyer_changes (order_id) values (new.order_id);
  return null;
end $$;
revoke execute on function private.note_buyer_refund() from public;
create trigger note_buyer after insert or update of status on public.refunds
  for each row when (new.status = 'succeeded') execute function private.note_buyer_refund();

-- The balance of each payment attempt, in whole rupiah: what the ledger says is there, and what of it is not promised to a
-- refund that is still to be sent. Every sum of the money ledger comes from here (shop/orders/payments/ledger.server.ts).
create view private.payment_balances with (security_invoker = on) as
  select p.id as payment_id, p.order_id, t.charged, t.returned, t.charged - t.returned as balance,
    t.charged - t.returned - r.promised as available
  from public.payments p
  cross join lateral (
    -- A reversal takes back what was returned: it is no second charge.
    select coalesce(sum(amount) filter (where kind = 'charge'), 0)::bigint as charged,
      coalesce(sum(case kind when 'refund_reversed' then -amount else amount end)
        filter (where kind <> 'charge'), 0)::bigint as returned
    from public.payment_transactions where payment_id = p.id) t
  cross join lateral (
    select coalesce(sum(amount), 0)::bigint as promised
    from public.refunds where payment_id = p.id and status <> 'succeeded') r;
grant select on private.payment_balances to service_role;

-- The amount due, whole rupiah: the deposit until the order is placed, then the rest of the total. A requested refund counts as
-- paid out. A refund of pieces lowers both the price and the amount paid; one of an overpayment lowers only the amount paid.
create function private.amount_due(target uuid) returns bigint
language sql stable set search_path = ''
as $$
  select greatest(0, case when o.status in ('placed', 'completed') then o.total else coalesce(o.deposit, o.total) end
    - o.paid_total - (
      select coalesce(sum(case r.status when 'succeeded' then r.amount - r.overpaid else -r.overpaid end), 0)
      from public.refunds r where r.order_id = o.id))::bigint
  from public.orders o where o.id = target
$$;
revoke execute on function private.amount_due(uuid) from public;
grant execute on function private.amount_due(uuid) to authenticated, service_role;

-- A payment never refunds more than it captured, less what was refunded, less what is promised.
-- A refund that the ledger could book only in part, because of a chargeback, is booked in full after the bank
-- reverses the chargeback: in a second movement `{reference}+{booked before}`. Both movements belong to the refund.
create function private.guard_refund() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  captured bigint;
  promised bigint;
  delivery bigint;
begin
  -- A concurrent refund waits here and then counts this one.
  select shipping into delivery from public.orders where id = new.order_id for update;
  if not exists (select from public.payments where id = new.payment_id and order_id = new.order_id) then
    raise exception 'another order''s payment' using errcode = 'check_violation', constraint = 'refund_payment_wrong';
  end if;
  select coalesce(sum(case when kind in ('charge', 'refund_reversed') then t.amount
      when kind = 'chargeback' then -t.amount
      -- A refund without a row of ours; refunds with a row are counted below.
      when not exists (select from public.refunds r
        where r.payment_id = t.payment_id and (r.provider_reference = t.provider_reference
          or starts_with(t.provider_reference, r.provider_reference || '+'))) then -t.amount
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

-- What was promised never changes. The status only moves forward; a failed refund may be retried, and the provider may
-- fail one that it had accepted.
create function private.guard_refund_step() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if (new.order_id, new.payment_id, new.amount, new.goods, new.shipping, new.fee, new.goodwill, new.overpaid, new.moved, new.key)
      is distinct from
      (old.order_id, old.payment_id, old.amount, old.goods, old.shipping, old.fee, old.goodwill, old.overpaid, old.moved, old.key)
  then
    raise exception 'what was promised never changes' using errcode = 'restrict_violation';
  end if;
  if old.status <> new.status and (old.status, new.status) not in (
    ('requested', 'pending'), ('requested', 'succeeded'), ('requested', 'failed'), ('pending', 'succeeded'),
    ('pending', 'failed'), ('succeeded', 'failed'), ('failed', 'requested'), ('failed', 'pending'),
    ('failed', 'succeeded')
  ) then
    raise exception 'a refund cannot go from % to %', old.status, new.status
      using errcode = 'check_violation', constraint = 'refund_status_step';
  end if;
  if new.channel <> old.channel and not (new.channel = 'bank_transfer' and old.status = 'failed')
    -- Staff returned the money in person.
    and not (new.channel = 'by_hand' and old.channel = 'bank_transfer' and old.status <> 'succeeded') then
    raise exception 'only a refund that failed takes another way'
      using errcode = 'check_violation', constraint = 'refund_channel_step';
  end if;
  new.finished_at := case when new.status = 'succeeded' then coalesce(new.finished_at, now()) end;
  return new;
end $$;
create trigger guard_refund_step before update on public.refunds
  for each row execute function private.guard_refund_step();

-- A refund by a person must be approved by the end of its transaction, for every writer. The approval of a refund of an order
-- covers refunds of its supplements.
-- Exceptions: a customer's own order, and an own order that staff without the right to cancel orders cancelled as its buyer.
create function private.require_refund_approval() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if exists (
    select from public.orders o where o.id = new.order_id and o.customer_id = new.actor_id
      and (private.role_of(new.actor_id) = 'CUSTOMER' or not private.may(new.actor_id, 'orders.cancel') and exists (
        select from public.order_cancellations c where c.order_id in (o.id, o.supplement_of) and c.actor_id = new.actor_id))
  ) then
    return null;
  end if;
  if not exists (select from public.refund_requests r join public.orders o on o.id = new.order_id
      where r.id = new.request_id and r.order_id in (o.id, o.supplement_of) and r.status = 'done') then
    raise exception 'nobody approved this refund'
      using errcode = 'check_violation', constraint = 'refund_not_approved';
  end if;
  return null;
end $$;
create constraint trigger require_refund_approval after insert on public.refunds
  deferrable initially deferred for each row when (new.actor_id is not null)
  execute function private.require_refund_approval();

create table public.refund_lines (
  refund_id uuid not null references public.refunds (id),
  order_line_id uuid not null references public.order_lines (id),
  quantity integer not null constraint refund_quantity_invalid check (quantity > 0),
  -- Exactly the price of these pieces.
  amount bigint not null check (amount >= 0),
  primary key (refund_id, order_line_id)
);
select private.protect('public.refund_lines');
select private.require_second_factor('public.refund_lines');
revoke update, delete on public.refund_lines from service_role;
grant select on public.refund_lines to authenticated;
create policy "whoever reads a refund reads what it is for" on public.refund_lines
  for select to authenticated using (exists (select from public.refunds where refunds.id = refund_id));
create index refund_lines_line on public.refund_lines (order_line_id);
create trigger note_sold after insert on public.refund_lines referencing new table as added
  for each statement execute function private.note_sold_refund();

-- Each piece is refunded once, for its price, in the order of private.unit_totals().
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

-- A refund equals the sum of its lines when the transaction commits.
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

-- The column `moved` must sum to zero for an order when the transaction commits.
create function private.guard_moved_refund() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if (select sum(moved) from public.refunds where order_id = new.order_id) <> 0 then
    raise exception 'money moved between payments is not balanced'
      using errcode = 'check_violation', constraint = 'refund_moved_wrong';
  end if;
  return null;
end $$;
revoke execute on function private.guard_moved_refund() from public;
create constraint trigger guard_moved_refund after insert on public.refunds
  deferrable initially deferred for each row when (new.moved <> 0) execute function private.guard_moved_refund();

-- A refund succeeds when the ledger records it, whichever row comes first.
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

-- The customer's bank account for a refund that cannot return through the original payment. Deleted with the account.
create table public.refund_accounts (
  refund_id uuid primary key references public.refunds (id),
  customer_id uuid references auth.users (id) on delete cascade,
  bank text not null constraint refund_bank_invalid check (length(btrim(bank)) between 2 and 60),
  account_number text not null constraint refund_account_number_invalid check (account_number ~ '^\d{5,20}$'),
  holder text not null constraint refund_holder_invalid check (length(btrim(holder)) between 2 and 80),
  given_at timestamptz not null default now()
);
select private.protect('public.refund_accounts');
select private.require_second_factor('public.refund_accounts');
grant select on public.refund_accounts to authenticated;
create policy "customers read their own accounts, staff read all" on public.refund_accounts
  for select to authenticated using (customer_id = (select auth.uid()) or (select private.may('orders.read')));
create index refund_accounts_customer on public.refund_accounts (customer_id);

-- A successful refund closes the payment task that it answers, and the review of the order when no task is left.
create function private.close_refunded_tasks() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.payment_tasks set resolution = 'refunded', resolved_at = now()
    where payment_id = new.payment_id and kind = 'stock_missing' and resolution is null
      and not exists (
        select from public.refunds r where r.payment_id = new.payment_id and r.status <> 'succeeded');
  if found then
    update public.orders o set needs_review = false
      where o.id = new.order_id and o.needs_review and not exists (
        select from public.payment_tasks t where t.order_id = o.id and t.resolution is null);
  end if;
  return null;
end $$;
create trigger close_refunded_tasks after update on public.refunds
  for each row when (new.status = 'succeeded' and old.status <> 'succeeded')
  execute function private.close_refunded_tasks();

-- A line of which pieces were given back keeps its price: those pieces had it.
create function private.lower_line() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.order_lines l set lowered = l.lowered + new.goodwill
  where l.id = new.lowers_line_id and l.order_id = new.order_id
    and not exists (select from public.refund_lines r where r.order_line_id = l.id);
  if not found then
    raise exception 'the price of this line is settled'
      using errcode = 'check_violation', constraint = 'refund_lowers_settled_line';
  end if;
  return null;
end $$;
revoke execute on function private.lower_line() from public;
create trigger lower_line after insert on public.refunds
  for each row when (new.lowers_line_id is not null) execute function private.lower_line();

create function private.guard_lowering() returns trigger
language plpgsql set search_path = ''
as $$
begin
  raise exception 'what was promised never changes' using errcode = 'restrict_violation';
end $$;
create trigger guard_lowering before update of lowers_line_id on public.refunds
  for each row when (new.lowers_line_id is distinct from old.lowers_line_id) execute function private.guard_lowering();
