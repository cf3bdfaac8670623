-- Broadcasts that SQL sends, and those that a client asks to keep, are rows of realtime.messages: whoever joins later can
-- hear them again, and the policies of that table decide who may send, also for triggers that run as a person.

alter table realtime.messages
  add column binary_payload bytea,
  -- Three days at most; a client may say less.
  add column expires_at timestamptz not null default now() + interval '3 days',
  -- Messages of one transaction keep their order.
  alter column inserted_at set default clock_timestamp();
drop index realtime.messages_age;
create index messages_age on realtime.messages (expires_at);
create index messages_topic on realtime.messages (topic, inserted_at desc);

-- What is too long for NOTIFY waits here until every process has read it. A crash forgets it, as it does who listened.
create unlogged table realtime.long_notices (
  id uuid primary key default gen_random_uuid(),
  notice jsonb not null,
  inserted_at timestamptz not null default now()
);
select private.protect('realtime.long_notices'::regclass);
create index long_notices_age on realtime.long_notices (inserted_at);

create or replace function realtime.publish(message jsonb) returns void
language plpgsql set search_path = ''
as $$
declare
  stored uuid;
begin
  if octet_length(message::text) < 7900 then
    perform pg_notify('realtime', message::text);
  else
    insert into realtime.long_notices (notice) values (message) returning id into stored;
    perform pg_notify('realtime', jsonb_build_object('stored', stored)::text);
  end if;
end $$;

-- A row is a broadcast, whoever wrote it. `realtime.origin` names the channel that sent it, which may not want to hear it.
create function private.deliver_message() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  notice jsonb := jsonb_build_object(
    'topic', new.topic, 'event', new.event, 'payload', new.payload, 'private', new.private,
    'id', new.id, 'origin', nullif(current_setting('realtime.origin', true), ''));
begin
  if new.binary_payload is not null then
    notice := notice || jsonb_build_object('bytes', encode(new.binary_payload, 'base64'));
  end if;
  if octet_length(notice::text) < 7900 then
    perform pg_notify('realtime', notice::text);
  else
    perform pg_notify('realtime', jsonb_build_object('message', new.id, 'origin', notice -> 'origin')::text);
  end if;
  return null;
end $$;
create trigger deliver_message after insert on realtime.messages
  for each row when (new.extension = 'broadcast' and new.event is not null)
  execute function private.deliver_message();

-- Writes the row as whoever asks. A refusal is a warning and no error: the statement that a trigger tells of counts.
create function realtime.store_message(topic text, event text, payload jsonb, bytes bytea, private boolean)
returns void
language plpgsql set search_path = ''
as $$
declare
  former text := coalesce(current_setting('realtime.topic', true), '');
  new_id uuid := gen_random_uuid();
begin
  perform set_config('realtime.topic', store_message.topic, true);
  begin
    insert into realtime.messages (id, topic, extension, event, payload, binary_payload, private)
    values (new_id, store_message.topic, 'broadcast', store_message.event,
      case when jsonb_typeof(store_message.payload) = 'object'
        then jsonb_build_object('id', new_id) || store_message.payload else store_message.payload end,
      store_message.bytes, store_message.private);
  exception when insufficient_privilege then
    raise warning 'realtime: % may not send to %', current_user, store_message.topic;
  end;
  perform set_config('realtime.topic', former, true);
end $$;

-- Sends to everybody who has joined the topic, when the transaction commits.
create or replace function realtime.send(payload jsonb, event text, topic text, private boolean default true)
returns void
language sql set search_path = ''
as $$ select realtime.store_message(topic, event, payload, null, private) $$;

-- Bytes, which only clients of version 2 can be told.
create function realtime.send_binary(payload bytea, event text, topic text, private boolean default true)
returns void
language sql set search_path = ''
as $$ select realtime.store_message(topic, event, null, payload, private) $$;

-- Triggers run as whoever writes the row. The policies of realtime.messages say to which topics that may lead.
grant execute on function
  realtime.store_message(text, text, jsonb, bytea, boolean),
  realtime.send(jsonb, text, text, boolean),
  realtime.send_binary(bytea, text, text, boolean),
  realtime.broadcast_changes(text, text, text, text, text, record, record, text)
  to anon, authenticated, service_role;

-- An order's page reads again when it joins, so its news need not be kept.
create or replace function private.announce_order() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  told jsonb := jsonb_build_object('order_id', new.order_id, 'kind', new.kind);
begin
  perform realtime.publish(jsonb_build_object('topic', topic, 'event', 'changed', 'payload', told, 'private', true))
  from unnest(array['order:' || new.order_id, 'orders']) as topic;
  return null;
end $$;
