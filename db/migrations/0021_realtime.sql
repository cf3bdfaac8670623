-- Messages to open pages. Who may receive and send on a topic is decided by the policies of realtime.messages:
-- SELECT means receive, INSERT means send, and realtime.topic() is the topic in question. Migrations that send
-- messages add their policies to it. A topic without a policy is closed.

create schema realtime;
grant usage on schema realtime to anon, authenticated, service_role;

-- The topic that somebody wants to join or send to, set for one transaction by the program.
create function realtime.topic() returns text
language sql stable set search_path = ''
as $$ select nullif(current_setting('realtime.topic', true), '') $$;
grant execute on function realtime.topic() to anon, authenticated, service_role;

-- Holds the policies, and for a day the messages that are too long for NOTIFY. Column names are Supabase's.
create table realtime.messages (
  id uuid primary key default gen_random_uuid(),
  topic text not null,
  extension text not null check (extension in ('broadcast', 'presence')),
  event text,
  payload jsonb,
  private boolean not null default false,
  inserted_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
select private.protect('realtime.messages'::regclass);
create index messages_age on realtime.messages (inserted_at);
-- Everybody may ask; no row is seen and none is written before a policy allows it.
grant select, insert on realtime.messages to anon, authenticated;

-- Hands a message to every process when the transaction commits. NOTIFY carries 8,000 bytes at most;
-- a longer message waits in the table and only its id travels.
create function realtime.publish(message jsonb) returns void
language plpgsql set search_path = ''
as $$
declare
  stored uuid;
begin
  if octet_length(message::text) < 7900 then
    perform pg_notify('realtime', message::text);
  else
    insert into realtime.messages (topic, extension, event, payload, private)
    values (coalesce(message ->> 'topic', ''), 'broadcast', message ->> 'event', message,
            coalesce((message ->> 'private')::boolean, true))
    returning id into stored;
    perform pg_notify('realtime', jsonb_build_object('stored', stored)::text);
  end if;
end $$;
grant execute on function realtime.publish(jsonb) to service_role;

-- Sends to everybody who has joined the topic. For the shop itself and for trigger functions that run as their owner.
create function realtime.send(payload jsonb, event text, topic text, private boolean default true)
returns void
language sql set search_path = ''
as $$
  select realtime.publish(jsonb_build_object(
    'topic', topic, 'event', event, 'payload', payload, 'private', private));
$$;
grant execute on function realtime.send(jsonb, text, text, boolean) to service_role;

-- Signing out closes what the session has open, in every process.
create function private.notify_session_end() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform realtime.publish(jsonb_build_object('ended_session', old.id));
  return null;
end $$;
create trigger sessions_notify_end after delete on auth.sessions
  for each row execute function private.notify_session_end();
create trigger sessions_notify_close after update of not_after on auth.sessions
  for each row when (new.not_after is not null)
  execute function private.notify_session_end();

-- So does a ban.
create function private.notify_ban() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform realtime.publish(jsonb_build_object('ended_user', new.id));
  return null;
end $$;
create trigger users_notify_ban after update of banned_until on auth.users
  for each row when (new.banned_until > now())
  execute function private.notify_ban();
