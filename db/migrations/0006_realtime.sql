-- Realtime messages, presence and row changes for open pages. The policies of realtime.messages decide about a topic:
-- SELECT means receive, INSERT means send, and realtime.topic() is the topic. A topic without a policy is closed.
-- The module that uses a topic creates its policies.

create schema realtime;

grant usage on schema realtime to anon, authenticated, service_role;

-- The topic to join or send to. The program sets it for one transaction.
create function realtime.topic() returns text
language sql stable set search_path = ''
as $$ select nullif(current_setting('realtime.topic', true), '') $$;
grant execute on function realtime.topic() to anon, authenticated, service_role;

-- Broadcasts (docs/why/storage-and-realtime.md). The column names are Supabase's.
create table realtime.messages (
  id uuid primary key default gen_random_uuid(),
  topic text not null,
  extension text not null check (extension in ('broadcast', 'presence')),
  event text,
  payload jsonb,
  private boolean not null default false,
  inserted_at timestamptz not null default clock_timestamp(),
  binary_payload bytea,
  -- Three days at most; a client may choose less.
  expires_at timestamptz not null default now() + interval '3 days',
  updated_at timestamptz not null default now()
);
select private.protect('realtime.messages');
select private.require_second_factor('realtime.messages');
-- Everybody may try; no row is visible or writable without a policy.
grant select, insert on realtime.messages to anon, authenticated;
create index messages_age on realtime.messages (expires_at);
create index messages_topic on realtime.messages (topic, inserted_at desc);

-- Messages too long for NOTIFY, until every process has read them. Unlogged: a crash empties it and ends all
-- connections.
create unlogged table realtime.long_notices (
  id uuid primary key default gen_random_uuid(),
  notice jsonb not null,
  inserted_at timestamptz not null default now()
);
select private.protect('realtime.long_notices');
create index long_notices_age on realtime.long_notices (inserted_at);

-- Sends a message to every process when the transaction commits. NOTIFY carries 8,000 bytes; a longer message is
-- stored, and only its id is sent.
create function realtime.publish(message jsonb) returns void
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
grant execute on function realtime.publish(jsonb) to service_role;

-- Every inserted row is broadcast. `realtime.origin` names the channel that sent it, which may have chosen not to
-- receive it.
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

-- Inserts the row with the caller's rights. A refusal is a warning and not an error, so that the statement that fired
-- a trigger succeeds.
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
create function realtime.send(payload jsonb, event text, topic text, private boolean default true)
returns void
language sql set search_path = ''
as $$ select realtime.store_message(topic, event, payload, null, private) $$;
grant execute on function realtime.send(jsonb, text, text, boolean) to service_role;

-- Binary payloads; only clients of protocol version 2 receive them.
create function realtime.send_binary(payload bytea, event text, topic text, private boolean default true)
returns void
language sql set search_path = ''
as $$ select realtime.store_message(topic, event, null, payload, private) $$;

-- For triggers: broadcasts a changed row. The arguments are the trigger's own variables.
create function realtime.broadcast_changes(
  topic_name text, event_name text, operation text, table_name text, table_schema text,
  new record, old record, level text default 'ROW'
) returns void
language plpgsql set search_path = ''
as $$
begin
  if level = 'STATEMENT' then
    raise exception 'function can only be triggered for each row, not for each statement';
  end if;
  perform realtime.send(
    jsonb_build_object('schema', table_schema, 'table', table_name, 'operation', operation,
      'record', to_jsonb(new), 'old_record', to_jsonb(old)),
    event_name, topic_name, true);
end $$;
-- Triggers run with the rights of the writer. The policies of realtime.messages decide about the topics.
grant execute on function
  realtime.store_message(text, text, jsonb, bytea, boolean),
  realtime.send(jsonb, text, text, boolean),
  realtime.send_binary(bytea, text, text, boolean),
  realtime.broadcast_changes(text, text, text, text, text, record, record, text)
  to anon, authenticated, service_role;
grant execute on function realtime.broadcast_changes(text, text, text, text, text, record, record, text) to service_role;

-- The tables below are unlogged: none of them outlives its connections. A crash of PostgreSQL empties them, and all
-- clients connect and subscribe again.

-- The processes that serve websockets. A process that has not been seen for a while is dead; its rows are deleted.
create unlogged table realtime.nodes (
  id uuid primary key,
  seen_at timestamptz not null default now()
);
select private.protect('realtime.nodes');

