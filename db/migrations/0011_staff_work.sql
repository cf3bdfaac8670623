-- Limits of staff, approvals above them, and long tasks.

-- What one person may do alone: of their role, else of the shop; null: any (docs/why/staff.md). refund, refund_day, write_off:
-- whole rupiah. price_cut, staff_discount: percent.
create function private.limit_of(person uuid, kind text) returns bigint
language sql stable security definer set search_path = ''
as $$
  select case when p.role = 'USER' and r.limits ? kind then (r.limits ->> kind)::bigint else case kind
    when 'refund' then s.refund_limit when 'refund_day' then s.refund_day_limit
    when 'write_off' then y.write_off_limit when 'price_cut' then y.price_cut_limit
    when 'recipients' then y.recipients_limit when 'staff_discount' then y.staff_discount_limit end end
  from public.shop_settings s cross join public.staff_policy y
  left join public.profiles p on p.id = person left join public.staff_roles r on r.id = p.staff_role
$$;
grant execute on function private.limit_of(uuid, text) to service_role;

-- Whether a person may do all that an approval needs.
create function private.may_all(person uuid, wanted text[]) returns boolean
language sql stable security definer set search_path = ''
as $$ select coalesce(wanted <@ private.permissions_of(person), false) $$;
grant execute on function private.may_all(uuid, text[]) to service_role;

create function private.may_all(wanted text[]) returns boolean
language sql stable security definer set search_path = ''
as $$ select not exists (select from unnest(wanted) key where not private.may(key)) $$;
grant execute on function private.may_all(text[]) to authenticated;

