-- Which staff may give money back, make promotions and decide about roles (business rule 8, threat T42, decision 0059).

-- What a USER may do besides their everyday work. An ADMIN may do all of it without a row here.
create table public.staff_permissions (
  person_id uuid not null references public.profiles (id) on delete cascade,
  permission text not null constraint permission_unknown check (permission in ('refunds', 'promotions', 'roles')),
  granted_at timestamptz not null default now(),
  primary key (person_id, permission)
);
select private.protect('public.staff_permissions');
grant select on public.staff_permissions to authenticated;
create policy "people read their own permissions, administrators all" on public.staff_permissions
  for select to authenticated using (person_id = (select auth.uid()) or (select private.is_admin()));
select private.require_second_factor('public.staff_permissions');

create function private.may(person uuid, wanted text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.profiles p join auth.users u on u.id = p.id
    where p.id = person and u.deleted_at is null and (u.banned_until is null or u.banned_until < now())
      and (p.role = 'ADMIN' or p.role = 'USER' and exists (
        select from public.staff_permissions s where s.person_id = p.id and s.permission = wanted)))
$$;
grant execute on function private.may(uuid, text) to service_role;

-- What staff did with money, promotions and rights (invariant I12). Rows only grow.
create table public.staff_acts (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  actor_id uuid,
  act text not null constraint staff_act_invalid check (act ~ '^[a-z_]+\.[a-z_]+$'),
  order_id uuid references public.orders (id),
  subject_id uuid,
  details jsonb not null default '{}'
);
select private.protect('public.staff_acts');
revoke update, delete on public.staff_acts from service_role;
create index staff_acts_order on public.staff_acts (order_id, id);
grant select on public.staff_acts to authenticated;
create policy "administrators read what staff did" on public.staff_acts
  for select to authenticated using ((select private.is_admin()));
select private.require_second_factor('public.staff_acts');
create trigger never_changes before update or delete on public.staff_acts
  for each row execute function private.refuse_change();

create function private.audit_rights() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_table_name = 'profiles' then
    insert into public.staff_acts (actor_id, act, subject_id, details)
    values (auth.uid(), 'role.changed', new.id, jsonb_build_object('from', old.role, 'to', new.role));
  else
    insert into public.staff_acts (actor_id, act, subject_id, details)
    values (auth.uid(), case tg_op when 'INSERT' then 'permission.granted' else 'permission.revoked' end,
      coalesce(new.person_id, old.person_id), jsonb_build_object('permission', coalesce(new.permission, old.permission)));
  end if;
  return null;
end $$;
create trigger audit_role after update of role on public.profiles
  for each row when (old.role <> new.role) execute function private.audit_rights();
create trigger audit_permission after insert or delete on public.staff_permissions
  for each row execute function private.audit_rights();