-- What a channel announces about itself. `meta` contains its `phx_ref`.
create unlogged table realtime.presences (
  channel_id uuid primary key,
  node_id uuid not null references realtime.nodes on delete cascade,
  topic text not null,
  private boolean not null,
  key text not null,
  meta jsonb not null,
  tracked_at timestamptz not null default now()
);
select private.protect('realtime.presences');
create index presences_topic on realtime.presences (topic, private);
create index presences_node on realtime.presences (node_id);

-- Sets what a channel announces, and broadcasts the difference to everybody who has joined the topic.
create function realtime.track(node uuid, channel uuid, topic text, private boolean, key text, meta jsonb)
returns void
language plpgsql set search_path = ''
as $$
declare
  former realtime.presences;
begin
  select * into former from realtime.presences p where p.channel_id = track.channel for update;
  insert into realtime.presences (channel_id, node_id, topic, private, key, meta)
  values (track.channel, track.node, track.topic, track.private, track.key, track.meta)
  on conflict (channel_id) do update set meta = excluded.meta, tracked_at = now();
  perform realtime.publish(jsonb_build_object(
    'topic', track.topic, 'private', track.private, 'presence', jsonb_build_object(
      'joins', jsonb_build_object(track.key, jsonb_build_object('metas', jsonb_build_array(
        case when former.channel_id is null then track.meta
          else track.meta || jsonb_build_object('phx_ref_prev', former.meta -> 'phx_ref') end))),
      'leaves', case when former.channel_id is null then '{}'
        else jsonb_build_object(former.key, jsonb_build_object('metas', jsonb_build_array(former.meta))) end)));
end $$;
grant execute on function realtime.track(uuid, uuid, text, boolean, text, jsonb) to service_role;

create function realtime.untrack(channel uuid) returns void
language plpgsql set search_path = ''
as $$
declare
  gone realtime.presences;
begin
  delete from realtime.presences p where p.channel_id = untrack.channel returning * into gone;
  if gone.channel_id is null then return; end if;
  perform realtime.publish(jsonb_build_object(
    'topic', gone.topic, 'private', gone.private, 'presence', jsonb_build_object(
      'joins', '{}'::jsonb,
      'leaves', jsonb_build_object(gone.key, jsonb_build_object('metas', jsonb_build_array(gone.meta))))));
end $$;
grant execute on function realtime.untrack(uuid) to service_role;

-- Removes a process and broadcasts that its presences have left.
create function realtime.remove_node(node uuid) returns void
language plpgsql set search_path = ''
as $$
begin
  perform realtime.untrack(p.channel_id) from realtime.presences p where p.node_id = node;
  delete from realtime.nodes where id = node;
end $$;
grant execute on function realtime.remove_node(uuid) to service_role;

-- Tables that a process has subscribed to. `*` and null mean all. Without a row no changes are recorded.
create unlogged table realtime.listeners (
  node_id uuid not null references realtime.nodes on delete cascade,
  schema_name text not null,
  table_name text,
  unique nulls not distinct (node_id, schema_name, table_name)
);
select private.protect('realtime.listeners');

-- Changed rows, for a few minutes, until every process has read them.
create unlogged table realtime.changes (
  id bigint generated always as identity primary key,
  -- One NOTIFY per transaction names this and arrives in commit order.
  transaction xid8 not null default pg_current_xact_id(),
  relation oid not null,
  kind text not null check (kind in ('INSERT', 'UPDATE', 'DELETE')),
  record jsonb,
  -- The primary key, or the whole row where the table's replica identity is full.
  old_record jsonb,
  errors text[],
  changed_at timestamptz not null default now()
);
select private.protect('realtime.changes');
create index changes_transaction on realtime.changes (transaction, id);
create index changes_age on realtime.changes (changed_at);

-- A row as it is sent. A row above one megabyte is reduced to its short values.
create function private.short_record(record jsonb) returns jsonb
language sql immutable set search_path = ''
as $$
  select case when octet_length(record::text) <= 1048576 then record
    else (select jsonb_object_agg(key, value) from jsonb_each(record) where octet_length(value::text) <= 64) end;
$$;

create function private.note_change() returns trigger
language plpgsql security definer set search_path = '' set timezone = 'UTC'
as $$
declare
  present jsonb;
  former jsonb;
