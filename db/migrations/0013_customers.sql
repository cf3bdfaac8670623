-- Customer groups, buyers, addresses, enquiries and the erasure of a person.

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

-- Who buys: one row for an account, else for the mailbox of guests' orders, else for the phone of orders without a mailbox
-- (docs/why/customers.md). Staff read it. It gives no access to an order: policies read `orders.customer_id` alone.
create table public.buyers (
  id uuid primary key default gen_random_uuid(),
  account_id uuid constraint buyer_account_taken unique references auth.users (id) on delete cascade,
  -- private.normalised_email() of a guest's orders, or of the confirmed address of the account.
  mailbox text constraint buyer_mailbox_taken unique,
  -- The newest known name, address and number, as their owner wrote them.
  name text not null default '',
  email text,
  phone text,
  language text not null default 'id',
  tags text[] not null default '{}' constraint buyer_tags_too_many check (cardinality(tags) <= 50),
  -- Figures, which private.assign_buyers() computes from the orders and their ledgers. Placed and completed orders count.
  orders integer not null default 0,
  spent bigint not null default 0,
  -- Refunded goods.
  returned bigint not null default 0,
  first_order_at timestamptz,
  last_order_at timestamptz,
  -- Of the newest order: a kelurahan or desa.
  region_code text,
  version integer not null default 1,
  -- Of the account or the first order, so no order is older.
  created_at timestamptz not null default now(),
  constraint buyer_unknown check (account_id is not null or mailbox is not null or phone is not null)
);
select private.protect('public.buyers');
select private.require_second_factor('public.buyers');
revoke update on public.buyers from service_role;
grant update (tags) on public.buyers to service_role;
grant select (
  id, account_id, name, language, tags, orders, spent, returned, first_order_at, last_order_at, region_code, version,
  created_at
) on public.buyers to authenticated;
create policy "staff read buyers" on public.buyers
  for select to authenticated using ((select private.may('customers.read')));
create unique index buyer_phone_taken on public.buyers (phone) where account_id is null and mailbox is null;
create index buyers_newest on public.buyers (created_at desc, id desc);
create index buyers_spent on public.buyers (spent desc, id desc);
-- Buyers without an order come last.
create index buyers_last_order on public.buyers ((coalesce(last_order_at, '-infinity')) desc, id desc);
create index buyers_guests on public.buyers (created_at desc, id desc) where account_id is null;
create index buyers_orders on public.buyers (orders, id);
create index buyers_province on public.buyers (("left"(region_code, 2)), created_at desc, id desc);
create index buyers_tags on public.buyers using gin (tags) where tags <> '{}';
create index buyers_name on public.buyers using gin (lower(name) extensions.gin_trgm_ops);
create index buyers_email on public.buyers (private.normalised_email(email));
create index buyers_phone on public.buyers ((reverse(phone)) text_pattern_ops);
create trigger raise_version before update of tags on public.buyers
  for each row execute function private.raise_version();
-- The job adds rows and figures; staff change tags alone.
create trigger audit_update after update on public.buyers referencing old table as removed new table as added
  for each statement execute function private.audit_changes('buyer', 'id', '{id}',
    '{account_id,mailbox,name,email,phone,language,orders,spent,returned,first_order_at,last_order_at,region_code,version,created_at}');

-- Notes of staff about a buyer. The text never changes: a wrong note is retracted.
create table public.buyer_notes (
  -- Chosen by the form, so that sending it twice stores one note.
  id uuid primary key,
  buyer_id uuid not null references public.buyers (id) on delete cascade,
  author_id uuid references auth.users (id) on delete set null,
  text text not null constraint buyer_note_invalid check (length(btrim(text)) between 1 and 2000),
  pinned boolean not null default false,
  retracted_at timestamptz,
  at timestamptz not null default now()
);
select private.protect('public.buyer_notes');
select private.require_second_factor('public.buyer_notes');
revoke update, delete on public.buyer_notes from service_role;
grant update (pinned, retracted_at) on public.buyer_notes to service_role;
grant select on public.buyer_notes to authenticated;
create policy "staff read notes about buyers" on public.buyer_notes
  for select to authenticated using ((select private.may('customers.read')));