-- Acts above a person's limit wait for a colleague (docs/why/staff.md). The limits are guarded where stock and prices are
-- written, so every screen, import and task meets the same ones. Refunds have requests of their own (0026_orders_refunds.sql).
create table public.approvals (
  id uuid primary key default gen_random_uuid(),
  -- Which use case performs it. The program registers what each kind does.
  kind text not null constraint approval_kind_invalid check (kind ~ '^[a-z]+(-[a-z]+)*$' and length(kind) <= 60),
  -- The variant, product, sale, stocktake, import, task, campaign, draft or person.
  subject_id uuid not null,
  -- The limit that the act exceeds, and by what it was measured: whole rupiah, percent rounded up, or people.
  limit_kind text not null
    constraint approval_limit_unknown check (limit_kind in ('write_off', 'price_cut', 'factor_reset', 'recipients', 'staff_discount')),
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
  -- Null: undecided. outdated: the subject has changed since, so nothing was done. withdrawn: by the requester.
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

-- Long work that staff start: changes of many rows, imports, exports (docs/why/staff.md). A job works through a task in
-- chunks; each chunk is one transaction that also moves the task's cursor, so a killed process repeats no row.
create table public.staff_tasks (
  -- Chosen by the caller: starting the same id again starts nothing.
  id uuid primary key default gen_random_uuid(),
  -- E.g. `import-products`. The program registers what each kind does.
  kind text not null constraint staff_task_kind_invalid check (kind ~ '^[a-z]+(-[a-z]+)*$' and length(kind) <= 60),
  -- run: the work itself. retry: the failed rows of another task again. undo: puts back what another task changed.
  mode text not null default 'run' constraint staff_task_mode_unknown check (mode in ('run', 'retry', 'undo')),
  -- The task whose rows are tried again or undone.
  of_task uuid references public.staff_tasks (id) on delete cascade,
  -- What it works on, e.g. the name of a file; the program adds the words of the kind.
  title text not null default '' constraint staff_task_title_too_long check (length(title) <= 200),
  input jsonb not null default '{}',
  -- What its starter must be allowed to do, again at each chunk.
  permission text not null references public.permissions (key),
  state text not null default 'queued'
    constraint staff_task_state_unknown check (state in ('queued', 'running', 'paused', 'done', 'failed', 'canceled')),
  -- Rows; null until they are counted.
  total bigint constraint staff_task_total_invalid check (total >= 0),
  done bigint not null default 0 constraint staff_task_done_invalid check (done >= 0),
  failed bigint not null default 0 constraint staff_task_failed_invalid check (failed >= 0),
  -- Where the next chunk begins.
  cursor jsonb,
  started_by uuid references auth.users (id) on delete set null,
  -- The chunk in progress is the last one.
  cancel_asked boolean not null default false,
  can_retry boolean not null default false,
  -- Null: cannot be undone.
  undo_until timestamptz,
  -- A file in the bucket `staff-files`.
  result_path text,
  -- The code of what ended the task.
  error text,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz,
  -- The approval that the task was started with. Another try of its failed rows has the same one.
  approval_id uuid references public.approvals (id),
  constraint staff_task_counts_invalid check (total is null or done + failed <= total),
  constraint staff_task_of_missing check ((mode = 'run') = (of_task is null)),
  constraint staff_task_end_missing check ((state in ('done', 'failed', 'canceled')) = (finished_at is not null))
);
select private.protect('public.staff_tasks');
select private.require_second_factor('public.staff_tasks');
revoke delete on public.staff_tasks from service_role;
grant select on public.staff_tasks to authenticated;
create policy "staff read their own tasks, or all with the permission" on public.staff_tasks
  for select to authenticated
  using ((started_by = (select auth.uid()) and (select private.is_staff())) or (select private.may('tasks.read')));
create index staff_tasks_newest on public.staff_tasks (created_at, id);
create index staff_tasks_starter on public.staff_tasks (started_by, created_at, id);
create index staff_tasks_open on public.staff_tasks (started_by, id) where state in ('queued', 'running', 'paused');
create index staff_tasks_permission on public.staff_tasks (permission);
create index staff_tasks_of on public.staff_tasks (of_task) where of_task is not null;
-- A task is undone once; a failed attempt may be repeated.
create unique index staff_task_undone_already on public.staff_tasks (of_task)
  where mode = 'undo' and state not in ('failed', 'canceled');
create index staff_tasks_approval on public.staff_tasks (approval_id) where approval_id is not null;
select private.audit('public.staff_tasks', 'staff_task', 'id', '{total,done,failed,cursor,started_at,finished_at,
  result_path,undo_until,can_retry,input,started_by,created_at}');
create trigger note_task_done after update of state on public.staff_tasks
  for each row when (old.state <> 'done' and new.state = 'done' and new.started_by is not null)
  execute function private.note_staff_event('task_done', 'id', 'started_by');
create trigger note_task_failed after update of state on public.staff_tasks
  for each row when (old.state <> 'failed' and new.state = 'failed' and new.started_by is not null)
  execute function private.note_staff_event('task_failed', 'id', 'started_by');

-- What became of each row that a task lists. Purged after 30 days.
create table public.staff_task_rows (
  task_id uuid not null references public.staff_tasks (id) on delete cascade,
  row_no bigint not null,
  -- The id of the thing that the row changed.
  subject_id text,
  outcome text not null
    constraint staff_task_outcome_unknown check (outcome in ('done', 'unchanged', 'failed', 'undone')),
  -- Why it failed, or what was left.
  code text,
  -- The column of the file or the field of the thing.
  field text,
  value_given text constraint staff_task_value_too_long check (length(value_given) <= 500),
  -- The values before and after, for undoing.
  before jsonb,
  after jsonb,
  primary key (task_id, row_no)
);
select private.protect('public.staff_task_rows');
select private.require_second_factor('public.staff_task_rows');
grant select on public.staff_task_rows to authenticated;
-- Rows contain values such as addresses of customers, so reading them needs the permission of the task, also for its starter.
create policy "staff read rows of tasks with the permission of the task" on public.staff_task_rows
  for select to authenticated using (exists (
    select from public.staff_tasks t where t.id = task_id and private.may(t.permission)));
create index staff_task_rows_failed on public.staff_task_rows (task_id, row_no) where outcome = 'failed';

-- Files that tasks make, e.g. exports. Only the program reads them, for the person who may.
insert into storage.buckets (id, name, public) values ('staff-files', 'staff-files', false);

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

-- Refuses an order made by staff whose agreed price is below the shop's prices by more percent than the person's limit.
create function private.check_staff_discount(percent integer) returns void
language sql security definer set search_path = ''
as $$
  select private.check_limit('staff_discount', private.limit_of(private.current_person(), 'staff_discount'), percent)
$$;
revoke execute on function private.check_staff_discount(integer) from public;
grant execute on function private.check_staff_discount(integer) to service_role;

-- Whether the limits of a role do not exceed those of the giver. Prevents staff from assigning themselves an unlimited copy
-- of their role. A limit applies only with one of its permissions, as in shop/staff/approvals/role-limits.ts.
create function private.is_within_limits(giver uuid, permissions text[], limits jsonb) returns boolean
language sql stable security definer set search_path = ''
as $$
  select private.role_of(giver) = 'ADMIN' or not exists (
    select from (values
      ('refund', '{orders.refund}'::text[]), ('refund_day', '{orders.refund}'),
      ('write_off', '{stock.adjust,stocktakes.approve}'), ('price_cut', '{prices.edit}'), ('recipients', '{mail.send}'),
      ('staff_discount', '{orders.draft}')
    ) k (kind, needs)
    cross join lateral (
      select private.limit_of(giver, k.kind) as own,
        case when limits ? k.kind then (limits ->> k.kind)::bigint else private.limit_of(null, k.kind) end as given) l
    where k.needs && permissions and l.own is not null and (l.given is null or l.given > l.own))
$$;
grant execute on function private.is_within_limits(uuid, text[], jsonb) to service_role;
