-- Acts above a person's limit wait for a colleague (docs/why/staff.md). The limits are guarded where stock and prices are
-- written, so every screen, import and task meets the same ones. Refunds have requests of their own (0015_refunds.sql).

create table public.approvals (
  id uuid primary key default gen_random_uuid(),
  -- Which use case performs it. The program registers what each kind does.
  kind text not null constraint approval_kind_invalid check (kind ~ '^[a-z]+(-[a-z]+)*$' and length(kind) <= 60),
  -- The variant, product, sale, stocktake, import, task, campaign or person.
  subject_id uuid not null,
  -- The limit that the act exceeds, and by what it was measured: whole rupiah, percent rounded up, or people.
  limit_kind text not null
    constraint approval_limit_unknown check (limit_kind in ('write_off', 'price_cut', 'factor_reset', 'recipients')),
  amount bigint not null constraint approval_amount_invalid check (amount > 0),
  -- Of a task that cuts prices: the stock that it also writes off above the limit, whole rupiah.
  also_written_off bigint constraint approval_also_invalid check (also_written_off is null or also_written_off > 0 and limit_kind = 'price_cut'),
  -- What the requester and the one who decides must be allowed to do.
  permissions text[] not null constraint approval_permissions_missing check (cardinality(permissions) > 0),
  -- The input of the use case with the versions that it was made for. It runs with exactly this, once.
  payload jsonb not null,
  payload_hash text not null generated always as (md5(payload::text)) stored,
  -- What the one who decides sees (shop/staff/approvals/approval.ts): the name of the thing, and its values before and after.
  shown jsonb not null,
  requested_by uuid not null,
  requested_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '48 hours',
  -- Null: it waits. outdated: the thing has changed since, so nothing was done. withdrawn: by the requester.
  decision text constraint approval_decision_unknown
    check (decision in ('approved', 'declined', 'outdated', 'expired', 'withdrawn')),
  decided_by uuid constraint approval_of_own check (decided_by <> requested_by),
  -- The session in which the one who decided proved who they are.
  session_id uuid,
  decided_at timestamptz,
  -- Of the one who declined, or the code of what had changed.
  reason text not null default '' constraint approval_reason_too_long check (length(reason) <= 500),
  done_at timestamptz,
  constraint approval_decided_incompletely check ((decision is null) = (decided_at is null)
    and (coalesce(decision, '') in ('approved', 'declined', 'outdated')) = (decided_by is not null)
    and (coalesce(decision, '') = 'approved') = (done_at is not null))
);
select private.protect('public.approvals');
select private.require_second_factor('public.approvals');
revoke delete on public.approvals from service_role;
create unique index approval_open_already on public.approvals (kind, subject_id, payload_hash, requested_by)
  where decision is null;
create index approvals_open on public.approvals (expires_at) where decision is null;
-- A page of decided requests reads the newest of each kind that its reader may decide.
create index approvals_decidable on public.approvals (kind, permissions, requested_at, id);
create index approvals_requester on public.approvals (requested_by, requested_at, id);
create index approvals_subject on public.approvals (subject_id) where decision is null;

-- Whether a person may do all that an approval needs.
create function private.may_all(person uuid, wanted text[]) returns boolean
language sql stable security definer set search_path = ''
as $$ select coalesce(wanted <@ private.permissions_of(person), false) $$;
grant execute on function private.may_all(uuid, text[]) to service_role;

create function private.may_all(wanted text[]) returns boolean
language sql stable security definer set search_path = ''
as $$ select not exists (select from unnest(wanted) key where not private.may(key)) $$;
grant execute on function private.may_all(text[]) to authenticated;

grant select (id, kind, subject_id, limit_kind, amount, also_written_off, permissions, shown, requested_by, requested_at, expires_at,
  decision, decided_by, decided_at, reason, done_at) on public.approvals to authenticated;
create policy "staff read what they asked for, and what they may decide" on public.approvals
  for select to authenticated
  using ((requested_by = (select auth.uid()) and (select private.is_staff())) or private.may_all(permissions));

