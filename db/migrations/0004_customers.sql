-- Profiles, staff roles, permissions, the audit log and customer groups. The schema `auth` authenticates a person; this
-- migration authorises them.

-- Every permission, `area.verb`. shop/kernel/permissions.ts lists the same keys; a test compares them.
create table public.permissions (
  key text primary key constraint permission_invalid check (key ~ '^[a-z_]+\.[a-z_]+$')
);
select private.protect('public.permissions');

insert into public.permissions (key) values
  ('orders.read'), ('orders.fulfil'), ('orders.cancel'), ('orders.refund'), ('returns.read'),
  ('returns.edit'), ('payments.read'), ('payments.edit'), ('products.read'), ('products.edit'),
  ('products.publish'), ('products.delete'), ('prices.edit'), ('costs.read'), ('costs.edit'), ('media.manage'),
  ('stock.read'), ('stock.adjust'), ('stocktakes.approve'), ('shipping.read'), ('shipping.edit'), ('promos.read'),
  ('promos.edit'), ('promos.bulk'), ('customers.read'), ('customers.edit'), ('customisations.read'),
  ('customisations.review'), ('enquiries.read'), ('enquiries.edit'), ('mail.read'), ('mail.send'),
  ('terms.edit'), ('imports.run'), ('tasks.read'), ('views.share'), ('reports.read'), ('settings.edit'),
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
      where l.key not in ('refund', 'refund_day', 'write_off', 'price_cut', 'recipients') or l.value <> 'null' and not coalesce(
        l.value::text ~ '^(0|[1-9]\d{0,12})$' and (l.key <> 'price_cut' or length(l.value::text) < 3), false)) then
    raise exception 'not a limit' using errcode = 'check_violation', constraint = 'staff_limit_invalid';
  end if;
  return new;
end $$;
insert into public.staff_roles (id, built_in, permissions) values
  ('manager', true, '{orders.read,orders.fulfil,orders.cancel,orders.refund,returns.read,returns.edit,payments.read,
    payments.edit,products.read,products.edit,products.publish,products.delete,prices.edit,costs.read,costs.edit,
    media.manage,stock.read,stock.adjust,stocktakes.approve,shipping.read,shipping.edit,promos.read,promos.edit,promos.bulk,
    customers.read,customers.edit,customisations.read,customisations.review,enquiries.read,
    enquiries.edit,mail.read,mail.send,terms.edit,imports.run,tasks.read,views.share,reports.read,health.read}'),
  ('sales', true, '{orders.read,orders.fulfil,orders.cancel,returns.read,returns.edit,payments.read,payments.edit,
    products.read,stock.read,shipping.read,promos.read,customers.read,customisations.read,
    customisations.review,enquiries.read,enquiries.edit,mail.read,mail.send,reports.read}'),
  ('warehouse', true, '{orders.read,orders.fulfil,returns.read,returns.edit,products.read,stock.read,stock.adjust,
    shipping.read,customisations.read}'),
  ('finance', true, '{orders.read,orders.cancel,orders.refund,returns.read,payments.read,payments.edit,products.read,
    costs.read,stock.read,shipping.read,promos.read,customers.read,customisations.read,enquiries.read,
    mail.read,reports.read}'),
  ('content', true, '{products.read,products.edit,products.publish,media.manage,promos.read,customisations.read,mail.read}'),
  ('service', true, '{orders.read,orders.cancel,returns.read,returns.edit,payments.read,products.read,stock.read,
    shipping.read,promos.read,customers.read,customisations.read,customisations.review,enquiries.read,
    enquiries.edit,mail.read,mail.send}'),
  ('reader', true, '{orders.read,returns.read,payments.read,products.read,stock.read,shipping.read,promos.read,
    customers.read,customisations.read,enquiries.read,mail.read,reports.read}');
create trigger guard_staff_role before insert or update or delete on public.staff_roles
  for each row execute function private.guard_staff_role();

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

-- What the caller's claims are worth now (docs/why/auth.md): the role of the profile, VISITOR without a profile, or
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

