-- How many migrations this database has, for the readiness probe.
create function private.migration_count() returns integer
language sql stable security definer set search_path = ''
as $$ select count(*)::integer from migrations.applied $$;
grant execute on function private.migration_count() to service_role;