-- A request never changes, and is decided once: by a colleague in time, with the rights of both and a fresh proof.
create function private.guard_approval() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    if new.decision is not null then
      raise exception 'a request begins open' using errcode = 'check_violation', constraint = 'approval_decided';
    end if;
    return new;
  end if;
  if old.decision is not null or new.decision is null or
      -- The hash is made after this trigger.
      to_jsonb(new) - '{decision,decided_by,session_id,decided_at,reason,done_at,payload_hash}'::text[]
        <> to_jsonb(old) - '{decision,decided_by,session_id,decided_at,reason,done_at,payload_hash}'::text[] then
    raise exception 'a request is decided once' using errcode = 'check_violation', constraint = 'approval_decided';
  end if;
  if new.decision = 'expired' and old.expires_at > now() then
    raise exception 'it still waits' using errcode = 'check_violation', constraint = 'approval_not_expired';
  end if;
  if new.decision not in ('expired', 'withdrawn') and old.expires_at <= now() then
    raise exception 'too late' using errcode = 'check_violation', constraint = 'approval_expired';
  end if;
  if new.decided_by is not null then
    if not private.may_all(new.decided_by, old.permissions) then
      raise exception 'this person may not decide' using errcode = 'check_violation', constraint = 'approval_not_allowed';
    end if;
    if not private.is_fresh_session(new.session_id, new.decided_by) then
      raise exception 'no fresh proof' using errcode = 'check_violation', constraint = 'reauthentication_needed';
    end if;
  end if;
  if new.decision = 'approved' and not private.may_all(old.requested_by, old.permissions) then
    raise exception 'the requester lost the right'
      using errcode = 'check_violation', constraint = 'approval_requester_not_allowed';
  end if;
  return new;
end $$;
revoke execute on function private.guard_approval() from public;
create trigger guard_approval before insert or update on public.approvals
  for each row execute function private.guard_approval();

-- Ends requests whose time is over, among them those that a new request would repeat.
create function private.expire_approvals() returns integer
language sql security definer set search_path = ''
as $$
  with ended as (
    update public.approvals set decision = 'expired', decided_at = now()
    where id in (select id from public.approvals where decision is null and expires_at <= now() for update skip locked)
    returning 1)
  select count(*)::int from ended
$$;
grant execute on function private.expire_approvals() to service_role;

create function private.audit_approval() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.audit_entries (actor_kind, actor_id, actor_name, action, subject_kind, subject_id, details)
  select who.actor_kind, who.actor_id, who.actor_name, 'approval.' || coalesce(new.decision, 'asked'), 'approval', new.id,
    jsonb_build_object('kind', new.kind, 'subject_id', new.subject_id, 'limit', new.limit_kind, 'amount', new.amount,
      'requested_by', new.requested_by)
  from private.actor_columns(case when new.decision = 'expired' then 'job:expire-approvals'
    else 'person:' || case when new.decision is null then new.requested_by else coalesce(new.decided_by, new.requested_by) end
    end) who;
  if new.decision is null then
    insert into private.staff_events (kind, subject_id, person_id)
    select 'approval_wanted', new.id, p.id from public.profiles p
    where p.role <> 'CUSTOMER' and p.id <> new.requested_by and private.may_all(p.id, new.permissions);
  elsif new.decision <> 'withdrawn' then
    insert into private.staff_events (kind, subject_id, person_id)
    select 'approval_decided', new.id, id from auth.users where id = new.requested_by;
  end if;
  return null;
end $$;
revoke execute on function private.audit_approval() from public;
create trigger audit_approval after insert or update on public.approvals
  for each row execute function private.audit_approval();

-- Under which approval a row was written. The use case that performs an approved act sets it for the transaction.
alter table public.stock_movements add column approval_id uuid default nullif(current_setting('shop.approval', true), '')::uuid
  references public.approvals (id);
create index stock_movements_approval on public.stock_movements (approval_id) where approval_id is not null;
create index stock_movements_written_off on public.stock_movements (actor_id, at)
  where kind = 'adjusted' and quantity < 0 and approval_id is null;
alter table public.price_changes add column approval_id uuid default nullif(current_setting('shop.approval', true), '')::uuid
  references public.approvals (id);
