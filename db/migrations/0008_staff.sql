-- Permissions, roles, profiles and the audit log. The schema `auth` authenticates a person; this migration authorises them.

-- Every permission, `area.verb`. shop/kernel/permissions.ts lists the same keys; a test compares them.
create table public.permissions (
  key text primary key constraint permission_invalid check (key ~ '^[a-z_]+\.[a-z_]+$')
);
select private.protect('public.permissions');
select private.require_second_factor('public.permissions');
grant select on public.permissions to authenticated;
create policy "staff read which permissions exist" on public.permissions
  for select to authenticated using ((select private.is_staff()));
insert into public.permissions (key) values
  ('orders.read'), ('orders.draft'), ('orders.fulfil'), ('orders.edit'), ('orders.cancel'), ('orders.refund'), ('returns.read'),
  ('returns.edit'), ('payments.read'), ('payments.edit'), ('products.read'), ('products.edit'),
  ('products.publish'), ('products.delete'), ('prices.edit'), ('costs.read'), ('costs.edit'), ('media.manage'),
  ('stock.read'), ('stock.adjust'), ('stocktakes.approve'), ('shipping.read'), ('shipping.edit'), ('promos.read'),
  ('promos.edit'), ('promos.bulk'), ('customers.read'), ('customers.edit'), ('customers.contact'), ('customisations.read'),
  ('customisations.review'), ('enquiries.read'), ('enquiries.edit'), ('mail.read'), ('mail.send'),
  ('content.edit'), ('content.publish'), ('terms.edit'), ('imports.run'), ('tasks.read'), ('views.share'), ('reports.read'), ('settings.edit'),
  ('staff.edit'), ('audit.read'), ('health.read');

-- Sets of permissions. The built-in ones keep their permissions; a merchant adds own roles.
create table public.staff_roles (
  id text primary key constraint staff_role_invalid check (id ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(id) <= 60),
  -- Of the merchant's own roles; the program names the built-in ones in the reader's language.
  name text not null default '' constraint staff_role_name_invalid check (length(name) <= 60),
  permissions text[] not null default '{}',
  -- What one person may do alone (docs/why/staff.md), by the keys of private.limit_of(). A key that is missing: the shop's own
  -- figure counts. Null: no limit.
  limits jsonb not null default '{}',
  built_in boolean not null default false,
  version integer not null default 1,
  constraint staff_role_name_missing check (built_in or length(btrim(name)) > 0)
);
select private.protect('public.staff_roles');
select private.require_second_factor('public.staff_roles');
grant select on public.staff_roles to authenticated;
create policy "staff read what each role may do" on public.staff_roles
  for select to authenticated using ((select private.is_staff()));
create unique index staff_role_name_taken on public.staff_roles (lower(btrim(name))) where not built_in;
insert into public.staff_roles (id, built_in, permissions) values
  ('manager', true, '{orders.read,orders.draft,orders.fulfil,orders.edit,orders.cancel,orders.refund,returns.read,returns.edit,payments.read,
    payments.edit,products.read,products.edit,products.publish,products.delete,prices.edit,costs.read,costs.edit,
    media.manage,stock.read,stock.adjust,stocktakes.approve,shipping.read,shipping.edit,promos.read,promos.edit,promos.bulk,
    customers.read,customers.edit,customers.contact,customisations.read,customisations.review,enquiries.read,
    enquiries.edit,mail.read,mail.send,content.edit,content.publish,terms.edit,imports.run,tasks.read,views.share,reports.read,
    health.read}'),
  ('sales', true, '{orders.read,orders.draft,orders.fulfil,orders.edit,orders.cancel,returns.read,returns.edit,payments.read,payments.edit,
    products.read,stock.read,shipping.read,promos.read,customers.read,customers.contact,customisations.read,
    customisations.review,enquiries.read,enquiries.edit,mail.read,mail.send,reports.read}'),
  ('warehouse', true, '{orders.read,orders.fulfil,returns.read,returns.edit,products.read,stock.read,stock.adjust,
    shipping.read,customisations.read}'),
  ('finance', true, '{orders.read,orders.cancel,orders.refund,returns.read,payments.read,payments.edit,products.read,
    costs.read,stock.read,shipping.read,promos.read,customers.read,customisations.read,enquiries.read,
    mail.read,reports.read}'),
  ('content', true, '{products.read,products.edit,products.publish,media.manage,promos.read,customisations.read,mail.read,
    content.edit,content.publish}'),
  ('service', true, '{orders.read,orders.draft,orders.edit,orders.cancel,returns.read,returns.edit,payments.read,products.read,stock.read,
    shipping.read,promos.read,customers.read,customers.contact,customisations.read,customisations.review,enquiries.read,
    enquiries.edit,mail.read,mail.send}'),
  ('reader', true, '{orders.read,returns.read,payments.read,products.read,stock.read,shipping.read,promos.read,
    customers.read,customisations.read,enquiries.read,mail.read,reports.read}');
