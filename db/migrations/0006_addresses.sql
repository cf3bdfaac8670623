-- Addresses of customers. Customers write them through the REST API; the checks hold for every writer.

create table public.addresses (
  id uuid primary key default gen_random_uuid(),
  customer_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  label text not null default 'home' constraint label_unknown check (label in ('home', 'office', 'other')),
  recipient text not null constraint recipient_invalid check (length(btrim(recipient)) between 1 and 80),
  phone text not null constraint phone_invalid check (phone ~ '^\+628\d{8,11}$'),
  region_code text not null references public.regions (code)
    constraint region_required check (length(region_code) = 10),
  postal_code text not null constraint postal_code_invalid check (postal_code ~ '^\d{5}$'),
  street text not null constraint street_invalid check (length(btrim(street)) between 1 and 200),
  landmark text not null default '' constraint landmark_too_long check (length(landmark) <= 120),
  is_default boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
select private.protect('public.addresses');
select private.require_second_factor('public.addresses');
grant select, delete on public.addresses to authenticated;
grant insert (
  label, recipient, phone, region_code, postal_code, street, landmark, is_default
) on public.addresses to authenticated;
grant update (
  label, recipient, phone, region_code, postal_code, street, landmark, is_default
) on public.addresses to authenticated;
create policy "customers keep their own addresses" on public.addresses for all to authenticated
  using (customer_id = (select auth.uid())) with check (customer_id = (select auth.uid()));
create unique index one_default_address on public.addresses (customer_id) where is_default;
create index addresses_customer on public.addresses (customer_id, created_at);
create index addresses_region on public.addresses (region_code);
create trigger touch before update on public.addresses for each row execute function private.touch();

create function private.clean_address() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.recipient := private.one_line(new.recipient);
  new.street := private.one_line(new.street);
  new.landmark := private.one_line(new.landmark);
  return new;
end $$;
create trigger clean before insert or update of recipient, street, landmark on public.addresses
  for each row execute function private.clean_address();

-- A customer has at most 20 addresses. The lock on the profile row serialises concurrent inserts.
create function private.limit_addresses() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform from public.profiles where id = new.customer_id for update;
  if (select count(*) from public.addresses where customer_id = new.customer_id) >= 20 then
    raise exception 'too many addresses' using errcode = 'check_violation', constraint = 'too_many_addresses';
  end if;
  return new;
end $$;
create trigger limit_addresses before insert on public.addresses
  for each row execute function private.limit_addresses();
