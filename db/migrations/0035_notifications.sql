-- Notifications of staff (docs/why/office.md). A trigger writes one event in the transaction that causes it, however many staff
-- there are; a job turns events into one row for each person who may see the thing and has not muted the kind.

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

create trigger note_new_order after insert on public.order_events
  for each row when (new.kind = 'placed') execute function private.note_staff_event('new_order', 'order_id');
create trigger note_transfer_proof after update of proof_at on public.payments
  for each row when (old.proof_at is null and new.proof_at is not null)
  execute function private.note_staff_event('transfer_proof', 'order_id');
create trigger note_payment_review after insert on public.payment_tasks
  for each row execute function private.note_staff_event('payment_review', 'order_id');
create trigger note_sold_out after insert on private.stock_crossings
  for each row when (new.band = 'out') execute function private.note_staff_event('sold_out', 'variant_id');
create trigger note_low_stock after insert on private.stock_crossings
  for each row when (new.band = 'low') execute function private.note_staff_event('low_stock', 'variant_id');
create trigger note_return after insert on public.returns
  for each row execute function private.note_staff_event('return_requested', 'id');
create trigger note_unanswered_proof after update of reminders on public.proofs
  for each row when (old.reminders < 4 and new.reminders = 4)
  execute function private.note_staff_event('proof_unanswered', 'customisation_id');
create trigger note_parked_mail after update of status on private.outbox
  for each row when (old.status <> 'parked' and new.status = 'parked')
  execute function private.note_staff_event('mail_parked');
create trigger note_task_done after update of state on public.staff_tasks
  for each row when (old.state <> 'done' and new.state = 'done' and new.started_by is not null)
  execute function private.note_staff_event('task_done', 'id', 'started_by');
create trigger note_task_failed after update of state on public.staff_tasks
  for each row when (old.state <> 'failed' and new.state = 'failed' and new.started_by is not null)
  execute function private.note_staff_event('task_failed', 'id', 'started_by');

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

-- A person who is staff no more loses the notifications and the preferences that select them.
create function private.remove_staff_notifications() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.staff_notifications where person_id = new.id;
  delete from private.staff_events where person_id = new.id;
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

-- What waits, as the rail counts it (shop/office/notifications/count-waiting.server.ts): each count reads the index of a few open
-- rows. The others are read from orders_fulfilment, returns_status, enquiries_status and the unique indexes of open rows.
create index payments_open_transfers on public.payments (id)
  where provider = 'transfer' and status in ('created', 'pending');
create index outbox_parked on private.outbox (created_at) where status = 'parked';

-- Customers by words of their name and by their number, as the palette looks for them.
create index profiles_name on public.profiles using gin (lower(full_name) extensions.gin_trgm_ops);
create index profiles_phone on public.profiles (phone) where phone is not null;
