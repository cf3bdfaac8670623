-- What the REST API needs of the database.

-- The REST API caches the schema and reloads it on 'reload schema'. This event trigger sends it on every change of
-- the schema, also on manual ones.
create function private.notify_schema_change() returns event_trigger
language plpgsql set search_path = ''
as $$
begin
  notify pgrst, 'reload schema';
end $$;

do $$
begin
  create event trigger schema_change_notified on ddl_command_end
    when tag in (
      'CREATE SCHEMA', 'ALTER SCHEMA', 'CREATE TABLE', 'CREATE TABLE AS', 'SELECT INTO', 'ALTER TABLE',
      'CREATE FOREIGN TABLE', 'ALTER FOREIGN TABLE', 'CREATE VIEW', 'ALTER VIEW',
      'CREATE MATERIALIZED VIEW', 'ALTER MATERIALIZED VIEW', 'CREATE FUNCTION', 'ALTER FUNCTION',
      'CREATE TYPE', 'ALTER TYPE', 'CREATE DOMAIN', 'ALTER DOMAIN', 'CREATE RULE', 'COMMENT',
      'GRANT', 'REVOKE')
    execute function private.notify_schema_change();
  create event trigger schema_drop_notified on sql_drop
    execute function private.notify_schema_change();
exception
  -- A managed server may not allow event triggers; there, send `notify pgrst` by hand.
  when insufficient_privilege then null;
end $$;

-- Answers of mutating functions, stored for 24 hours: a repeated request gets the first answer.
create table private.idempotency_keys (
  -- The person, or a hash of a visitor's address.
  scope text not null,
  function_name text not null,
  key text not null check (length(key) between 1 and 255),
  -- SHA-256 of the request body in hex.
  body_hash text not null,
  status int,
  -- json, not jsonb: a repeated request gets the same bytes.
  answer json,
  created_at timestamptz not null default now(),
  primary key (scope, function_name, key)
);
select private.protect('private.idempotency_keys');
create index idempotency_keys_age on private.idempotency_keys (created_at);

-- Ends a statement whose answer is larger than one answer may be (docs/why/rest.md).
create function private.refuse_large_answer() returns boolean language plpgsql volatile parallel safe
set search_path = '' as $$
begin
  raise sqlstate 'PGRST' using
    message = '{"code": "answer_too_large", "message": "The answer is larger than one answer may be", "hint": "Ask for fewer rows with limit and offset, for fewer columns with select, or for embedded resources with a limit of their own"}',
    detail = '{"status": 400, "headers": {}}';
end $$;
grant execute on function private.refuse_large_answer() to anon, authenticated, service_role;

-- Limits the number of large answers that PostgreSQL builds at a time to two, because it copies each several times
-- (docs/why/rest.md). Others wait until one of those transactions ends. The slot follows from the process id, so a
-- second call takes no second slot.
create function private.await_large_answer() returns boolean language plpgsql volatile parallel restricted
set search_path = '' set lock_timeout = '2s' as $$
begin
  perform pg_advisory_xact_lock(20940, pg_backend_pid() % 2);
  return true;
exception when lock_not_available then
  raise sqlstate 'PGRST' using
    message = '{"code": "too_many_large_answers", "message": "Too many large answers are being made", "hint": "Ask again in a moment, or for less"}',
    detail = '{"status": 429, "headers": {"Retry-After": "2"}}';
end $$;
grant execute on function private.await_large_answer() to anon, authenticated, service_role;
