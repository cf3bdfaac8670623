-- Whoever has a second factor is nobody to the shop's own data until it has been used in this session, whichever endpoint
-- they come through. Tables that every visitor may read need no such policy.

create function private.require_second_factor(guarded regclass) returns void
language plpgsql set search_path = ''
as $$
begin
  execute format(
    'create policy "a second factor that exists was used" on %s as restrictive to authenticated
       using ((select private.has_required_aal())) with check ((select private.has_required_aal()))',
    guarded);
end $$;
revoke execute on function private.require_second_factor(regclass) from public;

do $$
declare guarded regclass;
begin
  for guarded in
    select c.oid::regclass from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
      and has_any_column_privilege('authenticated', c.oid, 'select')
      and not has_any_column_privilege('anon', c.oid, 'select')
    order by 1
  loop
    perform private.require_second_factor(guarded);
  end loop;
end $$;