create index buyer_notes_of on public.buyer_notes (buyer_id, at desc);
create index buyer_notes_author on public.buyer_notes (author_id);
-- The audit log keeps entries for ever, so it has no text about a person.
select private.audit('public.buyer_notes', 'buyer', 'buyer_id', '{id,buyer_id,author_id,text,at}');

-- Orders and accounts whose buyer a job computes again. Triggers only insert, so orders of one buyer do not block each other.
create table private.buyer_changes (
  id bigint generated always as identity primary key,
  order_id uuid,
  account_id uuid,
  constraint buyer_change_invalid check (num_nonnulls(order_id, account_id) = 1)
);
select private.protect('private.buyer_changes');

create function private.note_buyer_account() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.buyer_changes (account_id) values (new.id);
  return null;
end $$;
revoke execute on function private.note_buyer_account() from public;
create trigger note_buyer after insert on auth.users
  for each row when (not new.is_anonymous) execute function private.note_buyer_account();
create trigger note_changed_buyer after update of email, email_confirmed_at, phone, is_anonymous on auth.users
  for each row when (not new.is_anonymous
    and (new.email, new.email_confirmed_at, new.phone, new.is_anonymous)
      is distinct from (old.email, old.email_confirmed_at, old.phone, old.is_anonymous))
  execute function private.note_buyer_account();
create trigger note_buyer after update of full_name, phone, language, contact_email, role on public.profiles
  for each row when ((new.full_name, new.phone, new.language, new.contact_email, new.role)
    is distinct from (old.full_name, old.phone, old.language, old.contact_email, old.role))
  execute function private.note_buyer_account();

-- Who an order belongs to: the buyer of its account, else its mailbox, else its phone. All are null after an erasure.
create function private.buyer_keys(order_ids uuid[])
returns table (order_id uuid, buyer_id uuid, created_at timestamptz, account_buyer_id uuid, mailbox text, phone text)
language plpgsql stable security definer set search_path = ''
as $$
begin
  return query
    select o.id, o.buyer_id, o.created_at, b.id,
      case when b.id is null then private.normalised_email(nullif(btrim(o.email), '')) end,
      case when b.id is null and btrim(o.email) = '' then nullif(btrim(o.phone), '') end
    from public.orders o left join public.buyers b on b.account_id = o.customer_id
    where o.id = any (order_ids);
end $$;
revoke execute on function private.buyer_keys(uuid[]) from public;

