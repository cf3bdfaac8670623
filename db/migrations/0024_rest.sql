-- The REST API keeps what it knows of the schema, and reads it again when it hears 'reload schema' on this channel.
-- Every change of the schema says so by itself, also one that somebody makes by hand.

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
  -- Servers that somebody else runs keep these for themselves; there `notify pgrst` does it.
  when insufficient_privilege then null;
end $$;
