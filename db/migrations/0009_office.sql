-- The back office: notifications, who has a record open, saved views and preferences.

-- Notifications of staff (docs/why/office.md). A trigger writes one event in the transaction that causes it, however many staff
-- there are; a job turns events into one row for each person who may read the record and has not muted the kind.
-- The trigger stands below the table whose rows cause the event.

-- Events that the job has not handled yet. Facts are read by the job, so that an event costs its transaction one row.
create table private.staff_events (
  id bigint generated always as identity primary key,
  kind text not null constraint staff_event_kind_invalid check (kind ~ '^[a-z]+(_[a-z]+)*$' and length(kind) <= 40),
  -- The id of the order, variant, return or task; null where the kind has no single thing.
  subject_id uuid,
  -- The only person that it concerns; null: everybody with the permission of the kind.
  person_id uuid references auth.users (id) on delete cascade,
  created_at timestamptz not null default now()
);
select private.protect('private.staff_events');
create index staff_events_person on private.staff_events (person_id) where person_id is not null;

-- Arguments: the kind, the column with the id of the thing, and the column with the person, if it concerns one.
create function private.note_staff_event() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  changed jsonb := to_jsonb(new);
begin
  insert into private.staff_events (kind, subject_id, person_id)
  values (tg_argv[0], (changed ->> tg_argv[1])::uuid, (changed ->> tg_argv[2])::uuid);
  return null;
end $$;
revoke execute on function private.note_staff_event() from public;
create trigger note_parked_mail after update of status on private.outbox
  for each row when (old.status <> 'parked' and new.status = 'parked')
  execute function private.note_staff_event('mail_parked');

-- What a person was notified of. Read ones are purged after 30 days, all after 90.
create table private.staff_notifications (
  id bigint generated always as identity primary key,
  person_id uuid not null references auth.users (id) on delete cascade,
  kind text not null,
  -- Null for several things of one kind at once.
  subject_id uuid,
  -- shop/office/notifications/notification.ts; no data of customers.
  facts jsonb not null default '{}',
  created_at timestamptz not null default now(),
  read_at timestamptz
);
select private.protect('private.staff_notifications');
create index staff_notifications_person on private.staff_notifications (person_id, id);
create index staff_notifications_unread on private.staff_notifications (person_id, kind) where read_at is null;
create index staff_notifications_age on private.staff_notifications (created_at);
create index staff_notifications_read on private.staff_notifications (read_at) where read_at is not null;

-- Deletes the notifications and notification preferences of a person who is no longer staff.
create function private.remove_staff_notifications() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.staff_notifications where person_id = new.id;
  delete from private.staff_events where person_id = new.id;
  delete from private.push_subscriptions where person_id = new.id;
  update private.staff_preferences set muted = '{}', daily_digest = false where person_id = new.id;
  return null;
end $$;
revoke execute on function private.remove_staff_notifications() from public;
create trigger remove_notifications after update of role on public.profiles
  for each row when (old.role <> 'CUSTOMER' and new.role = 'CUSTOMER')
  execute function private.remove_staff_notifications();

-- `case`: PostgreSQL may evaluate the parts of an `and` in any order, and the token of somebody who is no account of this
-- shop may have a subject that is no uuid.
create policy "staff hear of their own notifications" on realtime.messages
  for select to authenticated
  using (case when extension = 'broadcast' and (select realtime.topic()) like 'staff:%'
    then (select realtime.topic()) = 'staff:' || (select auth.uid())::text and (select private.is_staff()) else false end);

