-- Customer groups, addresses, enquiries and the erasure of a person.

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
  for select to authenticated using ((select private.may('customers.read')));
select private.audit('public.customer_groups', 'customer_group', 'id');

create table public.customer_group_members (
  group_id uuid not null references public.customer_groups (id) on delete cascade,
  customer_id uuid not null references auth.users (id) on delete cascade,
  primary key (group_id, customer_id)
);
select private.protect('public.customer_group_members');
select private.require_second_factor('public.customer_group_members');
grant select on public.customer_group_members to authenticated;
create policy "staff read who is in a group" on public.customer_group_members
  for select to authenticated using ((select private.may('customers.read')));
select private.audit('public.customer_group_members', 'customer_group', 'group_id');
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

-- A customer whom staff enter: an account with an address that nobody has confirmed, without a password. The person sets one
-- by "forgotten password", which confirms the address. Null: the address has an account.
create function private.add_customer(address text, person_name text, person_language text) returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
  person constant uuid := gen_random_uuid();
begin
  insert into auth.users (id, email, raw_app_meta_data, raw_user_meta_data)
  values (person, address, '{"provider": "email", "providers": ["email"]}',
    jsonb_build_object('full_name', person_name, 'language', person_language))
  on conflict do nothing;
  if not found then return null; end if;
  insert into auth.identities (provider_id, user_id, identity_data, provider)
  values (person::text, person, jsonb_build_object('sub', person, 'email', address, 'email_verified', false,
    'phone_verified', false), 'email');
  return person;
end $$;
revoke execute on function private.add_customer(text, text, text) from public;
grant execute on function private.add_customer(text, text, text) to service_role;