create index price_changes_approval on public.price_changes (approval_id) where approval_id is not null;
-- The approval that a task was started with; trying its failed rows again has the same one.
alter table public.staff_tasks add column approval_id uuid references public.approvals (id);
create index staff_tasks_approval on public.staff_tasks (approval_id) where approval_id is not null;

-- The approval of this transaction, or of the task that works in it; null when nothing is approved.
create function private.present_approval() returns public.approvals
language sql stable security definer set search_path = ''
as $$
  select a from public.approvals a
  where a.id = nullif(current_setting('shop.approval', true), '')::uuid and a.decision = 'approved'
    and (a.decided_at = now() or exists (
      select from public.staff_tasks t
      where t.id = nullif(current_setting('shop.task', true), '')::uuid and t.approval_id = a.id))
$$;
revoke execute on function private.present_approval() from public;

-- In whose name this transaction writes; null: not a person's.
create function private.current_person() returns uuid
language sql stable set search_path = ''
as $$ select (private.actor_columns(private.current_actor())).actor_id $$;
revoke execute on function private.current_person() from public;

-- Refuses what is above the limit of the person. An act of a task may be as large as the task was approved for; another
-- approved act is exactly the one that was shown, so it passes whole.
create function private.check_limit(limited text, largest bigint, measured bigint) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  approval constant public.approvals := private.present_approval();
begin
  if approval.id is not null
      and (approval.decided_at = now() or approval.limit_kind = limited and measured <= approval.amount
        or limited = 'write_off' and measured <= coalesce(approval.also_written_off, 0)) then
    return;
  end if;
  if measured > largest then
    raise exception 'above the limit' using errcode = 'check_violation', constraint = limited || '_over_limit',
      detail = measured::text;
  end if;
end $$;
revoke execute on function private.check_limit(text, bigint, bigint) from public;

-- Whether the limits of a role do not exceed those of the giver. Prevents staff from assigning themselves an unlimited copy
-- of their role. A limit applies only with one of its permissions, as in shop/staff/approvals/role-limits.ts.
create function private.is_within_limits(giver uuid, permissions text[], limits jsonb) returns boolean
language sql stable security definer set search_path = ''
as $$
  select private.role_of(giver) = 'ADMIN' or not exists (
    select from (values
      ('refund', '{orders.refund}'::text[]), ('refund_day', '{orders.refund}'),
      ('write_off', '{stock.adjust,stocktakes.approve}'), ('price_cut', '{prices.edit}'), ('recipients', '{mail.send}')
    ) k (kind, needs)
    cross join lateral (
      select private.limit_of(giver, k.kind) as own,
        case when limits ? k.kind then (limits ->> k.kind)::bigint else private.limit_of(null, k.kind) end as given) l
    where k.needs && permissions and l.own is not null and (l.given is null or l.given > l.own))
$$;
grant execute on function private.is_within_limits(uuid, text[], jsonb) to service_role;

-- The value of one piece for the write-off limit: the highest price or cost of the last 30 days, so that lowering the price
-- before a write-off does not lower the value.
create function private.value_of_piece(variant uuid) returns bigint
language sql stable security definer set search_path = ''
as $$
  select greatest(
    (select price from public.product_variants where id = variant),
    (select max(base_price) from public.price_changes where variant_id = variant and at > now() - interval '30 days'),
    (select base_price from public.price_changes where variant_id = variant and at <= now() - interval '30 days'
      order by id desc limit 1),
    (select max(cost) from public.variant_costs where variant_id = variant and valid_from > now() - interval '30 days'),
    (select cost from public.variant_costs where variant_id = variant and valid_from <= now() - interval '30 days'
      order by id desc limit 1))
$$;
revoke execute on function private.value_of_piece(uuid) from public;

-- Whether the write-off limit applies to a movement. Pieces of an order that is cancelled without a refund count. Pieces of a
-- refunded order do not, because refunds have their own approval (0015_refunds.sql).
create function private.is_limited_write_off(movement public.stock_movements) returns boolean
language sql stable security definer set search_path = ''
as $$
  select movement.kind = 'adjusted' and movement.quantity < 0 and (movement.order_id is null or exists (
    select from public.order_cancellations c join public.orders o on o.id = c.order_id
    where c.order_id = movement.order_id and not (c.refund and o.paid_total > 0)))
