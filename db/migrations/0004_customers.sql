-- Profiles, staff permissions and customer groups. The schema `auth` authenticates a person; this migration
-- authorises them.

create table public.profiles (
  id uuid primary key references auth.users (id) on delete cascade,
  -- CUSTOMER buys. USER is staff. ADMIN is staff who also decides about roles, refunds and promotions.
  role text not null default 'CUSTOMER' constraint role_unknown check (role in ('CUSTOMER', 'USER', 'ADMIN')),
  full_name text not null default '' constraint name_too_long check (length(full_name) <= 80),
  -- E.164
  phone text constraint phone_invalid check (phone ~ '^\+628\d{8,11}$'),
  language text not null default 'id' constraint language_unknown check (language in ('id', 'en')),
  -- Where mails about orders go for people who sign in without an e-mail address: guests, and people with a phone
  -- number only.
  contact_email text
  constraint contact_email_invalid check (length(contact_email) <= 254 and contact_email ~ '^[^\s@,;<>"()]+@[^\s@,;<>"()]+$'),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

-- What the caller's claims are worth now (decision 0052): the role of the profile, VISITOR without a profile, or
-- null. Null means that the session has ended, the account is banned or deleted, or a verified second factor was not
-- used in this session. A token signed by the merchant names no session, so only its account is checked, if it has
-- one.
-- A single query in plpgsql, because plpgsql caches the plan and most statements call this function.
create function private.standing() returns text
language plpgsql stable security definer set search_path = ''
as $$
declare
  claims constant jsonb := nullif(current_setting('request.jwt.claims', true), '')::jsonb;
  is_id constant text := '^[0-9a-fA-F]{8}-([0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}$';
  person uuid;
  standing text;
begin
  if claims is null or not claims ?| array['sub', 'session_id'] then return 'VISITOR'; end if;
  -- The `sub` of a merchant's own token need not be a uuid.
  if claims ->> 'sub' ~ is_id then person := (claims ->> 'sub')::uuid; end if;
  if not claims ? 'session_id' then
    select case
        when u.deleted_at is not null or u.banned_until > now() then null
        when claims ->> 'aal' is distinct from 'aal2' and exists (
          select from auth.mfa_factors f where f.user_id = u.id and f.status = 'verified') then null
        else coalesce(p.role, 'VISITOR') end
    into standing
    from auth.users u left join public.profiles p on p.id = u.id where u.id = person;
    return case when found then standing else 'VISITOR' end;
  end if;
  if claims ->> 'session_id' !~ is_id then return null; end if;
  select coalesce(p.role, 'VISITOR') into standing
  from auth.sessions s join auth.users u on u.id = s.user_id left join public.profiles p on p.id = u.id
  where s.id = (claims ->> 'session_id')::uuid and s.user_id = person
    and (s.not_after is null or s.not_after > now())
    and u.deleted_at is null and (u.banned_until is null or u.banned_until <= now())
    -- A session that was lowered since the token was signed counts as lowered; one that was raised does not count as
    -- raised.
    and ((claims ->> 'aal' = 'aal2' and s.aal <> 'aal1') or not exists (
      select from auth.mfa_factors f where f.user_id = u.id and f.status = 'verified'));
  return standing;
end $$;

-- For restrictive policies: false for a caller whose session is not valid now.
create function private.has_required_aal() returns boolean
language plpgsql stable security definer set search_path = ''
as $$ begin return private.standing() is not null; end $$;
grant execute on function private.has_required_aal() to anon, authenticated, service_role;

-- Reads without row-level security, because policies call it.
create function private.role_of(person uuid) returns text
language sql stable security definer set search_path = ''
as $$ select role from public.profiles where id = person $$;
grant execute on function private.role_of(uuid) to service_role;

-- All policies for staff use is_staff() and is_admin().
create function private.is_staff() returns boolean
language plpgsql stable security definer set search_path = ''
as $$ begin return coalesce(private.standing() in ('USER', 'ADMIN'), false); end $$;

create function private.is_admin() returns boolean
language plpgsql stable security definer set search_path = ''
as $$ begin return coalesce(private.standing() = 'ADMIN', false); end $$;
grant execute on function private.is_staff(), private.is_admin() to anon, authenticated, service_role;

select private.protect('public.profiles');
select private.require_second_factor('public.profiles');
grant select on public.profiles to authenticated;
grant update (full_name, phone, language, contact_email) on public.profiles to authenticated;
create policy "people read their own profile, staff read all" on public.profiles
  for select to authenticated
  using (id = (select auth.uid()) or (select private.is_staff()));
create policy "people change their own profile" on public.profiles
  for update to authenticated
  using (id = (select auth.uid())) with check (id = (select auth.uid()));
create trigger touch before update on public.profiles for each row execute function private.touch();

-- Every sign-up creates the profile of a customer.
create function private.create_profile() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.profiles (id, full_name, language)
  values (
    new.id,
    left(coalesce(new.raw_user_meta_data ->> 'full_name', ''), 80),
    case when new.raw_user_meta_data ->> 'language' = 'en' then 'en' else 'id' end
  )
  on conflict (id) do nothing;
  return new;
end $$;
create trigger create_profile after insert on auth.users
  for each row execute function private.create_profile();

-- The name and language of the sign-up reach the profile at the first confirmation.
create function private.complete_profile() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.profiles set
    full_name = coalesce(nullif(left(new.raw_user_meta_data ->> 'full_name', 80), ''), full_name),
    language = case new.raw_user_meta_data ->> 'language' when 'en' then 'en' when 'id' then 'id' else language end
  where id = new.id;
  return null;
end $$;
create trigger complete_profile after update of email_confirmed_at, phone_confirmed_at on auth.users
  for each row when (old.confirmed_at is null and new.confirmed_at is not null and not old.is_anonymous)
  execute function private.complete_profile();

-- Permissions of a USER. An ADMIN has all of them without rows here.
create table public.staff_permissions (
  person_id uuid not null references public.profiles (id) on delete cascade,
  permission text not null constraint permission_unknown check (permission in ('refunds', 'promotions', 'roles')),
  granted_at timestamptz not null default now(),
  primary key (person_id, permission)
);
select private.protect('public.staff_permissions');
select private.require_second_factor('public.staff_permissions');
grant select on public.staff_permissions to authenticated;
create policy "people read their own permissions, administrators all" on public.staff_permissions
  for select to authenticated using (person_id = (select auth.uid()) or (select private.is_admin()));

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

-- Audit log of what staff did with money, promotions and permissions (invariant I12). Append-only.
create table public.staff_acts (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  actor_id uuid,
  act text not null constraint staff_act_invalid check (act ~ '^[a-z_]+\.[a-z_]+$'),
  order_id uuid,
  subject_id uuid,
  details jsonb not null default '{}'
);
select private.protect('public.staff_acts');
select private.require_second_factor('public.staff_acts');
revoke update, delete on public.staff_acts from service_role;
grant select on public.staff_acts to authenticated;
create policy "administrators read what staff did" on public.staff_acts
  for select to authenticated using ((select private.is_admin()));
create index staff_acts_order on public.staff_acts (order_id, id);
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

-- Customer groups that promotions can be limited to.
create table public.customer_groups (
  id uuid primary key default gen_random_uuid(),
  name text not null constraint customer_group_name_taken unique
    constraint customer_group_name_invalid check (length(btrim(name)) between 1 and 80)
);
select private.protect('public.customer_groups');
select private.require_second_factor('public.customer_groups');
grant select on public.customer_groups to authenticated;
create policy "staff read customer groups" on public.customer_groups
  for select to authenticated using ((select private.is_staff()));

create table public.customer_group_members (
  group_id uuid not null references public.customer_groups (id) on delete cascade,
  customer_id uuid not null references auth.users (id) on delete cascade,
  primary key (group_id, customer_id)
);
select private.protect('public.customer_group_members');
select private.require_second_factor('public.customer_group_members');
grant select on public.customer_group_members to authenticated;
create policy "staff read who is in a group" on public.customer_group_members
  for select to authenticated using ((select private.is_staff()));
create index customer_group_members_customer on public.customer_group_members (customer_id);

-- Spellings of one mailbox compare equal: `Siti.Rahma+promo@Gmail.com` is `sitirahma@gmail.com`.
create function private.normalised_email(address text) returns text
language sql immutable strict set search_path = ''
as $$
  select case when domain in ('gmail.com', 'googlemail.com')
    then replace(local, '.', '') || '@gmail.com' else local || '@' || domain end
  from (
    select split_part(split_part(lower(btrim(address)), '@', 1), '+', 1) as local,
      split_part(lower(btrim(address)), '@', 2) as domain
  ) parts
$$;
grant execute on function private.normalised_email(text) to service_role;

-- Every key that identifies a customer. Limits per customer count each key.
create function private.customer_keys(person uuid, email text, phone text) returns text[]
language sql immutable set search_path = ''
as $$
  select array_remove(array[
    'user:' || person, 'email:' || private.normalised_email(nullif(btrim(email), '')),
    'phone:' || nullif(regexp_replace(phone, '\D', '', 'g'), '')], null)
$$;
grant execute on function private.customer_keys(uuid, text, text) to service_role;
