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
select private.audit('public.staff_tasks', 'staff_task', 'id', '{total,done,failed,cursor,started_at,finished_at,
  result_path,undo_until,can_retry,input,started_by,created_at}');

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
