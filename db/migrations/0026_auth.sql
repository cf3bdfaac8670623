-- Signing in at another provider, and second factors by text message.

-- A person who has been sent to a provider and is to come back; each row is good for one return.
create table auth.oauth_states (
  -- SHA-256 of the `state` that travels through the browser.
  state_hash text primary key,
  provider text not null,
  -- What the provider's identity token must repeat, and the proof key that goes with our request to it.
  nonce text not null,
  code_verifier text not null,
  redirect_to text not null,
  -- The client's own proof key: it then gets a code instead of a session.
  code_challenge text,
  code_challenge_method text check (code_challenge_method in ('s256', 'plain')),
  -- Set when somebody who is signed in adds a way to sign in.
  linking_user uuid references auth.users on delete cascade,
  created_at timestamptz not null default now()
);
select private.protect('auth.oauth_states'::regclass);
create index oauth_states_age on auth.oauth_states (created_at);
create index oauth_states_user on auth.oauth_states (linking_user);

-- The provider's tokens until the client fetches its session, encrypted with the key file's secret.
alter table auth.flow_state add column provider_tokens text;

-- HMAC of the digits that a challenge of a phone factor has sent.
alter table auth.mfa_challenges add column code_hash text;

alter table auth.attempts drop constraint attempts_kind_check;
alter table auth.attempts add constraint attempts_kind_check
  check (kind in ('code', 'totp', 'phone', 'reauthentication'));

-- The common refresh in one round trip: swaps the live token for its child and tells all that the answer needs. Null
-- when anything is out of the ordinary (used, unknown, ended, banned); the program then looks closer.
-- shown, child: hashes, as they are stored.
create function private.refresh_session(shown text, child text) returns jsonb
language plpgsql set search_path = '' set lock_timeout = '5s'
as $$
declare
  person auth.users;
  live auth.sessions;
begin
  select s.* into live from auth.sessions s
  where s.id = (select t.session_id from auth.refresh_tokens t where t.token = shown)
  for update;
  if live.id is null or live.not_after <= now() then return null; end if;
  select u.* into person from auth.users u where u.id = live.user_id and u.deleted_at is null;
  if person.id is null or person.banned_until > now() then return null; end if;
  update auth.refresh_tokens set revoked = true, updated_at = now()
  where token = shown and session_id = live.id and not revoked;
  if not found then return null; end if;
  insert into auth.refresh_tokens (token, parent, user_id, session_id)
  values (child, shown, live.user_id, live.id);
  update auth.sessions set refreshed_at = now(), updated_at = now() where id = live.id;
  return jsonb_build_object(
    'session', to_jsonb(live),
    'user', to_jsonb(person),
    'amr', (
      select coalesce(jsonb_agg(jsonb_build_object('method', a.authentication_method,
          'timestamp', extract(epoch from a.updated_at)::int) order by a.updated_at desc, a.authentication_method), '[]')
      from auth.mfa_amr_claims a where a.session_id = live.id),
    'identities', (
      select coalesce(jsonb_agg(to_jsonb(i) order by i.created_at, i.id), '[]')
      from auth.identities i where i.user_id = live.user_id),
    'factors', (
      select coalesce(jsonb_agg(to_jsonb(f) - 'secret' order by f.created_at, f.id), '[]')
      from auth.mfa_factors f where f.user_id = live.user_id));
end $$;
grant execute on function private.refresh_session(text, text) to service_role;

-- Counters of minutes need not outlive a crash, and a request that only counts need not wait for the disk.
alter table private.rate_limits set unlogged;