-- Two rows are one buyer: moves orders, notes and tags, and deletes the row that is left.
create function private.join_buyers(from_id uuid, into_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  update public.orders set buyer_id = into_id where buyer_id = from_id;
  update public.buyer_notes set buyer_id = into_id where buyer_id = from_id;
  update public.buyers b
  set tags = array(select distinct t from unnest(b.tags || g.tags) t order by t limit 50)
  from public.buyers g where b.id = into_id and g.id = from_id and g.tags <> '{}';
  delete from public.buyers where id = from_id;
end $$;
revoke execute on function private.join_buyers(uuid, uuid) from public;

-- The buyer of an account. An account takes over the row of guests' orders with its confirmed mailbox.
create function private.assign_account(person uuid) returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
  account record;
  own uuid;
  guest uuid;
begin
  select u.created_at, case when u.email_confirmed_at is not null then private.normalised_email(u.email) end as mailbox
  into account from auth.users u join public.profiles p on p.id = u.id
  where u.id = person and not u.is_anonymous and u.deleted_at is null
    and (p.role = 'CUSTOMER' or exists (select from public.orders o where o.customer_id = u.id));
  if not found then return null; end if;
  own := (select b.id from public.buyers b where b.account_id = person);
  guest := (select b.id from public.buyers b where b.mailbox = account.mailbox and b.account_id is null);
  if own is null and guest is null then
    insert into public.buyers (account_id, created_at) values (person, account.created_at) returning id into own;
  elsif own is null then
    update public.buyers set account_id = person where id = guest;
    own := guest;
  elsif guest is not null then
    perform private.join_buyers(guest, own);
  end if;
  -- Spellings of one mailbox may have two accounts: it stays with the first.
  update public.buyers b set mailbox = account.mailbox
  where b.id = own and b.mailbox is distinct from account.mailbox
    and not exists (select from public.buyers other where other.mailbox = account.mailbox);
  return own;
end $$;
revoke execute on function private.assign_account(uuid) from public;

-- Computes the figures of buyers from the orders and the ledgers, never by differences, so a repeated run changes nothing.
create function private.refresh_buyers(buyer_ids uuid[]) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  update public.buyers b set
    name = left(coalesce(nullif(btrim(p.full_name), ''), newest.recipient, ''), 80),
    email = coalesce(u.email, p.contact_email, newest.email),
    -- The number by which a row is known stays.
    phone = case when own.account_id is null and own.mailbox is null then own.phone
      else coalesce(p.phone, '+' || nullif(u.phone, ''), newest.phone) end,
    language = coalesce(p.language, newest.language, 'id'),
    region_code = newest.region_code,
    orders = f.orders, spent = f.spent, returned = r.returned,
    first_order_at = f.first_order_at, last_order_at = f.last_order_at,
    created_at = least(b.created_at, f.since, f.first_order_at)
  from public.buyers own
  left join auth.users u on u.id = own.account_id
  left join public.profiles p on p.id = own.account_id
  left join lateral (
    select o.recipient, nullif(o.email, '') as email, nullif(o.phone, '') as phone, o.language,
      o.address ->> 'region_code' as region_code
    from public.orders o where o.buyer_id = own.id order by o.created_at desc, o.id desc limit 1) newest on true
  cross join lateral (
    select count(*) filter (where o.status in ('placed', 'completed') and o.supplement_of is null)::integer as orders,
      coalesce(sum(o.paid_total) filter (where o.status in ('placed', 'completed')), 0)::bigint as spent,
      min(coalesce(o.placed_at, o.created_at)) filter (where o.status in ('placed', 'completed') and o.supplement_of is null)
        as first_order_at,
      max(coalesce(o.placed_at, o.created_at)) filter (where o.status in ('placed', 'completed') and o.supplement_of is null)
        as last_order_at,
      min(o.created_at) as since
    from public.orders o where o.buyer_id = own.id) f
  cross join lateral (
    select coalesce(sum(r.goods), 0)::bigint as returned
    from public.refunds r join public.orders o on o.id = r.order_id
    where o.buyer_id = own.id and r.status = 'succeeded') r
  where own.id = any (buyer_ids) and b.id = own.id;
end $$;
revoke execute on function private.refresh_buyers(uuid[]) from public;

-- Assigns orders and accounts to their buyers, and computes every buyer that gained or lost an order.
create function private.assign_buyers(order_ids uuid[], account_ids uuid[]) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  person uuid;
  own uuid;
  moved record;
  touched uuid[] := '{}';
  emptied uuid[] := '{}';
  gained uuid[] := '{}';
  n integer;
begin
  for person in select distinct customer_id from public.orders where id = any (order_ids) and customer_id is not null
  loop
    perform private.assign_account(person);
  end loop;
  foreach person in array account_ids loop
    own := private.assign_account(person);
    touched := touched || own;
    -- Orders that the account placed as a guest.
    order_ids := order_ids || array(
      select id from public.orders where customer_id = person and buyer_id is distinct from own);
  end loop;
  insert into public.buyers (mailbox, created_at)
  select k.mailbox, min(k.created_at) from private.buyer_keys(order_ids) k where k.mailbox is not null group by k.mailbox
  on conflict (mailbox) do nothing;
  insert into public.buyers (phone, created_at)
  select k.phone, min(k.created_at) from private.buyer_keys(order_ids) k where k.phone is not null group by k.phone
  on conflict (phone) where account_id is null and mailbox is null do nothing;
  for moved in
    select k.order_id, k.buyer_id as before, coalesce(k.account_buyer_id, m.id, p.id) as after
    from private.buyer_keys(order_ids) k
    left join public.buyers m on m.mailbox = k.mailbox
    left join public.buyers p on p.phone = k.phone and p.account_id is null and p.mailbox is null
    order by k.order_id
  loop
    touched := touched || moved.after || moved.before;
    continue when moved.before is not distinct from moved.after;
    update public.orders set buyer_id = moved.after where id = moved.order_id;
    if moved.before is not null then
      emptied := emptied || moved.before;
      gained := array_append(gained, moved.after);
    end if;
  end loop;
  -- A guest without an order has no row. Notes follow the last order to its new buyer, and go with an erased one.
  for n in 1 .. cardinality(emptied) loop
    continue when exists (select from public.orders where buyer_id = emptied[n])
      or not exists (select from public.buyers where id = emptied[n] and account_id is null);
    if gained[n] is null then
      delete from public.buyers where id = emptied[n];
    else
      perform private.join_buyers(emptied[n], gained[n]);
    end if;
  end loop;
  perform private.refresh_buyers(touched);
end $$;
revoke execute on function private.assign_buyers(uuid[], uuid[]) from public;

-- The job: takes up to 200 changes and returns their number. One process runs it at a time, because two could compute one
-- buyer from different orders.
create function private.follow_buyers() returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  taken bigint[];
begin
  if not pg_try_advisory_xact_lock(718260) then return 0; end if;
  perform set_config('shop.actor', 'job:follow-buyers', true);
  taken := array(select id from private.buyer_changes order by id limit 200);
  perform private.assign_buyers(
    array(select distinct order_id from private.buyer_changes where id = any (taken) and order_id is not null),
    array(select distinct account_id from private.buyer_changes where id = any (taken) and account_id is not null));
  delete from private.buyer_changes where id = any (taken);
  return cardinality(taken);
end $$;
revoke execute on function private.follow_buyers() from public;
grant execute on function private.follow_buyers() to service_role;

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

-- A customer whom staff enter: an account with an unconfirmed address and without a password. The person sets one
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
create trigger note_enquiry after insert on public.enquiries
  for each row execute function private.note_staff_event('new_enquiry', 'id');

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
  -- The deletion may include records of the shop, e.g. an invitation. The log names the job as actor, not the erased person.
  perform set_config('shop.actor', 'job:erasure', true);
  select * into account from auth.users where id = person for update;
  -- Messages to the person and about their orders, queued ones too. An address that was never confirmed may belong to
  -- another person.
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
  update public.order_events e set details = '{}' from public.orders o
  where o.id = e.order_id and o.customer_id = person and e.kind in ('remarks_changed', 'address_changed');
  update public.orders set
    email = '', phone = '', note = '', gift_message = null, gift_from = '',
    recipient = case language when 'en' then 'Deleted account' else 'Akun dihapus' end,
    -- The region stays for tax and statistics.
    address = jsonb_build_object('region_name', address -> 'region_name', 'region_code', address -> 'region_code'),
    public_token = encode(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()), 'hex'),
    idempotency_key = id::text
  where customer_id = person;
  -- A guest's orders have no buyer any more. Orders of other guests that an account's row had are assigned again.
  perform private.assign_buyers(array(select id from public.orders where customer_id = person), '{}');
  insert into private.buyer_changes (order_id)
  select o.id from public.orders o join public.buyers b on b.id = o.buyer_id
  where b.account_id = person and o.customer_id is distinct from person;
  delete from private.buyer_changes where account_id = person;
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
  -- Cascades to sessions, factors, tokens, identities, addresses, the buyer with its notes, and the profile. Orders lose their customer.
  delete from auth.users where id = person;
  insert into auth.audit_log_entries (payload)
  values (jsonb_build_object('action', 'user_deleted', 'log_type', 'team', 'traits', '{}'::jsonb));
end $$;
grant execute on function private.erase_person(uuid) to service_role;