select private.audit('public.staff_roles', 'staff_role', 'id');
create trigger raise_version before update of name, permissions on public.staff_roles
  for each row execute function private.raise_version();

create function private.guard_staff_role() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if tg_op = 'DELETE' then
    if old.built_in then
      raise exception 'the role % is built in', old.id using errcode = 'restrict_violation', constraint = 'staff_role_built_in';
    end if;
    return old;
  end if;
  if tg_op = 'UPDATE' and (old.built_in or new.built_in)
      and to_jsonb(new) - 'limits' <> to_jsonb(old) - 'limits' then
    raise exception 'the role % is built in', old.id using errcode = 'restrict_violation', constraint = 'staff_role_built_in';
  end if;
  if exists (select unnest(new.permissions) except select key from public.permissions) then
    raise exception 'unknown permission' using errcode = 'check_violation', constraint = 'permission_unknown';
  end if;
  if jsonb_typeof(new.limits) <> 'object' or exists (
      select from jsonb_each(new.limits) l
      where l.key not in ('refund', 'refund_day', 'write_off', 'price_cut', 'recipients', 'staff_discount')
        or l.value <> 'null' and not coalesce(l.value::text ~ '^(0|[1-9]\d{0,12})$'
          and (l.key not in ('price_cut', 'staff_discount') or length(l.value::text) < 3), false)) then
    raise exception 'not a limit' using errcode = 'check_violation', constraint = 'staff_limit_invalid';
  end if;
  return new;
end $$;
create trigger guard_staff_role before insert or update or delete on public.staff_roles
  for each row execute function private.guard_staff_role();

-- Disconnects the staff of a role from staff channels when the role loses a permission.
create function private.notify_role() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform realtime.publish(jsonb_build_object('ended_user', p.id))
  from public.profiles p where p.role = 'USER' and p.staff_role = new.id;
  return null;
end $$;
create trigger staff_roles_notify after update of permissions on public.staff_roles
  for each row when (not old.permissions <@ new.permissions) execute function private.notify_role();

-- What the shop asks of all its staff.
create table public.staff_policy (
  only_row boolean primary key default true constraint staff_policy_single check (only_row),
  -- From then on nobody is staff without a second factor. Null: never.
  second_factor_from timestamptz,
  -- Limits of administrators, and of roles without their own (docs/why/staff.md). Null: none.
  -- Whole rupiah of stock that one person writes off alone within 24 hours.
  write_off_limit bigint constraint write_off_limit_invalid check (write_off_limit between 0 and 1000000000000),
  -- Percent by which one person lowers a price alone within 24 hours.
  price_cut_limit integer constraint price_cut_limit_invalid check (price_cut_limit between 0 and 99),
  -- Percent by which one person alone may set the price of an order below the shop's prices.
  staff_discount_limit integer constraint staff_discount_limit_invalid check (staff_discount_limit between 0 and 99),
  -- Recipients of one campaign that a person starts alone.
  recipients_limit integer constraint recipients_limit_invalid check (recipients_limit >= 0),
  -- Whether an administrator removes a colleague's lost second factor alone.
  factor_reset_alone boolean not null default true,
  -- How long a session of staff lasts in all, and without anything done in the back office. Null: as any other session.
  session_hours integer default 12 constraint session_hours_invalid check (session_hours between 1 and 720),
  idle_minutes integer default 30 constraint idle_minutes_invalid check (idle_minutes between 5 and 1440)
);
select private.protect('public.staff_policy');
select private.require_second_factor('public.staff_policy');
grant select on public.staff_policy to authenticated;
create policy "staff read what is asked of them" on public.staff_policy
  for select to authenticated using ((select private.is_staff()));