-- Whether somebody has the second factor that the shop asks of its staff (public.staff_policy). private.standing()
-- is null for a session that did not use a verified factor, so a factor that exists was used.
create function private.has_staff_factor(person uuid) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return not exists (select from public.staff_policy p where p.second_factor_from <= now())
    or exists (select from auth.mfa_factors f where f.user_id = person and f.status = 'verified');
end $$;
grant execute on function private.has_staff_factor(uuid) to service_role;

create function private.is_staff() returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce(private.standing() in ('USER', 'ADMIN') and private.has_staff_factor(auth.uid()), false);
end $$;

-- Whether the caller may do something now. All policies for staff use it, as `(select private.may('orders.read'))`, so
-- that it runs once per statement.
create function private.may(wanted text) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
declare
  standing constant text := private.standing();
begin
  if coalesce(standing, '') not in ('USER', 'ADMIN') or not private.has_staff_factor(auth.uid()) then return false; end if;
  return standing = 'ADMIN' or exists (
    select from public.profiles p join public.staff_roles r on r.id = p.staff_role
    where p.id = auth.uid() and wanted = any (r.permissions));
end $$;
grant execute on function private.is_staff(), private.may(text) to anon, authenticated, service_role;

select private.protect('public.profiles');
select private.require_second_factor('public.profiles');
grant select on public.profiles to authenticated;
grant update (full_name, phone, language, contact_email) on public.profiles to authenticated;
create policy "people read their own profile, staff read all" on public.profiles
  for select to authenticated
  using (id = (select auth.uid()) or (select private.may('customers.read')));
create policy "people change their own profile" on public.profiles
  for update to authenticated
  using (id = (select auth.uid())) with check (id = (select auth.uid()));
create trigger touch before update on public.profiles for each row execute function private.touch();

-- Normalises a text to one line: replaces control characters, line separators and direction overrides with spaces.
create function private.one_line(text) returns text
language sql immutable set search_path = ''
as $$ select btrim(regexp_replace($1, '[\u0001-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]', ' ', 'g')) $$;
revoke execute on function private.one_line(text) from public;

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

select private.require_second_factor('public.permissions');
grant select on public.permissions to authenticated;
create policy "staff read which permissions exist" on public.permissions
  for select to authenticated using ((select private.is_staff()));
select private.require_second_factor('public.staff_roles');
grant select on public.staff_roles to authenticated;
create policy "staff read what each role may do" on public.staff_roles
  for select to authenticated using ((select private.is_staff()));

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

-- Who writes in this transaction: `person:{id}`, `job:{name}`, `key:secret` or `operator:{login}`; null when nobody said.
-- `shop.actor` is set by private.begin_as(), by jobs and by the seed.
create function private.current_actor() returns text
language sql stable set search_path = ''
as $$
  select coalesce(
    nullif(current_setting('shop.actor', true), ''),
    'person:' || auth.uid(),
    case auth.jwt() ->> 'role' when 'service_role' then 'key:secret' end,
    -- A login that works without the program's roles, e.g. psql.
    case coalesce(current_setting('role', true), 'none') when 'none' then 'operator:' || session_user end)
$$;
grant execute on function private.current_actor() to service_role;

-- An actor as the columns of an audit entry.
create function private.actor_columns(actor text, out actor_kind text, out actor_id uuid, out actor_name text)
language sql immutable set search_path = ''
as $$
  select split_part(coalesce(actor, 'job:database'), ':', 1), case when actor like 'person:%' then substr(actor, 8)::uuid end,
    case when actor not like 'person:%' then split_part(actor, ':', 2) end
$$;

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

-- Writes one entry for each row that a statement changed, and refuses the statement when nobody is named. Arguments: the
-- kind of the subject, the column with its id, the key columns of the table, the columns that the program derives.
create function private.audit_changes() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  kind constant text := tg_argv[0];
  subject constant text := tg_argv[1];
  key_columns constant text[] := tg_argv[2];
  ignored constant text[] := tg_argv[3];
  actor text := private.current_actor();
  entries jsonb[];
