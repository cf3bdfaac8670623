-- Who may do what. Every later migration creates a table and, directly below it, says who may reach it.
--
-- Three roles, the same three that a hosted backend of this kind has:
--   anon           whoever holds the publishable key: reads what is public
--   authenticated  a signed-in person; row-level security looks at auth.uid()
--   service_role   the shop itself (use cases) and holders of the secret key
-- Staff are authenticated people whose profile says so; see private.is_staff().

do $$
begin
  if not exists (select from pg_roles where rolname = 'anon') then
    create role anon nologin noinherit;
  end if;
  if not exists (select from pg_roles where rolname = 'authenticated') then
    create role authenticated nologin noinherit;
  end if;
  if not exists (select from pg_roles where rolname = 'service_role') then
    create role service_role nologin noinherit;
  end if;
exception
  -- Roles belong to the whole server: another database of it may be doing the same just now.
  when duplicate_object or unique_violation then null;
end $$;

grant anon, authenticated, service_role to current_user;

-- Nothing is reachable unless a migration grants it by name.
alter default privileges revoke execute on functions from public;
revoke all on schema public from public;
grant usage on schema public to anon, authenticated, service_role;

create schema if not exists extensions;
grant usage on schema extensions to anon, authenticated, service_role;
create extension if not exists unaccent with schema extensions;
create extension if not exists pg_trgm with schema extensions;
-- These come with the extensions and are meant for everybody.
grant execute on all functions in schema extensions to anon, authenticated, service_role;

-- Functions that policies and triggers need, out of reach of the REST API.
create schema private;
grant usage on schema private to anon, authenticated, service_role;

create schema auth;
grant usage on schema auth to anon, authenticated, service_role;

-- The claims of the caller's access token, set for one transaction by the program.
create function auth.jwt() returns jsonb
language sql stable set search_path = ''
as $$ select coalesce(nullif(current_setting('request.jwt.claims', true), ''), '{}')::jsonb $$;

-- The signed-in person, or null.
create function auth.uid() returns uuid
language sql stable set search_path = ''
as $$ select nullif(auth.jwt() ->> 'sub', '')::uuid $$;

create function auth.role() returns text
language sql stable set search_path = ''
as $$ select coalesce(auth.jwt() ->> 'role', current_user::text) $$;

grant execute on function auth.jwt(), auth.uid(), auth.role() to anon, authenticated, service_role;

-- Closes a new table for everybody but the shop itself. Called directly below each `create table`;
-- the grants and policies that follow open exactly what is meant to be open.
create function private.protect(target regclass) returns void
language plpgsql set search_path = ''
as $$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format('revoke all on table %s from public, anon, authenticated', target);
  execute format('grant select, insert, update, delete on table %s to service_role', target);
  -- The owner is named too: functions that run as the owner are bound by forced security as well.
  execute format(
    'create policy "the shop itself may do everything" on %s for all to service_role, %I using (true) with check (true)',
    target, current_user);
end $$;

-- `updated_at` follows every change by itself.
create function private.touch() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.updated_at := now();
  return new;
end $$;

-- Ledgers only grow: attached to tables whose rows must never change.
create function private.refuse_change() returns trigger
language plpgsql set search_path = ''
as $$
begin
  raise exception 'rows of % never change', tg_table_name using errcode = 'restrict_violation';
end $$;

-- Puts a job in the queue inside the caller's transaction: it runs only if the transaction commits.
-- key: an open job with the same key is replaced, so asking twice runs once.
create function private.enqueue(
  task text, payload json default '{}', key text default null, run_at timestamptz default now()
) returns void
language sql security definer set search_path = ''
as $$
  select graphile_worker.add_job(
    task, payload => payload, job_key => key, run_at => run_at, max_attempts => 12);
$$;
grant execute on function private.enqueue(text, json, text, timestamptz) to service_role;