-- Enquiries of visitors and the answers of staff. Only use cases write: a visitor uses a form with a captcha, and an
-- answer is sent in the transaction that stores it.
create table public.enquiries (
  id uuid primary key default gen_random_uuid(),
  -- The number that people refer to. It may have gaps.
  number integer generated always as identity (start with 1001) constraint enquiry_number_taken unique,
  status text not null default 'new' constraint enquiry_status_unknown check (status in ('new', 'answered', 'closed')),
  topic text not null constraint enquiry_topic_unknown
    check (topic in ('product', 'custom', 'order', 'return', 'privacy', 'other')),
  name text not null constraint enquiry_name_invalid check (length(name) between 1 and 80),
  email text not null constraint enquiry_email_invalid check (private.is_email(email)),
  -- E.164
  phone text constraint enquiry_phone_invalid check (phone ~ '^\+628\d{8,11}$'),
  -- As typed; not verified to belong to the sender.
  order_number text constraint enquiry_order_number_invalid check (length(order_number) between 1 and 40),
  message text not null constraint enquiry_message_invalid check (length(message) between 1 and 4000),
  language text not null constraint enquiry_language_unknown check (language in ('id', 'en')),
  -- The same key with the same text is the same enquiry.
  idempotency_key text not null constraint enquiry_sent_already unique check (length(idempotency_key) between 1 and 255),
  request_hash text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
select private.protect('public.enquiries');
select private.require_second_factor('public.enquiries');
grant select (
  id, number, status, topic, name, email, phone, order_number, message, language, created_at, updated_at
) on public.enquiries to authenticated;
create policy "staff read what visitors wrote" on public.enquiries
  for select to authenticated using ((select private.may('enquiries.read')));
create index enquiries_status on public.enquiries (status, created_at desc);
create index enquiries_newest on public.enquiries (created_at desc, id desc);
create trigger touch before update on public.enquiries for each row execute function private.touch();

-- The text of a visitor never changes.
create function private.guard_enquiry() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if (new.number, new.topic, new.name, new.email, new.phone, new.order_number, new.message)
      is distinct from (old.number, old.topic, old.name, old.email, old.phone, old.order_number, old.message) then
    raise exception 'what a visitor wrote never changes' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger guard_enquiry before update on public.enquiries
  for each row execute function private.guard_enquiry();

create table public.enquiry_answers (
  -- Chosen by the form, so that sending it twice stores one answer.
  id uuid primary key,
  enquiry_id uuid not null references public.enquiries (id) on delete cascade,
  author_id uuid references auth.users (id) on delete set null,
  text text not null constraint answer_text_invalid check (length(text) between 1 and 8000),
  created_at timestamptz not null default now()
);
select private.protect('public.enquiry_answers');
select private.require_second_factor('public.enquiry_answers');
revoke update on public.enquiry_answers from service_role;
grant select on public.enquiry_answers to authenticated;
create policy "staff read answers" on public.enquiry_answers
  for select to authenticated using ((select private.may('enquiries.read')));
create index enquiry_answers_of on public.enquiry_answers (enquiry_id, created_at);

-- Erasure of a person (docs/why/customers.md). Bookkeeping keeps orders without personal data; everything else of the person
-- is deleted in the caller's transaction. The use case decides whether the person may leave.
-- A table with data about people needs a foreign key to auth.users or a line here; tests/access checks that.

-- Erases a person. Deletes the account at the end.
create function private.erase_person(person uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  account auth.users;
begin
  -- What goes with the person may be a thing of the shop, e.g. an invitation; the log names nobody who is leaving.
  perform set_config('shop.actor', 'job:erasure', true);
  select * into account from auth.users where id = person for update;
  -- Messages to the person and about their orders, queued ones too. An address that was never confirmed may belong to
  -- somebody else.
  delete from private.outbox
  where recipient = account.email and account.email_confirmed_at is not null
    or recipient = '+' || account.phone and account.phone_confirmed_at is not null
    or dedupe_key like 'order:%' and split_part(dedupe_key, ':', 3) in (
      select id::text from public.orders where customer_id = person)
    or dedupe_key like 'design:%' and split_part(dedupe_key, ':', 3) in (
      select id::text from public.customisations where customer_id = person);
  -- Enquiries and subscriptions of the confirmed address.
  if account.email_confirmed_at is not null then
    delete from private.outbox where dedupe_key like 'enquiry:new:%' and split_part(dedupe_key, ':', 3) in (
      select id::text from public.enquiries where email = account.email);
    delete from public.enquiries where email = account.email;
    perform private.forget_mail_recipient(r.id) from private.mail_recipients r where r.email = lower(account.email);
    delete from public.staff_invitations where email = lower(account.email);
  end if;
  -- Files that staff imported or will undo.
  delete from private.import_rows r using public.imports i
  where i.id = r.import_id and i.kind = 'customers' and r.thing_key = lower(account.email);
  delete from public.staff_task_rows r using public.staff_tasks t
  where t.id = r.task_id and t.kind in ('check-customers', 'import-customers') and r.subject_id = lower(account.email);
  update public.promo_redemptions set customer_key = 'deleted:' || gen_random_uuid()
  where customer_key = person::text;
  update public.payments set client = null where customer_id = person;
  update public.refunds set actor_id = null where actor_id = person;
  update public.order_events set actor_id = null where actor_id = person;
  update public.orders set
    email = '', phone = '', note = '',
    recipient = case language when 'en' then 'Deleted account' else 'Akun dihapus' end,
    -- The region stays for tax and statistics.
    address = jsonb_build_object('region_name', address -> 'region_name', 'region_code', address -> 'region_code'),
    public_token = encode(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()), 'hex'),
    idempotency_key = id::text
  where customer_id = person;
  -- Files of a customer are deleted; a nightly job deletes their bytes. Files of staff belong to the shop, but not their
  -- pictures of themselves.
  delete from storage.objects where bucket_id = 'avatars' and owner_id = person::text;
  if private.role_of(person) = 'CUSTOMER' then
    delete from storage.objects where owner_id = person::text;
  end if;
  update storage.objects set owner = null, owner_id = null where owner_id = person::text;
  delete from private.resumable_uploads where owner_id = person::text;
  delete from auth.audit_log_entries where payload ->> 'actor_id' = person::text;
  delete from private.idempotency_keys where scope = person::text and function_name <> 'delete-account';
  -- Cascades to sessions, factors, tokens, identities, addresses and the profile. Orders lose their customer.
  delete from auth.users where id = person;
  insert into auth.audit_log_entries (payload)
  values (jsonb_build_object('action', 'user_deleted', 'log_type', 'team', 'traits', '{}'::jsonb));
end $$;
grant execute on function private.erase_person(uuid) to service_role;
