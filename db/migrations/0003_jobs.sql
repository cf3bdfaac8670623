-- The job queue and its schedule, facts about the program's operation, and the outbox of e-mails and text messages. The tables of
-- the queue itself are those of graphile_worker.

-- Adds a job to the queue within the caller's transaction: the job runs only if the transaction commits. An open job
-- with the same key is replaced.
-- A new job is inserted directly, because graphile_worker.add_job() costs as much as writing an order's lines. That
-- function still handles a key that exists and a task or queue that does not.
create function private.enqueue(
  task text, payload json default '{}', key text default null, run_at timestamptz default now()
) returns void
  language plpgsql security definer set search_path to '' as $$
#variable_conflict use_column
begin
  insert into graphile_worker._private_jobs (task_id, payload, run_at, max_attempts, key)
  select t.id, coalesce(enqueue.payload, '{}'), coalesce(enqueue.run_at, now()), 12, enqueue.key
  from graphile_worker._private_tasks t where t.identifier = enqueue.task
  on conflict (key) do nothing;
  if found then
    -- The same notification as graphile_worker.add_job() sends.
    perform pg_notify('jobs:insert', '{"r":' || random()::text || ',"count":1}');
  else
    perform graphile_worker.add_job(
      enqueue.task, payload => enqueue.payload, job_key => enqueue.key, run_at => enqueue.run_at, max_attempts => 12);
  end if;
end $$;
grant execute on function private.enqueue(text, json, text, timestamptz) to service_role;

-- The last minute for which each scheduled job was added, in minutes since 1970.
create table private.scheduled_runs (
  task text primary key,
  minute bigint not null
);
select private.protect('private.scheduled_runs');

-- Adds scheduled jobs to the queue, once for each minute, however many processes call it. An earlier minute than the last one
-- also adds jobs, because the clock may have been set back. A queued job of the same task is replaced, so that slow jobs do
-- not accumulate and a job with a wrong due time runs now.
-- jobs: [{task, attempts}, …]
create function private.add_scheduled_jobs(jobs jsonb, present_minute bigint) returns void
language sql security definer set search_path = ''
as $$
  with due as (
    insert into private.scheduled_runs as r (task, minute)
    select j.task, present_minute from jsonb_to_recordset(jobs) j (task text) order by j.task
    on conflict (task) do update set minute = excluded.minute where r.minute <> excluded.minute
    returning r.task
  )
  select graphile_worker.add_job(j.task, run_at => now(), job_key => 'scheduled:' || j.task, max_attempts => j.attempts)
  from jsonb_to_recordset(jobs) j (task text, attempts integer) join due using (task)
$$;
grant execute on function private.add_scheduled_jobs(jsonb, bigint) to service_role;

-- Facts about the program's own operation: those that it observed, which the list of risks in the back office uses, and
-- those that all of its processes share.
create table private.operation_facts (
  fact text primary key check (fact in ('backup_made', 'forwarded_header_seen', 'public_url', 'maintenance', 'worker_seen')),
  -- The address of `public_url`; empty for the others.
  value text not null default '',
  -- The most recent time.
  seen_at timestamptz not null default now()
);
select private.protect('private.operation_facts');

-- Metrics of the job queue. Waiting: due, and not taken by a worker. Failed: no attempts left. plpgsql, because the queue's
-- tables may change with its version.
create function private.queue_figures()
  returns table (waiting int, oldest_seconds int, failed int)
  language plpgsql stable security definer set search_path to '' as $$
begin
  return query
    select count(*) filter (where attempts < max_attempts and run_at <= now())::int,
      coalesce(extract(epoch from now() - min(run_at) filter (where attempts < max_attempts and run_at <= now())), 0)::int,
      count(*) filter (where attempts >= max_attempts)::int
    from graphile_worker.jobs where locked_at is null;
end $$;
grant execute on function private.queue_figures() to service_role;

-- Minutes that the oldest due job has waited while no worker runs. Null when a worker reported recently, or when no job has
-- waited for five minutes.
create function private.minutes_without_worker() returns int
  language plpgsql stable security definer set search_path to '' as $$
begin
  if exists (
    select from private.operation_facts where fact = 'worker_seen' and seen_at > now() - interval '5 minutes'
  ) then
    return null;
  end if;
  return (
    select extract(epoch from now() - min(run_at))::int / 60 from graphile_worker.jobs
    where locked_at is null and attempts < max_attempts and run_at < now() - interval '5 minutes'
  );
end $$;
grant execute on function private.minutes_without_worker() to service_role;

-- A message is written in the transaction that causes it. Without an SMTP server the rows end with status `stored` and
-- /dev/mail shows them.
create table private.outbox (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('email', 'sms')),
  recipient text not null,
  subject text not null default '',
  text text not null,
  html text,
  headers jsonb not null default '{}',
  -- Names of pictures that the HTML shows as cid:{name}; they are drawn and attached when the mail is sent, so the outbox keeps
  -- none, and a picture that is gone by then is left out.
  pictures text[] not null default '{}',
  status text not null default 'queued' check (status in ('queued', 'sent', 'stored', 'failed', 'parked')),
  attempts int not null default 0,
  last_error text,
  -- The reason of the message, e.g. "order-paid:<id>". One reason sends one message.
  dedupe_key text constraint outbox_dedupe_key unique,
  -- The order or the design that the message is about.
  about_id uuid generated always as (case
    when dedupe_key ~ '^(order|design):[a-z_]+:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(:|$)'
      then split_part(dedupe_key, ':', 3)::uuid end) stored,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  -- Prevents header injection: a line break in a header could add recipients.
  constraint header_injection check (recipient !~ '[\r\n]' and subject !~ '[\r\n]')
);
select private.protect('private.outbox');
create index outbox_about on private.outbox (about_id) where about_id is not null;
create index outbox_newest on private.outbox (created_at desc);
-- Parked mails, which the rail of the back office counts.
create index outbox_parked on private.outbox (created_at) where status = 'parked';
