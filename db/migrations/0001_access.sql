-- Roles, schemas and the functions that every later migration uses. A later migration creates a table and says
-- directly below it who may reach it.

-- Three roles, named as on a hosted Supabase backend:
--   anon           the holder of the publishable key; reads public rows
--   authenticated  a signed-in person; row-level security uses auth.uid()
--   service_role   the program's own use cases and holders of the secret key
-- Staff are authenticated people with a role in their profile; see private.may().
-- The login becomes a member of each. Nobody needs BYPASSRLS: service_role has a policy on every table (docs/why/database.md).
do $$
declare
  wanted text;
  membership constant text := case when current_setting('server_version_num')::int >= 160000 then 'set' else 'member' end;
begin
  foreach wanted in array array['anon', 'authenticated', 'service_role'] loop
    begin
      if not exists (select from pg_roles where rolname = wanted) then
        execute format('create role %I nologin noinherit', wanted);
      end if;
    exception
      -- Roles belong to the whole server, so another database may be creating them at the same time.
      when duplicate_object or unique_violation then null;
    end;
    begin
      if not pg_has_role(wanted, membership) then
        execute format('grant %I to current_user', wanted);
      end if;
    exception
      -- Likewise: the same login may be granted the role in another database at the same time.
      when unique_violation then null;
    end;
  end loop;
end $$;

-- No object is reachable unless a migration grants it by name.
alter default privileges revoke execute on functions from public;

revoke all on schema public from public;

grant usage on schema public to anon, authenticated, service_role;

create schema if not exists extensions;

grant usage on schema extensions to anon, authenticated, service_role;

create extension if not exists unaccent with schema extensions;

create extension if not exists pg_trgm with schema extensions;

-- The functions of the extensions are meant for everybody.
grant execute on all functions in schema extensions to anon, authenticated, service_role;

-- Functions for policies and triggers. The REST API does not expose this schema.
create schema private;

grant usage on schema private to anon, authenticated, service_role;

create schema auth;

grant usage on schema auth to anon, authenticated, service_role;

-- The claims of the caller's access token. The program sets them for one transaction.
create function auth.jwt() returns jsonb
language sql stable set search_path = ''
as $$ select coalesce(nullif(current_setting('request.jwt.claims', true), ''), '{}')::jsonb $$;

-- The id of the signed-in person, or null.
create function auth.uid() returns uuid
language sql stable set search_path = ''
as $$ select nullif(auth.jwt() ->> 'sub', '')::uuid $$;

create function auth.role() returns text
language sql stable set search_path = ''
as $$ select coalesce(auth.jwt() ->> 'role', current_user::text) $$;
grant execute on function auth.jwt(), auth.uid(), auth.role() to anon, authenticated, service_role;

-- Closes a new table to everybody but service_role and the owner. Each migration calls it directly below `create
-- table`; the grants and policies that follow open what is meant to be open.
-- Row-level security is not forced on the owner, so functions that run as the owner read past the policies on every
-- server. Forced, it would apply the policies of people to an owner who is no superuser, because the owner is a member
-- of their roles, and policies that call such a function would call it without end (docs/why/database.md).
create function private.protect(target regclass) returns void
language plpgsql set search_path = ''
as $$
begin
  execute format('alter table %s enable row level security', target);
  execute format('revoke all on table %s from public, anon, authenticated', target);
  execute format('grant select, insert, update, delete on table %s to service_role', target);
  execute format(
    'create policy "the shop itself may do everything" on %s for all to service_role using (true) with check (true)',
    target);
end $$;

create function private.require_second_factor(guarded regclass) returns void
language plpgsql set search_path = ''
as $$
begin
  execute format(
    'create policy "a second factor that exists was used" on %s as restrictive to authenticated
       using ((select private.has_required_aal())) with check ((select private.has_required_aal()))',
    guarded);
end $$;

-- Sets `updated_at` on every update.
create function private.touch() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.updated_at := now();
  return new;
end $$;

-- Whether a text is one address that can receive mail, in lower case. readEmail (base/email-address.ts) has the same shape.
create function private.is_email(address text) returns boolean
language sql immutable strict set search_path = ''
as $$
  select length(address) <= 254 and position('@' in address) <= 65
    and address ~ '^[a-z0-9!#$%&''*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&''*+/=?^_`{|}~-]+)*@([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+([a-z]{2,63}|xn--[a-z0-9-]{1,58}[a-z0-9])$'
$$;
grant execute on function private.is_email(text) to authenticated, service_role;

-- For append-only tables: refuses every update and delete.
create function private.refuse_change() returns trigger
language plpgsql set search_path = ''
as $$
begin
  raise exception 'rows of % never change', tg_table_name using errcode = 'restrict_violation';
end $$;

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

-- Requests per key (an address or a person) in the current window. Unlogged: PostgreSQL empties it after a crash, and
-- every counter then starts at zero.
create unlogged table private.rate_limits (
  key text primary key,
  used int not null,
  resets_at timestamptz not null
);
select private.protect('private.rate_limits');
create index rate_limits_age on private.rate_limits (resets_at);

-- Fingerprints of the keys with which the shop signs and encrypts: a process with other keys does not start. `mail`: of the
-- key that hashes addresses of the mailing list, which sends nothing with another one.
create table private.key_fingerprints (
  kind text primary key check (kind in ('pepper', 'signing', 'secret', 'publishable', 'mail')),
  fingerprint text not null,
  changed_at timestamptz not null default now()
);
select private.protect('private.key_fingerprints');

-- The migrations of this database, in order. The readiness probe compares them with the program's.
create function private.applied_migrations() returns table (name text, checksum text)
language sql stable security definer set search_path = ''
as $$ select a.name, a.checksum from migrations.applied a order by a.name collate "C" $$;
grant execute on function private.applied_migrations() to service_role;

-- Writes eight megabytes of temporary files for the readiness probe, so that a full or read-only disk is found before
-- an order fails. The statement sorts more than fits into `work_mem`, which writes no WAL and leaves no dead rows.
create function private.check_writes() returns void language plpgsql volatile
set search_path = '' set work_mem = '64kB' as $$
begin
  if current_setting('transaction_read_only')::boolean then
    raise exception 'the database may only be read' using errcode = 'read_only_sql_transaction';
  end if;
  perform count(filler) from (
    select repeat('x', 8000) as filler, n from generate_series(1, 1000) n order by n desc offset 0) written;
end $$;
grant execute on function private.check_writes() to service_role;