$$;
revoke execute on function private.is_limited_write_off(public.stock_movements) from public;

-- The value of the pieces that a person wrote off since a time, in whole rupiah.
create function private.written_off(person uuid, since timestamptz) returns bigint
language sql stable security definer set search_path = ''
as $$
  select coalesce(sum(-m.quantity * private.value_of_piece(m.variant_id)), 0)::bigint
  from public.stock_movements m
  where m.actor_id = person and m.at > since and m.kind = 'adjusted' and m.quantity < 0 and m.approval_id is null
    and private.is_limited_write_off(m)
$$;
grant execute on function private.written_off(uuid, timestamptz) to service_role;

-- What counted pieces are worth that would be written off. counts: [[variant, pieces less than before], …]
create function private.value_of_pieces(counts jsonb) returns bigint
language sql stable security definer set search_path = ''
as $$
  select coalesce(sum((c ->> 1)::bigint * private.value_of_piece((c ->> 0)::uuid)), 0)::bigint
  from jsonb_array_elements(counts) c
$$;
grant execute on function private.value_of_pieces(jsonb) to service_role;

create function private.limit_write_offs() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  person uuid;
  largest bigint;
  own bigint;
begin
  select sum(-a.quantity * private.value_of_piece(a.variant_id)), max(a.actor_id::text)::uuid into own, person
  -- The first two conditions spare orders the call: they allocate pieces in the same table.
  from added a where a.kind = 'adjusted' and a.quantity < 0 and private.is_limited_write_off(a);
  person := coalesce(person, private.current_person());
  if own is null or person is null then return null; end if;
  largest := private.limit_of(person, 'write_off');
  if largest is null then return null; end if;
  -- Serialises concurrent write-offs of the same person, so that each counts the others.
  perform pg_advisory_xact_lock(hashtextextended('write-offs of ' || person, 0));
  perform private.check_limit('write_off', largest,
    case when private.present_approval() is null
      then greatest(own, private.written_off(person, now() - interval '24 hours')) else own end);
  return null;
end $$;
revoke execute on function private.limit_write_offs() from public;
create trigger limit_write_offs after insert on public.stock_movements referencing new table as added
  for each statement execute function private.limit_write_offs();

-- The reference price of a price cut: the price 24 hours ago, or the last price that a colleague approved since then. The
-- reference prevents splitting a large cut into small ones, and allows reverting a price that was raised by mistake. A
-- variant younger than 24 hours uses its first price or the price of the cheapest older variant of its product, whichever is
-- higher, because replacing a variant by a cheaper one is a cut too.
create function private.price_before_cut(variant uuid) returns bigint
language sql stable security definer set search_path = ''
as $$
  select coalesce(
    (select base_price from public.price_changes
      where variant_id = variant and (at <= now() - interval '24 hours' or approval_id is not null)
      order by id desc limit 1),
    greatest(
      (select base_price from public.price_changes where variant_id = variant order by id limit 1),
      (select min(older.base_price) from public.product_variants v
        join public.product_variants other on other.product_id = v.product_id
        cross join lateral (
          select base_price from public.price_changes
          where variant_id = other.id and at <= now() - interval '24 hours' order by id desc limit 1) older
        where v.id = variant)))
$$;
grant execute on function private.price_before_cut(uuid) to service_role;

-- Percent of the largest cut, rounded up; null: none. A product that never was in the shop window has no price to cut.
-- prices: [[variant, new price], …]
create function private.largest_cut(prices jsonb) returns bigint
language sql stable security definer set search_path = ''
as $$
  select max(ceil((b.price - n.price) * 100.0 / b.price))::bigint
  from (select (p ->> 0)::uuid as id, (p ->> 1)::bigint as price from jsonb_array_elements(prices) p) n
  join public.product_variants v on v.id = n.id
  join public.products p on p.id = v.product_id and p.published_at is not null
  cross join lateral (select private.price_before_cut(n.id) as price) b
  where b.price > n.price
$$;
grant execute on function private.largest_cut(jsonb) to service_role;