insert into public.staff_policy default values;
select private.audit('public.staff_policy', 'staff_policy', 'only_row');

-- Disconnects staff without a second factor from staff channels when the shop starts to require one.
create function private.notify_staff_policy() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform realtime.publish(jsonb_build_object('ended_user', p.id))
  from public.profiles p where p.role <> 'CUSTOMER' and not private.has_staff_factor(p.id);
  return null;
end $$;
create trigger staff_policy_notify after update of second_factor_from on public.staff_policy
  for each row when (new.second_factor_from <= now()) execute function private.notify_staff_policy();

create table public.profiles (
  id uuid primary key references auth.users (id) on delete cascade,
  -- CUSTOMER buys. USER is staff whose staff role decides what they may do. ADMIN may do everything.
  role text not null default 'CUSTOMER' constraint role_unknown check (role in ('CUSTOMER', 'USER', 'ADMIN')),
  -- What a USER may do; without meaning for the others.
  staff_role text not null default 'manager' constraint staff_role_unknown references public.staff_roles (id),
  full_name text not null default '' constraint name_too_long check (length(full_name) <= 80),
  -- E.164
  phone text constraint phone_invalid check (phone ~ '^\+628\d{8,11}$'),
  language text not null default 'id' constraint language_unknown check (language in ('id', 'en')),
  -- Where mails about orders go for people who sign in without an e-mail address: guests, and people with a phone
  -- number only.
  contact_email text
  constraint contact_email_invalid check (private.is_email(contact_email)),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
select private.protect('public.profiles');
select private.require_second_factor('public.profiles');
grant select on public.profiles to authenticated;
grant update (full_name, phone, language, contact_email) on public.profiles to authenticated;
-- A profile has a phone number and an address. Without `customers.contact` staff read those of colleagues only.
create policy "people read their own profile, staff read all" on public.profiles
  for select to authenticated
  using (id = (select auth.uid()) or (select private.may('customers.contact'))
    or role <> 'CUSTOMER' and (select private.may('customers.read')));
create policy "people change their own profile" on public.profiles
  for update to authenticated
  using (id = (select auth.uid())) with check (id = (select auth.uid()));
-- Customers by words of their name and by their number, as the palette looks for them.
create index profiles_name on public.profiles using gin (lower(full_name) extensions.gin_trgm_ops);
create index profiles_phone on public.profiles (phone) where phone is not null;
create trigger touch before update on public.profiles for each row execute function private.touch();
-- Disconnects staff from staff channels when their role changes. They rejoin with the permissions of the new role.
create trigger profiles_notify_demotion after update of role, staff_role on public.profiles
  for each row when (old.role <> 'CUSTOMER' and (new.role, new.staff_role) is distinct from (old.role, old.staff_role))
  execute function private.notify_ban();

create function private.clean_profile() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.full_name := private.one_line(new.full_name);
  return new;
end $$;
create trigger clean before insert or update of full_name on public.profiles
  for each row execute function private.clean_profile();

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

-- Reads without row-level security, because policies call it.
create function private.role_of(person uuid) returns text
language sql stable security definer set search_path = ''
as $$ select role from public.profiles where id = person $$;
grant execute on function private.role_of(uuid) to service_role;

-- What a person may do, for use cases: their actor carries it.
create function private.permissions_of(person uuid) returns text[]
language sql stable security definer set search_path = ''
as $$
  select case
    when p.role = 'CUSTOMER' or not private.has_staff_factor(person) then '{}'
    when p.role = 'ADMIN' then array(select key from public.permissions order by key)
    else (select r.permissions from public.staff_roles r where r.id = p.staff_role) end
  from public.profiles p join auth.users u on u.id = p.id
  where p.id = person and u.deleted_at is null and (u.banned_until is null or u.banned_until < now())
$$;
grant execute on function private.permissions_of(uuid) to service_role;

create function private.may(person uuid, wanted text) returns boolean
language sql stable security definer set search_path = ''
as $$ select coalesce(wanted = any (private.permissions_of(person)), false) $$;
grant execute on function private.may(uuid, text) to service_role;

-- The shop keeps an administrator: the last account in force with the role cannot lose it. Checked at the end of the
-- transaction, so that a handover may do both steps in any order.
create function private.keep_an_administrator() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- Two administrators who demote each other wait for one another here.
  perform pg_advisory_xact_lock(718246);
  if not exists (
    select from public.profiles p join auth.users u on u.id = p.id
    where p.role = 'ADMIN' and u.deleted_at is null and (u.banned_until is null or u.banned_until <= now()))
  then
    raise exception 'the last administrator' using errcode = 'restrict_violation', constraint = 'last_administrator';
  end if;
  return null;
end $$;
create constraint trigger keep_an_administrator after update of role on public.profiles
  deferrable initially deferred
  for each row when (old.role = 'ADMIN' and new.role <> 'ADMIN') execute function private.keep_an_administrator();

create function private.may_add_avatar(folder text, person uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select folder = person::text
    and exists (select from auth.users u where u.id = person and not u.is_anonymous)
$$;
grant execute on function private.may_add_avatar(text, uuid) to authenticated;

-- Pictures of people, for front ends that show them. Everybody may see one; its owner adds, replaces and removes it in a
-- folder named after the account. Guests have none.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('avatars', 'avatars', true, 1048576, array['image/jpeg', 'image/png', 'image/webp']);

create policy "people add pictures of themselves" on storage.objects
  for insert to authenticated
  with check (bucket_id = 'avatars' and array_length(storage.foldername(name), 1) = 1
    and private.may_add_avatar((storage.foldername(name))[1], (select auth.uid())));

create policy "people list pictures of themselves" on storage.objects
  for select to authenticated
  using (bucket_id = 'avatars' and (storage.foldername(name))[1] = (select auth.uid())::text);

create policy "people replace pictures of themselves" on storage.objects
  for update to authenticated
  using (bucket_id = 'avatars' and (storage.foldername(name))[1] = (select auth.uid())::text)
  with check (bucket_id = 'avatars' and array_length(storage.foldername(name), 1) = 1
    and (storage.foldername(name))[1] = (select auth.uid())::text);

create policy "people remove pictures of themselves" on storage.objects
  for delete to authenticated
  using (bucket_id = 'avatars' and (storage.foldername(name))[1] = (select auth.uid())::text);

-- Sessions of staff end (public.staff_policy): every check of a session reads `not_after`.

create function private.staff_session_end(since timestamptz) returns timestamptz
language sql stable security definer set search_path = ''
as $$
  select least(since + make_interval(hours => session_hours), now() + make_interval(mins => idle_minutes))
  from public.staff_policy
$$;
revoke execute on function private.staff_session_end(timestamptz) from public;

create function private.limit_staff_session() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if coalesce(private.role_of(new.user_id), 'CUSTOMER') <> 'CUSTOMER' then
    new.staff_since := now();
    new.not_after := least(new.not_after, private.staff_session_end(now()));
  end if;
  return new;
end $$;
revoke execute on function private.limit_staff_session() from public;
create trigger limit_staff_session before insert on auth.sessions
  for each row execute function private.limit_staff_session();

-- A customer becomes staff in sessions that are open.
create function private.limit_staff_sessions() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update auth.sessions set staff_since = now(), not_after = least(not_after, private.staff_session_end(now()))
  where user_id = new.id and (not_after is null or not_after > now());
  return null;
end $$;
revoke execute on function private.limit_staff_sessions() from public;
create trigger limit_staff_sessions after update of role on public.profiles
  for each row when (old.role = 'CUSTOMER' and new.role <> 'CUSTOMER')
  execute function private.limit_staff_sessions();

-- Something was done in the back office. Writes at most once a minute.
create function private.extend_staff_session(session uuid, person uuid) returns void
language sql security definer set search_path = ''
as $$
  update auth.sessions s set not_after = e.ends
  from (select private.staff_session_end(staff_since) as ends from auth.sessions where id = session) e
  where s.id = session and s.user_id = person and s.staff_since is not null and s.not_after > now()
    and s.not_after < e.ends - interval '1 minute'
$$;
grant execute on function private.extend_staff_session(uuid, uuid) to service_role;

-- Begins a transaction of the shop in the name of a person, if they may do what they want to do.
-- claims: of the person's verified access token.
create function private.begin_as(claims jsonb, wanted text, request text) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  is_allowed boolean;
begin
  perform set_config('request.jwt.claims', claims::text, true);
  is_allowed := private.may(wanted);
  perform set_config('request.jwt.claims', '', true);
  if is_allowed then
    perform set_config('shop.actor', 'person:' || (claims ->> 'sub'), true);
    perform set_config('shop.request', coalesce(request, ''), true);
  end if;
  return is_allowed;
end $$;
grant execute on function private.begin_as(jsonb, text, text) to service_role;

-- The columns of an audit entry's changes.
create function private.changed_fields(changes jsonb) returns text[]
language sql immutable set search_path = ''
as $$ select array(select jsonb_object_keys(changes)) $$;
grant execute on function private.changed_fields(jsonb) to service_role;

-- The audit log: who did what to which thing, with the values before and after (invariant I12). Append-only.
create table public.audit_entries (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  actor_kind text not null default 'person'
    constraint actor_kind_unknown check (actor_kind in ('person', 'job', 'key', 'operator')),
  actor_id uuid,
  -- Of a job, a key or an operator.
  actor_name text,
  -- The number of the request, as the log of the program names it; by itself that of the transaction.
  request_id text default nullif(current_setting('shop.request', true), ''),
  -- `{subject}.{verb}`; of a row `{table}.{created|changed|deleted}`.
  action text not null constraint audit_action_invalid check (action ~ '^[a-z_]+\.[a-z_]+$'),
  -- The thing whose history shows the entry, e.g. the product of a variant.
  subject_kind text not null default '',
  subject_id text,
  order_id uuid,
  -- The key of the row, if it is not the subject itself.
  row_key text,
  -- {column: [before, after]}
  changes jsonb not null default '{}',
  details jsonb not null default '{}',
  -- The columns of `changes`, for the search.
  fields text[] not null generated always as (private.changed_fields(changes)) stored
);
select private.protect('public.audit_entries');
select private.require_second_factor('public.audit_entries');
revoke update, delete on public.audit_entries from service_role;
grant select on public.audit_entries to authenticated;
create policy "whoever may read the audit log reads it" on public.audit_entries
  for select to authenticated using ((select private.may('audit.read')));
create index audit_entries_order on public.audit_entries (order_id, id);
create index audit_entries_subject on public.audit_entries (subject_kind, subject_id, id);
create index audit_entries_actor on public.audit_entries (actor_id, id);
create index audit_entries_at on public.audit_entries (at, id);
create index audit_entries_kind on public.audit_entries (subject_kind, id);
create index audit_entries_action on public.audit_entries (action, id);
-- Jobs, keys and operators.
create index audit_entries_others on public.audit_entries (actor_kind, actor_name, id) where actor_kind <> 'person';
create index audit_entries_fields on public.audit_entries using gin (fields);
-- private.drop_old_audit_entries() deletes after the retention.
create trigger never_changes before update or delete on public.audit_entries
  for each row when (coalesce(current_setting('shop.drops_audit', true), '') <> 'yes')
  execute function private.refuse_change();

create function private.audit_role() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.audit_entries (actor_kind, actor_id, actor_name, request_id, action, subject_kind, subject_id, changes)
  select who.actor_kind, who.actor_id, who.actor_name, nullif(current_setting('shop.request', true), ''),
    'role.changed', 'person', new.id::text,
    jsonb_strip_nulls(jsonb_build_object(
      'role', case when old.role <> new.role then jsonb_build_array(old.role, new.role) end,
      'staff_role', case when old.staff_role <> new.staff_role then jsonb_build_array(old.staff_role, new.staff_role) end))
  from private.actor_columns(private.current_actor()) who;
  return null;
end $$;
create trigger audit_role after update of role, staff_role on public.profiles
  for each row when ((old.role, old.staff_role) is distinct from (new.role, new.staff_role))
  execute function private.audit_role();

-- Sign-ins and proofs of staff are in the audit log too, with the network of the address instead of the address.
create function private.note_staff_sign_in() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  person uuid;
  network text;
begin
  -- The log of accounts may contain rows that were copied from a hosted backend, so no value in it is validated.
  begin
    person := (new.payload ->> 'actor_id')::uuid;
    network := host(network(set_masklen(nullif(new.ip_address, '')::inet,
      case family(new.ip_address::inet) when 4 then 24 else 48 end)));
  exception when invalid_text_representation then null;
  end;
  if coalesce(private.role_of(person), 'CUSTOMER') = 'CUSTOMER' then return null; end if;
  insert into public.audit_entries (actor_id, action, subject_kind, subject_id, details)
  values (person, 'person.' || case new.payload ->> 'action' when 'login' then 'signed_in' when 'logout' then 'signed_out'
    else new.payload ->> 'action' end, 'person', person,
    jsonb_strip_nulls(jsonb_build_object('network', network)));
  return null;
end $$;
revoke execute on function private.note_staff_sign_in() from public;
create trigger note_staff_sign_in after insert on auth.audit_log_entries
  for each row when (new.payload ->> 'action' in ('login', 'logout', 'reauthenticated', 'factor_verified',
    'factor_deleted', 'recovery_codes_made', 'recovery_codes_removed', 'recovery_code_used'))
  execute function private.note_staff_sign_in();

-- Seals of the audit log: they reveal a sealed entry that was changed outside the program (docs/why/staff.md).

-- Each seal covers the entries with from_id < id <= upto_id, and the seal before it.
create table private.audit_seals (
  id bigint generated always as identity primary key,
  from_id bigint not null constraint audit_seal_begins_once unique,
  upto_id bigint not null,
  entries integer not null constraint audit_seal_empty check (entries > 0),
  -- SHA-256 of the hash before and the lines of the entries.
  hash bytea not null,
  -- The latest time of an entry.
  last_at timestamptz not null,
  sealed_at timestamptz not null default now(),
  verified_at timestamptz,
  -- When the entries first differed from the seal.
  broken_at timestamptz,
  -- When the entries were deleted after their retention.
  dropped_at timestamptz,
  constraint audit_seal_order check (upto_id > from_id)
);
select private.protect('private.audit_seals');
create index audit_seals_verified on private.audit_seals (verified_at nulls first, id) where dropped_at is null;
create index audit_seals_broken on private.audit_seals (id) where broken_at is not null;
create index audit_seals_age on private.audit_seals (last_at) where dropped_at is null;
grant select on private.audit_seals to service_role;

-- An entry as text, the same on every server and in every session. A column that is added later stays out of it.
create function private.audit_line(e public.audit_entries) returns text
language sql stable set search_path = ''
as $$
  select jsonb_build_array(e.id, extract(epoch from e.at), e.actor_kind, e.actor_id, e.actor_name, e.request_id, e.action,
    e.subject_kind, e.subject_id, e.order_id, e.row_key, e.changes, e.details)::text
$$;

create function private.audit_hash(previous bytea, from_id bigint, upto_id bigint,
  out hash bytea, out entries integer, out last_at timestamptz)
language sql stable security definer set search_path = ''
as $$
  select sha256(coalesce(previous, '') || convert_to(coalesce(string_agg(private.audit_line(e), E'\n' order by e.id), ''), 'UTF8')),
    count(*)::integer, max(e.at)
  from public.audit_entries e where e.id > from_id and e.id <= upto_id
$$;

-- The id up to which entries are final: no running transaction has an entry with this id or a smaller one, because the table lock
-- excludes writers. `nowait` fails with 55P03, because writers would queue behind a waiting lock.
create function private.audit_end() returns bigint
language plpgsql security definer set search_path = ''
as $$
begin
  lock table public.audit_entries in share mode nowait;
  return (select max(id) from public.audit_entries);
end $$;

-- Seals the oldest entries without a seal, at most `most`. last_id: of private.audit_end(), in a transaction before this
-- one, so that writers do not wait while the entries are read. Returns the number of sealed entries.
create function private.seal_audit(last_id bigint, most integer) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  before private.audit_seals;
  upto bigint;
  found record;
begin
  lock table private.audit_seals in share row exclusive mode;
  select * into before from private.audit_seals order by id desc limit 1;
  select max(id) into upto from (
    select id from public.audit_entries where id > coalesce(before.upto_id, 0) and id <= last_id order by id limit most) e;
  if upto is null then return 0; end if;
  found := private.audit_hash(before.hash, coalesce(before.upto_id, 0), upto);
  insert into private.audit_seals (from_id, upto_id, entries, hash, last_at)
  values (coalesce(before.upto_id, 0), upto, found.entries, found.hash, found.last_at);
  return found.entries;
end $$;

-- Compares the seals that were compared longest ago with their entries, at most `most`. Returns how many differ.
create function private.verify_audit(most integer) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  seal private.audit_seals;
  before bytea;
  is_whole boolean;
  broken integer := 0;
begin
  for seal in
    select * from private.audit_seals where dropped_at is null order by verified_at nulls first, id limit most
  loop
    select s.hash into before from private.audit_seals s where s.id < seal.id and s.upto_id = seal.from_id
      order by s.id desc limit 1;
    is_whole := (before is not null or seal.from_id = 0)
      and (private.audit_hash(before, seal.from_id, seal.upto_id)).hash = seal.hash;
    update private.audit_seals s set verified_at = clock_timestamp(),
      broken_at = case when is_whole then null else coalesce(s.broken_at, now()) end
    where s.id = seal.id;
    if not is_whole then broken := broken + 1; end if;
  end loop;
  return broken;
end $$;

-- Deletes the entries of the oldest seal, if all of them are older than the retention. The seal stays, because the next
-- one is computed with it. Returns how many were deleted.
create function private.drop_old_audit_entries() returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  seal private.audit_seals;
begin
  select * into seal from private.audit_seals
  where dropped_at is null and last_at < now() - interval '5 years' order by id limit 1 for update skip locked;
  if seal.id is null then return 0; end if;
  perform set_config('shop.drops_audit', 'yes', true);
  delete from public.audit_entries where id > seal.from_id and id <= seal.upto_id;
  perform set_config('shop.drops_audit', '', true);
  update private.audit_seals set dropped_at = now() where id = seal.id;
  insert into public.audit_entries (actor_kind, actor_name, action, subject_kind, subject_id, details)
  values ('job', 'audit', 'audit_log.dropped', 'audit_log', seal.id::text,
    jsonb_build_object('entries', seal.entries, 'last_at', seal.last_at));
  return seal.entries;
end $$;
revoke execute on function private.audit_line(public.audit_entries), private.audit_hash(bytea, bigint, bigint),
  private.audit_end(), private.seal_audit(bigint, integer), private.verify_audit(integer),
  private.drop_old_audit_entries() from public;
grant execute on function private.audit_end(), private.seal_audit(bigint, integer), private.verify_audit(integer),
  private.drop_old_audit_entries() to service_role;

-- Invitations by mail to become staff. Whoever has the link and the confirmed address accepts, once.
create table public.staff_invitations (
  id uuid primary key default gen_random_uuid(),
  -- SHA-256 of the link's token in hexadecimal. Sending the invitation again replaces it.
  token_hash text not null constraint staff_invitation_token_taken unique,
  email text not null constraint staff_invitation_email_invalid check (private.is_email(email)),
  role text not null constraint staff_invitation_role_unknown check (role in ('USER', 'ADMIN')),
  -- Of a USER.
  staff_role text references public.staff_roles (id) on delete cascade,
  invited_by uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  revoked_at timestamptz,
  constraint staff_invitation_role_missing check ((role = 'USER') = (staff_role is not null)),
  constraint staff_invitation_closed_once check (used_at is null or revoked_at is null)
);
select private.protect('public.staff_invitations');
select private.require_second_factor('public.staff_invitations');
grant select (id, email, role, staff_role, invited_by, created_at, expires_at, used_at, revoked_at)
  on public.staff_invitations to authenticated;
create policy "whoever manages staff reads invitations" on public.staff_invitations
  for select to authenticated using ((select private.may('staff.edit')));
create unique index staff_invitation_open on public.staff_invitations (email)
  where used_at is null and revoked_at is null;
create index staff_invitations_inviter on public.staff_invitations (invited_by);
create index staff_invitations_role on public.staff_invitations (staff_role);
-- The log cannot forget an address, so it names the invitation.
select private.audit('public.staff_invitations', 'staff_invitation', 'id', '{token_hash,email,invited_by,created_at}');
