-- People as the shop knows them. Signing in is auth's business; the role is ours.

create table public.profiles (
  id uuid primary key references auth.users (id) on delete cascade,
  -- CUSTOMER buys; USER is staff; ADMIN is staff who also decides about roles, refunds and promotions.
  role text not null default 'CUSTOMER' constraint role_unknown check (role in ('CUSTOMER', 'USER', 'ADMIN')),
  full_name text not null default '' constraint name_too_long check (length(full_name) <= 80),
  -- E.164
  phone text constraint phone_invalid check (phone ~ '^\+628\d{8,11}$'),
  language text not null default 'id' constraint language_unknown check (language in ('id', 'en')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
select private.protect('public.profiles');
create trigger touch before update on public.profiles for each row execute function private.touch();

-- Read without row-level security so that policies may ask without going in circles.
create function private.role_of(person uuid) returns text
language sql stable security definer set search_path = ''
as $$ select role from public.profiles where id = person $$;

create function private.is_staff() returns boolean
language sql stable security definer set search_path = ''
as $$ select coalesce(private.role_of(auth.uid()) in ('USER', 'ADMIN'), false) $$;

create function private.is_admin() returns boolean
language sql stable security definer set search_path = ''
as $$ select coalesce(private.role_of(auth.uid()) = 'ADMIN', false) $$;

grant execute on function private.is_staff(), private.is_admin() to anon, authenticated, service_role;
grant execute on function private.role_of(uuid) to service_role;

grant select on public.profiles to authenticated;
grant update (full_name, phone, language) on public.profiles to authenticated;
create policy "people read their own profile, staff read all" on public.profiles
  for select to authenticated
  using (id = (select auth.uid()) or (select private.is_staff()));
create policy "people change their own profile" on public.profiles
  for update to authenticated
  using (id = (select auth.uid())) with check (id = (select auth.uid()));

-- Everybody who signs up is a customer.
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