-- Called by private.note_price_changes() for lowered prices, before it notes them, and for prices of sales.
create function private.limit_price_cuts(prices jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  person constant uuid := private.current_person();
  largest bigint;
  cut bigint;
begin
  if person is null then return; end if;
  largest := private.limit_of(person, 'price_cut');
  if largest is null then return; end if;
  cut := private.largest_cut(prices);
  if cut is not null then perform private.check_limit('price_cut', largest, cut); end if;
end $$;
revoke execute on function private.limit_price_cuts(jsonb) from public;

create function private.limit_sale_prices() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.limit_price_cuts(jsonb_agg(jsonb_build_array(variant_id, price))) from added;
  return null;
end $$;
revoke execute on function private.limit_sale_prices() from public;
create trigger limit_sale_prices after insert on public.sale_prices referencing new table as added
  for each statement execute function private.limit_sale_prices();

-- Sessions of staff end (public.staff_policy): everything that asks for a session looks at `not_after`.
-- Since when the session is one of staff.
alter table auth.sessions add column staff_since timestamptz;

create function private.staff_session_end(since timestamptz) returns timestamptz
language sql stable security definer set search_path = ''
as $$
  select least(since + make_interval(hours => session_hours), now() + make_interval(mins => idle_minutes))
  from public.staff_policy
$$;
revoke execute on function private.staff_session_end(timestamptz) from public;

create function private.limit_staff_session() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if coalesce(private.role_of(new.user_id), 'CUSTOMER') <> 'CUSTOMER' then
    new.staff_since := now();
    new.not_after := least(new.not_after, private.staff_session_end(now()));
  end if;
  return new;
end $$;
revoke execute on function private.limit_staff_session() from public;
create trigger limit_staff_session before insert on auth.sessions
  for each row execute function private.limit_staff_session();

-- A customer becomes staff in sessions that are open.
create function private.limit_staff_sessions() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update auth.sessions set staff_since = now(), not_after = least(not_after, private.staff_session_end(now()))
  where user_id = new.id and (not_after is null or not_after > now());
  return null;
end $$;
revoke execute on function private.limit_staff_sessions() from public;
create trigger limit_staff_sessions after update of role on public.profiles
  for each row when (old.role = 'CUSTOMER' and new.role <> 'CUSTOMER')
  execute function private.limit_staff_sessions();

-- Something was done in the back office. Writes at most once a minute.
create function private.extend_staff_session(session uuid, person uuid) returns void
language sql security definer set search_path = ''
as $$
  update auth.sessions s set not_after = e.ends
  from (select private.staff_session_end(staff_since) as ends from auth.sessions where id = session) e
  where s.id = session and s.user_id = person and s.staff_since is not null and s.not_after > now()
    and s.not_after < e.ends - interval '1 minute'
$$;
grant execute on function private.extend_staff_session(uuid, uuid) to service_role;

-- Sign-ins and proofs of staff are in the audit log too, with the network of the address instead of the address.
create function private.note_staff_sign_in() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  person uuid;
  network text;
begin
  -- The log of accounts keeps what a data dump of a hosted backend carried over, so nothing in it is certain.
  begin
    person := (new.payload ->> 'actor_id')::uuid;
    network := host(network(set_masklen(nullif(new.ip_address, '')::inet,
      case family(new.ip_address::inet) when 4 then 24 else 48 end)));
  exception when invalid_text_representation then null;
  end;
  if coalesce(private.role_of(person), 'CUSTOMER') = 'CUSTOMER' then return null; end if;
  insert into public.audit_entries (actor_id, action, subject_kind, subject_id, details)
  values (person, 'person.' || case new.payload ->> 'action' when 'login' then 'signed_in' when 'logout' then 'signed_out'
    else new.payload ->> 'action' end, 'person', person,
    jsonb_strip_nulls(jsonb_build_object('network', network)));
  return null;
end $$;
revoke execute on function private.note_staff_sign_in() from public;
create trigger note_staff_sign_in after insert on auth.audit_log_entries
  for each row when (new.payload ->> 'action' in ('login', 'logout', 'reauthenticated', 'factor_verified',
    'factor_deleted', 'recovery_codes_made', 'recovery_codes_removed', 'recovery_code_used'))
  execute function private.note_staff_sign_in();
