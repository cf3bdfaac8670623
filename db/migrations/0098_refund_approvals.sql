-- Money that staff give back is approved by people who may, each with a fresh proof; above a limit by two of them
-- (decision 0059). The act itself runs only when it is approved: until then nothing of the order changes.

alter table public.shop_settings
  -- Whole rupiah. A refund above it needs a second person; null: none does.
  add column refund_limit bigint default 2000000 constraint refund_limit_invalid check (refund_limit >= 0);

create table public.refund_requests (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.orders (id),
  -- refund: by pieces; cancel: a cancellation with its money; return and claim: of goods; task: a payment that staff looked at.
  act text not null constraint refund_act_unknown check (act in ('refund', 'cancel', 'return', 'claim', 'task')),
  -- The order, return or task.
  subject_id uuid not null,
  -- What the use case was asked for; it is asked for the same once it is approved.
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
revoke delete on public.refund_requests from service_role;
create unique index refund_request_open_already on public.refund_requests (subject_id, act, md5(input::text))
  where status = 'open';
create index refund_requests_order on public.refund_requests (order_id);
grant select on public.refund_requests to authenticated;
create policy "staff read refund requests" on public.refund_requests
  for select to authenticated using ((select private.is_staff()));
select private.require_second_factor('public.refund_requests');

create table public.refund_approvals (
  request_id uuid not null references public.refund_requests (id),
  person_id uuid not null,
  -- The session that had proved anew who the person is.
  session_id uuid not null,
  approved_at timestamptz not null default now(),
  primary key (request_id, person_id)
);
select private.protect('public.refund_approvals');
revoke update, delete on public.refund_approvals from service_role;
grant select on public.refund_approvals to authenticated;
create policy "staff read refund approvals" on public.refund_approvals
  for select to authenticated using ((select private.is_staff()));
select private.require_second_factor('public.refund_approvals');
create trigger never_changes before update or delete on public.refund_approvals
  for each row execute function private.refuse_change();

-- How many people must approve such an amount. Where nobody else may, one person is enough, or the shop could not work.
create function private.refund_approvals_needed(amount bigint) returns integer
language sql stable security definer set search_path = ''
as $$
  select case when amount > s.refund_limit and (
    select count(*) from public.profiles p where private.may(p.id, 'refunds')) > 1 then 2 else 1 end
  from public.shop_settings s
$$;
grant execute on function private.refund_approvals_needed(bigint) to service_role;

create function private.is_refund_approved(request uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select (select count(*) from public.refund_approvals a where a.request_id = r.id)
    >= private.refund_approvals_needed(r.amount)
  from public.refund_requests r where r.id = request
$$;
grant execute on function private.is_refund_approved(uuid) to service_role;

create function private.guard_refund_approval() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  request public.refund_requests;
begin
  select * into request from public.refund_requests where id = new.request_id for update;
  if request.status <> 'open' then
    raise exception 'the request was decided' using errcode = 'check_violation', constraint = 'refund_request_decided';
  end if;
  if not private.may(new.person_id, 'refunds') then
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
    insert into public.staff_acts (actor_id, act, order_id, subject_id, details)
    values (new.person_id, 'refund.approved', request.order_id, request.id, jsonb_build_object('amount', request.amount,
      -- Above the limit, and nobody else may approve it.
      'alone', coalesce(request.amount > (select refund_limit from public.shop_settings), false)
        and private.refund_approvals_needed(request.amount) = 1));
  elsif tg_op = 'INSERT' then
    insert into public.staff_acts (actor_id, act, order_id, subject_id, details)
    values (new.requested_by, 'refund.asked', new.order_id, new.id, jsonb_build_object('amount', new.amount, 'act', new.act));
  elsif new.status <> old.status then
    insert into public.staff_acts (actor_id, act, order_id, subject_id, details)
    values (new.decided_by, 'refund.' || new.status, new.order_id, new.id, jsonb_build_object('amount', new.amount));
  end if;
  return null;
end $$;
create trigger audit_refund after insert or update on public.refund_requests
  for each row execute function private.audit_refund();
create trigger audit_refund after insert on public.refund_approvals
  for each row execute function private.audit_refund();

alter table public.refunds
  -- The request that was approved for it: set for the transaction by the use case. Null for money that the shop itself
  -- or a customer's own cancellation gives back.
  add column request_id uuid default nullif(current_setting('shop.refund_request', true), '')::uuid
    references public.refund_requests (id) deferrable initially deferred;
create index refunds_request on public.refunds (request_id) where request_id is not null;

-- A refund that a person caused is approved by the end of its transaction, whoever writes it.
create function private.require_refund_approval() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.role_of(new.actor_id) = 'CUSTOMER'
      and new.actor_id = (select customer_id from public.orders where id = new.order_id) then
    return null;
  end if;
  if not exists (select from public.refund_requests r
      where r.id = new.request_id and r.order_id = new.order_id and r.status = 'done') then
    raise exception 'nobody approved this refund'
      using errcode = 'check_violation', constraint = 'refund_not_approved';
  end if;
  return null;
end $$;
create constraint trigger require_refund_approval after insert on public.refunds
  deferrable initially deferred for each row when (new.actor_id is not null)
  execute function private.require_refund_approval();
