-- Roles, schemas and the functions that every later migration uses. db/README.md describes the files and their order.

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
  changed_at timestamptz not null default now(),
  -- Of `mail`: when the previous key was lost. A link in a mail from before that time can only stop mails.
  lost_at timestamptz
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
