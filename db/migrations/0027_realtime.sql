-- Who is present, and changes of rows, for open pages of every process.
--
-- None of these tables outlives the connections that it speaks of, so they are not written to the log and a crash
-- of PostgreSQL empties them: all clients come back then and say again what they want.

-- The processes that serve websockets. One that has not been seen for a while is dead, and so is what it held.
create unlogged table realtime.nodes (
  id uuid primary key,
  seen_at timestamptz not null default now()
);
select private.protect('realtime.nodes'::regclass);

-- What a channel of a connection tells about itself. `meta` holds its `phx_ref`.
create unlogged table realtime.presences (
  channel_id uuid primary key,
  node_id uuid not null references realtime.nodes on delete cascade,
  topic text not null,
  private boolean not null,
  key text not null,
  meta jsonb not null,
  tracked_at timestamptz not null default now()
);
select private.protect('realtime.presences'::regclass);
create index presences_topic on realtime.presences (topic, private);
create index presences_node on realtime.presences (node_id);

-- Says what a channel tells about itself from now on, and to everybody who has joined the topic what has changed.
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

-- A process that ends, or has ended: everybody whom it showed as present leaves.
create function realtime.remove_node(node uuid) returns void
language plpgsql set search_path = ''
as $$
begin
  perform realtime.untrack(p.channel_id) from realtime.presences p where p.node_id = node;
  delete from realtime.nodes where id = node;
end $$;
grant execute on function realtime.remove_node(uuid) to service_role;

-- Tables of which some process wants to hear; `*` and null stand for all. Without a row nothing is written down.
create unlogged table realtime.listeners (
  node_id uuid not null references realtime.nodes on delete cascade,
  schema_name text not null,
  table_name text,
  unique nulls not distinct (node_id, schema_name, table_name)
);
select private.protect('realtime.listeners'::regclass);

-- Rows that have changed, for a few minutes, until every process has read them.
create unlogged table realtime.changes (
  id bigint generated always as identity primary key,
  -- One NOTIFY a transaction names this, and arrives in the order of the commits.
  transaction xid8 not null default pg_current_xact_id(),
  relation oid not null,
  kind text not null check (kind in ('INSERT', 'UPDATE', 'DELETE')),
  record jsonb,
  -- The primary key, or the whole row when the table's replica identity is full.
  old_record jsonb,
  errors text[],
  changed_at timestamptz not null default now()
);
select private.protect('realtime.changes'::regclass);
create index changes_transaction on realtime.changes (transaction, id);
create index changes_age on realtime.changes (changed_at);

-- A row as it is sent; of one over a megabyte only the short values.
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
    -- A process that died without a word must not make this table grow for ever.
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

-- The tables of this publication tell of their changes, as on a hosted backend. Nothing is replicated: a trigger on
-- each of them writes the changes down while somebody listens, which needs no setting of the server.
do $$
begin
  if not exists (select from pg_publication where pubname = 'supabase_realtime') then
    create publication supabase_realtime;
  end if;
end $$;

-- Gives every published table its trigger and takes it from every other one. Does not wait long for a busy table: those
-- who write to it would wait behind.
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

-- For migrations: from now on open pages hear of the table's changes, as far as its policies let them see the rows.
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

-- For triggers: tells a topic which row has changed and how. Every argument is what the trigger's own variable holds.
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
grant execute on function realtime.broadcast_changes(text, text, text, text, text, record, record, text) to service_role;