begin
  if not exists (
    select from realtime.listeners l join realtime.nodes n on n.id = l.node_id
    -- Ignores dead processes, so that this table does not grow for ever.
    where n.seen_at > now() - interval '5 minutes' and l.schema_name in ('*', tg_table_schema) and coalesce(l.table_name, tg_table_name) = tg_table_name
  ) then
    return null;
  end if;
  if tg_op <> 'DELETE' then present := to_jsonb(new); end if;
  if tg_op <> 'INSERT' then
    former := to_jsonb(old);
    if (select relreplident from pg_catalog.pg_class where oid = tg_relid) <> 'f' then
      former := coalesce((
        select jsonb_object_agg(a.attname, former -> a.attname::text)
        from pg_catalog.pg_index i
        join pg_catalog.pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
        where i.indrelid = tg_relid and i.indisprimary), '{}');
    end if;
  end if;
  insert into realtime.changes (relation, kind, record, old_record, errors)
  values (tg_relid, tg_op, private.short_record(present), private.short_record(former),
    case when greatest(octet_length(present::text), octet_length(former::text)) > 1048576
      then array['Error 413: Payload Too Large'] end);
  perform pg_notify('realtime', jsonb_build_object('changes', pg_current_xact_id()::text)::text);
  return null;
end $$;

-- Tables of this publication send their changes, as on a hosted backend. There is no replication: a trigger on each
-- table records changes while a process is subscribed, which needs no setting of the server.
do $$
begin
  if not exists (select from pg_publication where pubname = 'supabase_realtime') then
    create publication supabase_realtime;
  end if;
end $$;

-- Adds the trigger to every published table and removes it from all others. The lock timeout keeps writers of a busy
-- table from queueing behind this function.
create function realtime.install_changes() returns void
language plpgsql security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  target regclass;
begin
  perform pg_advisory_xact_lock(7182432);
  for target in
    select format('%I.%I', p.schemaname, p.tablename)::regclass from pg_catalog.pg_publication_tables p
    where p.pubname = 'supabase_realtime'
      and p.schemaname not in ('auth', 'extensions', 'graphile_worker', 'migrations', 'private', 'realtime', 'storage')
      and not exists (
        select from pg_catalog.pg_trigger t
        where t.tgrelid = format('%I.%I', p.schemaname, p.tablename)::regclass and t.tgname = 'realtime_changes')
  loop
    execute format(
      'create trigger realtime_changes after insert or update or delete on %s for each row execute function private.note_change()',
      target);
  end loop;
  for target in
    select t.tgrelid::regclass from pg_catalog.pg_trigger t
    join pg_catalog.pg_class c on c.oid = t.tgrelid
    join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    where t.tgname = 'realtime_changes' and t.tgparentid = 0 and not exists (
      select from pg_catalog.pg_publication_tables p
      where p.pubname = 'supabase_realtime' and p.schemaname = n.nspname and p.tablename = c.relname)
  loop
    execute format('drop trigger realtime_changes on %s', target);
  end loop;
end $$;
grant execute on function realtime.install_changes() to service_role;

-- For migrations: open pages receive the table's changes from now on, as far as its policies show them the rows.
create function realtime.enable_changes(target regclass) returns void
language plpgsql set search_path = ''
as $$
begin
  execute format('alter publication supabase_realtime add table %s', target);
  perform realtime.install_changes();
end $$;

create function realtime.disable_changes(target regclass) returns void
language plpgsql set search_path = ''
as $$
begin
  execute format('alter publication supabase_realtime drop table %s', target);
  perform realtime.install_changes();
end $$;

-- The end of a session closes its connections in every process.
create function private.notify_session_end() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform realtime.publish(jsonb_build_object('ended_session', old.id));
  return null;
end $$;
create trigger sessions_notify_end after delete on auth.sessions
  for each row execute function private.notify_session_end();
-- An extension moves `not_after` forward and must not close channels.
create trigger sessions_notify_close after update of not_after on auth.sessions
  for each row when (new.not_after <= now())
  execute function private.notify_session_end();

-- A ban closes the person's connections.
create function private.notify_ban() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform realtime.publish(jsonb_build_object('ended_user', new.id));
  return null;
end $$;
create trigger users_notify_ban after update of banned_until, deleted_at on auth.users
  for each row when (new.banned_until > now() or new.deleted_at is not null)
  execute function private.notify_ban();