-- Who has a thing of the back office open: private channels `desk:{kind}:{id}` with presence and nothing else. Whoever may
-- read the thing may join. Conflicts are found by version (docs/why/office.md).
create function private.may_join_desk(topic text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select case when topic ~ '^desk:[a-z]+:[a-z0-9-]{1,100}$' then private.may(case split_part(topic, ':', 2)
    when 'product' then 'products.read'
    when 'order' then 'orders.read'
    when 'promotion' then 'promos.read'
    when 'shipping' then 'shipping.read'
    when 'stocktake' then 'stock.read'
    when 'customisation' then 'customisations.read' end) else false end
$$;
grant execute on function private.may_join_desk(text) to authenticated;

create policy "whoever may read a thing sees who has it open" on realtime.messages
  for select to authenticated
  using (extension = 'presence' and (select private.may_join_desk(realtime.topic())));

create policy "whoever may read a thing shows that they have it open" on realtime.messages
  for insert to authenticated
  with check (extension = 'presence' and (select private.may_join_desk(realtime.topic())));

-- A filter and an order of a list under a name. The use cases of shop/office/saved-views alone read and write it.
create table private.saved_views (
  id uuid primary key default gen_random_uuid(),
  -- Null: shared with all staff.
  owner_id uuid references auth.users (id) on delete cascade,
  list text not null constraint saved_view_list_unknown 
    check (list in ('products', 'promos', 'orders', 'customers', 'audit')),
  name text not null constraint saved_view_name_invalid check (name = btrim(name) and length(name) between 1 and 60),
  -- A filter of shop/staff/filters as a tree; null: everything. Each reader checks it against the fields of the list.
  filter jsonb,
  -- Empty: the order that the list begins with.
  sort text not null default '' constraint saved_view_sort_invalid check (sort ~ '^[a-z_]{0,40}$'),
  position integer not null default 0,
  created_at timestamptz not null default now(),
  constraint saved_view_name_taken unique nulls not distinct (list, owner_id, name)
);
select private.protect('private.saved_views');
create index saved_views_owner on private.saved_views (owner_id);
select private.audit('private.saved_views', 'saved_view', 'id', '{position,created_at}');

create function private.limit_saved_views() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- Two people who share a view at once wait for one another here.
  perform pg_advisory_xact_lock(718251, hashtext(new.list || coalesce(new.owner_id::text, '')));
  if (select count(*) from private.saved_views v
      where v.list = new.list and v.owner_id is not distinct from new.owner_id and v.id <> new.id) >= 50 then
    raise exception 'too many views' using errcode = 'check_violation', constraint = 'too_many_saved_views';
  end if;
  return new;
end $$;
revoke execute on function private.limit_saved_views() from public;
create trigger limit_saved_views before insert or update of list, owner_id on private.saved_views
  for each row execute function private.limit_saved_views();

-- How a person wants the back office.
create table private.staff_preferences (
  person_id uuid primary key references auth.users (id) on delete cascade,
  -- Keys without a modifier do something (WCAG 2.1.4).
  shortcuts boolean not null default true,
  rail_collapsed boolean not null default false,
  -- Kinds of notifications that the bell does not show. Paid orders by default, because the bell shows placed orders.
  muted text[] not null default '{order_paid}' constraint muted_kinds_too_many check (cardinality(muted) <= 50),
  -- Kinds of notifications that are also mailed, each immediately. Null: the default of the person's role.
  mailed text[] constraint mailed_kinds_too_many check (cardinality(mailed) <= 50),
  -- Kinds of notifications that are also pushed to the person's devices. Null: the default.
  pushed text[] constraint pushed_kinds_too_many check (cardinality(pushed) <= 50),
  -- One mail a day with the number of unread notifications.
  daily_digest boolean not null default false
);
select private.protect('private.staff_preferences');

-- Browsers that receive the notifications of staff as push messages (RFC 8030).
create table private.push_subscriptions (
  id uuid primary key default gen_random_uuid(),
  person_id uuid not null references auth.users (id) on delete cascade,
  -- Null after the sign-out: the device gets no messages until the person's next sign-in there.
  session_id uuid references auth.sessions (id) on delete set null,
  -- The address at the browser's push service. A capability URL (RFC 8030), so it is secret.
  endpoint text not null constraint push_endpoint_taken unique
    constraint push_endpoint_invalid check (length(endpoint) <= 1000),
  -- The browser's public key (P-256, uncompressed) and its authentication secret (RFC 8291).
  public_key bytea not null constraint push_public_key_invalid check (octet_length(public_key) = 65),
  secret bytea not null constraint push_secret_invalid check (octet_length(secret) = 16),
  user_agent text not null constraint push_user_agent_too_long check (length(user_agent) <= 300),
  created_at timestamptz not null default now()
);
select private.protect('private.push_subscriptions');
create index push_subscriptions_person on private.push_subscriptions (person_id, created_at desc, id);
create index push_subscriptions_session on private.push_subscriptions (session_id);