begin
  -- The seed makes the shop that the log begins with.
  if actor = 'job:seed' then return null; end if;
  if tg_op = 'INSERT' then
    entries := array(select jsonb_build_object('row', r.value, 'changes', (
        select jsonb_object_agg(f.key, jsonb_build_array(null, f.value))
        from jsonb_each(r.value) f
        where f.key <> all (ignored) and f.value not in ('null', '""', '[]', '{}', '{"en": "", "id": ""}')))
      from (select to_jsonb(a) as value from added a) r);
  elsif tg_op = 'DELETE' then
    entries := array(select jsonb_build_object('row', r.value, 'changes', (
        select jsonb_object_agg(f.key, jsonb_build_array(f.value, null))
        from jsonb_each(r.value) f
        where f.key <> all (ignored) and f.value not in ('null', '""', '[]', '{}', '{"en": "", "id": ""}')))
      from (select to_jsonb(o) as value from removed o) r);
  else
    entries := array(
      select jsonb_build_object('row', n.value, 'changes', d.changes)
      from (select to_jsonb(a) as value, private.row_key(to_jsonb(a), key_columns) as key from added a) n
      join (select to_jsonb(r) as value, private.row_key(to_jsonb(r), key_columns) as key from removed r) o using (key)
      cross join lateral (
        select jsonb_object_agg(b.key, jsonb_build_array(b.value, e.value)) as changes
        from jsonb_each(o.value) b join jsonb_each(n.value) e using (key)
        where b.value is distinct from e.value and b.key <> all (ignored)
      ) d
      where d.changes is not null);
  end if;
  if entries = '{}' then return null; end if;
  -- A statement of another trigger, e.g. the deletion of rows that refer to a deleted one.
  if actor is null and pg_trigger_depth() > 1 then actor := 'job:database'; end if;
  if actor is null then
    raise exception 'nobody is named for a change of %', tg_table_name
      using errcode = 'restrict_violation', constraint = 'actor_missing';
  end if;
  insert into public.audit_entries (actor_kind, actor_id, actor_name, request_id, action, subject_kind, subject_id, row_key, changes)
  select who.actor_kind, who.actor_id, who.actor_name, nullif(current_setting('shop.request', true), ''),
    tg_table_name || case tg_op when 'INSERT' then '.created' when 'UPDATE' then '.changed' else '.deleted' end,
    kind, entry -> 'row' ->> subject,
    nullif(private.row_key(entry -> 'row', key_columns), entry -> 'row' ->> subject),
    coalesce(entry -> 'changes', '{}')
  from unnest(entries) entry, private.actor_columns(actor) who;
  return null;
end $$;

create function private.row_key(value jsonb, key_columns text[]) returns text
language sql immutable set search_path = ''
as $$ select string_agg(value ->> name, ':' order by place) from unnest(key_columns) with ordinality k (name, place) $$;

-- Attaches private.audit_changes() to a table that staff change. Called directly below the table.
-- subject: the column with the id of the thing whose history shows the change. ignored: columns that the program derives.
create function private.audit(target regclass, kind text, subject text, ignored text[] default '{}') returns void
language plpgsql set search_path = ''
as $$
declare
  key_columns constant text[] := array(
    select a.attname from pg_catalog.pg_index i
    join pg_catalog.pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey)
    where i.indrelid = target and i.indisprimary order by a.attnum);
  call constant text := format('for each statement execute function private.audit_changes(%L, %L, %L, %L)',
    kind, subject, key_columns, ignored || array['version', 'updated_at']);
begin
  execute format('create trigger audit_insert after insert on %s referencing new table as added %s', target, call);
  execute format(
    'create trigger audit_update after update on %s referencing old table as removed new table as added %s', target, call);
  execute format('create trigger audit_delete after delete on %s referencing old table as removed %s', target, call);
end $$;

-- Raises `version` when a person's columns change. A save names the version that it read.
create function private.raise_version() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.version := old.version + 1;
  return new;
end $$;

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

create trigger raise_version before update of name, permissions on public.staff_roles
  for each row execute function private.raise_version();
create unique index staff_role_name_taken on public.staff_roles (lower(btrim(name))) where not built_in;
select private.audit('public.staff_roles', 'staff_role', 'id');
select private.audit('public.staff_policy', 'staff_policy', 'only_row');

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
