-- How many chapters this database has, for the readiness probe.
create function private.chapter_count() returns integer
language sql stable security definer set search_path = ''
as $$ select count(*)::integer from migrations.chapters $$;
grant execute on function private.chapter_count() to service_role;
