-- Accounts, sessions and one-time tokens. The column names are those of GoTrue, so that accounts can be copied from
-- and to a hosted backend; passwords are bcrypt on both sides.
-- Only service_role reaches these tables. A person reads their own account through /auth/v1/user.

-- One row per person. E-mail addresses are in lower case, phone numbers are digits without "+".
create table auth.users (
  id uuid primary key default gen_random_uuid(),
  aud text not null default 'authenticated',
  role text not null default 'authenticated',
  email text constraint email_exists unique constraint email_invalid check (private.is_email(email)),
  encrypted_password text,
  email_confirmed_at timestamptz,
  invited_at timestamptz,
  confirmation_sent_at timestamptz,
  recovery_sent_at timestamptz,
  email_change text,
  email_change_sent_at timestamptz,
  -- Secure change of address: 1 once one of the two addresses has confirmed.
  email_change_confirm_status smallint not null default 0
    check (email_change_confirm_status between 0 and 2),
  phone text constraint phone_exists unique,
  phone_confirmed_at timestamptz,
  phone_change text,
  phone_change_sent_at timestamptz,
  confirmed_at timestamptz generated always as (least(email_confirmed_at, phone_confirmed_at)) stored,
  reauthentication_sent_at timestamptz,
  last_sign_in_at timestamptz,
  raw_app_meta_data jsonb not null default '{}',
  raw_user_meta_data jsonb not null default '{}',
  is_super_admin boolean not null default false,
  is_sso_user boolean not null default false,
  is_anonymous boolean not null default false,
  banned_until timestamptz,
  deleted_at timestamptz,
  instance_id uuid default '00000000-0000-0000-0000-000000000000',
  -- Always empty. GoTrue stores the plain tokens here; this program stores hashes in auth.one_time_tokens. A link
  -- that was open when the account was imported must be requested again.
  confirmation_token text not null default '',
  recovery_token text not null default '',
  email_change_token_new text not null default '',
  email_change_token_current text not null default '',
  phone_change_token text not null default '',
  reauthentication_token text not null default '',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
select private.protect('auth.users');
create trigger users_touch before update on auth.users
  for each row execute function private.touch();

-- Lets seeds and data dumps of a hosted backend run unchanged: empties the token columns, turns '' into null where
-- this schema uses null, and fills in defaults for nulls.
create function private.carry_account() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.confirmation_token := '';
  new.recovery_token := '';
  new.email_change_token_new := '';
  new.email_change_token_current := '';
  new.phone_change_token := '';
  new.reauthentication_token := '';
  new.email := nullif(lower(new.email), '');
  new.phone := nullif(new.phone, '');
  new.email_change := nullif(new.email_change, '');
  new.phone_change := nullif(new.phone_change, '');
  new.encrypted_password := nullif(new.encrypted_password, '');
  new.aud := coalesce(nullif(new.aud, ''), 'authenticated');
  new.role := coalesce(nullif(new.role, ''), 'authenticated');
  new.email_change_confirm_status := coalesce(new.email_change_confirm_status, 0);
  new.raw_app_meta_data := coalesce(new.raw_app_meta_data, '{}');
  new.raw_user_meta_data := coalesce(new.raw_user_meta_data, '{}');
  new.is_super_admin := coalesce(new.is_super_admin, false);
  new.is_sso_user := coalesce(new.is_sso_user, false);
  new.is_anonymous := coalesce(new.is_anonymous, false);
  new.created_at := coalesce(new.created_at, now());
  new.updated_at := coalesce(new.updated_at, now());
  return new;
end $$;
create trigger users_carried_over before insert or update of
  confirmation_token, recovery_token, email_change_token_new, email_change_token_current, phone_change_token,
  reauthentication_token, email_change, phone_change
  on auth.users for each row execute function private.carry_account();

-- A person's identities at sign-in providers. For e-mail and phone, `provider_id` is the user's id.
create table auth.identities (
  id uuid primary key default gen_random_uuid(),
  provider_id text not null,
  user_id uuid not null references auth.users on delete cascade,
  identity_data jsonb not null default '{}',
  provider text not null,
  email text generated always as (lower(identity_data ->> 'email')) stored,
  last_sign_in_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint identity_already_exists unique (provider_id, provider)
);
select private.protect('auth.identities');
create index identities_user on auth.identities (user_id);
create trigger identities_touch before update on auth.identities
  for each row execute function private.touch();

-- Second factors. The TOTP secret is encrypted with the secret of the key file.
create table auth.mfa_factors (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  friendly_name text not null default '',
  factor_type text not null check (factor_type in ('totp', 'phone', 'webauthn')),
  status text not null default 'unverified' check (status in ('unverified', 'verified')),
  secret text,
  phone text,
  -- The 30-second step of the last accepted code. A code is accepted once.
  last_used_step bigint,
  last_challenged_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint mfa_factor_name_conflict unique (user_id, friendly_name)
);
select private.protect('auth.mfa_factors');
create trigger mfa_factors_touch before update on auth.mfa_factors
  for each row execute function private.touch();

-- Challenges of second factors. Each can be verified once, from the address that requested it.
create table auth.mfa_challenges (
  id uuid primary key default gen_random_uuid(),
  factor_id uuid not null references auth.mfa_factors on delete cascade,
  ip_address text not null,
  verified_at timestamptz,
  -- HMAC of the digits that were sent for a phone factor.
  code_hash text,
  created_at timestamptz not null default now()
);
select private.protect('auth.mfa_challenges');
create index mfa_challenges_factor on auth.mfa_challenges (factor_id);

-- One row per session. Its id is the `session_id` claim of the access tokens.
create table auth.sessions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  factor_id uuid references auth.mfa_factors on delete set null,
  aal text not null default 'aal1' check (aal in ('aal1', 'aal2', 'aal3')),
  not_after timestamptz,
  refreshed_at timestamptz,
  user_agent text,
  ip text,
  tag text,
  reauthenticated_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Since when the session is one of staff. public.staff_policy limits how long it lasts.
  staff_since timestamptz
);
select private.protect('auth.sessions');
create index sessions_user on auth.sessions (user_id, created_at);

-- How a session was authenticated. The claim `amr` lists these rows, newest first.
create table auth.mfa_amr_claims (
  id uuid primary key default gen_random_uuid(),
  session_id uuid not null references auth.sessions on delete cascade,
  authentication_method text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (session_id, authentication_method)
);
select private.protect('auth.mfa_amr_claims');

-- Deleting a factor lowers the sessions that it raised to aal1.
create function private.lower_sessions() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from auth.mfa_amr_claims c using auth.sessions s
  where s.factor_id = old.id and c.session_id = s.id and c.authentication_method in ('totp', 'mfa/phone', 'mfa/webauthn');
  update auth.sessions set aal = 'aal1', factor_id = null where factor_id = old.id;
  return old;
end $$;
create trigger mfa_factors_lower_sessions before delete on auth.mfa_factors
  for each row execute function private.lower_sessions();

-- Recovery codes replace a lost second factor.
create table auth.recovery_codes (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  -- HMAC with the secret of the key file.
  code_hash text not null constraint recovery_code_known unique,
  used_at timestamptz,
  created_at timestamptz not null default now()
);
select private.protect('auth.recovery_codes');
create index recovery_codes_user on auth.recovery_codes (user_id);

-- Deletes the recovery codes of a person who has no verified factor left.
create function private.drop_recovery_codes() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from auth.recovery_codes c
  where c.user_id = old.user_id and not exists (
    select from auth.mfa_factors f where f.user_id = old.user_id and f.status = 'verified');
  return null;
end $$;
create trigger mfa_factors_drop_recovery_codes after delete on auth.mfa_factors
  for each row execute function private.drop_recovery_codes();

-- Whether this session reauthenticated in the last ten minutes and, if the account has a second factor, has used it.
create function private.is_fresh_session(session uuid, person uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from auth.sessions s
    where s.id = session and s.user_id = person and s.reauthenticated_at > now() - interval '10 minutes'
      and (s.aal <> 'aal1' or not exists (
        select from auth.mfa_factors f where f.user_id = person and f.status = 'verified')));
$$;
grant execute on function private.is_fresh_session(uuid, uuid) to service_role;

-- One chain per session: each refresh revokes a token and adds its child. `token` and `parent` are SHA-256 hashes in
-- hex.
create table auth.refresh_tokens (
  id bigint generated always as identity primary key,
  token text not null unique,
  parent text,
  user_id uuid not null references auth.users on delete cascade,
  session_id uuid not null references auth.sessions on delete cascade,
  revoked boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
select private.protect('auth.refresh_tokens');
-- At most one live token per session.
create unique index refresh_tokens_live on auth.refresh_tokens (session_id) where not revoked;
create index refresh_tokens_session on auth.refresh_tokens (session_id, id);
create index refresh_tokens_user on auth.refresh_tokens (user_id);

-- Replaces live refresh tokens by their children in one statement and returns the answers' data (docs/why/auth.md). A
-- token that is used, unknown, ended, banned or being refreshed elsewhere has no row in the result; the program then
-- handles it by itself.
-- shown, children: hashes as stored; no token twice.
create function private.refresh_sessions(shown text[], children text[])
returns table (token text, refreshed json)
language plpgsql set search_path = '' set lock_timeout = '5s'
as $$
begin
  return query
  with asked as (
    select a.token, a.child from unnest(shown, children) as a (token, child)
  ),
  -- `skip locked` keeps two of these statements from waiting for each other.
  live as (
    select a.token, a.child, s.id, s.user_id
    from asked a
    join auth.refresh_tokens t on t.token = a.token
    join auth.sessions s on s.id = t.session_id
    join auth.users u on u.id = s.user_id
    where not t.revoked and (s.not_after is null or s.not_after > now())
      and u.deleted_at is null and (u.banned_until is null or u.banned_until <= now())
    for update of s skip locked for key share of u skip locked
  ),
  -- Checks the token again: another transaction may have used it before this one locked the session.
  used as (
    update auth.refresh_tokens t set revoked = true, updated_at = now()
    from live l where t.token = l.token and not t.revoked
    returning l.token, l.child, l.id, l.user_id
  ),
  added as (
    insert into auth.refresh_tokens (token, parent, user_id, session_id)
    select used.child, used.token, used.user_id, used.id from used
  ),
  touched as (
    update auth.sessions s set refreshed_at = now(), updated_at = now()
    from used where s.id = used.id
    returning used.token, used.user_id, s.id, s.aal, s.not_after
  )
  select touched.token, json_build_object(
    'session', json_build_object('id', touched.id, 'user_id', touched.user_id, 'aal', touched.aal,
      'not_after', touched.not_after),
    'user', row_to_json(u),
    'amr', (
      select coalesce(json_agg(json_build_object('method', a.authentication_method,
          'timestamp', extract(epoch from a.updated_at)::int) order by a.updated_at desc, a.authentication_method), '[]')
      from auth.mfa_amr_claims a where a.session_id = touched.id),
    'identities', (
      select coalesce(json_agg(row_to_json(i) order by i.created_at, i.id), '[]')
      from auth.identities i where i.user_id = touched.user_id),
    'factors', (
      select coalesce(json_agg(to_jsonb(f) - 'secret' order by f.created_at, f.id), '[]')
      from auth.mfa_factors f where f.user_id = touched.user_id))
  from touched join auth.users u on u.id = touched.user_id;
end $$;
grant execute on function private.refresh_sessions(text[], text[]) to service_role;

-- PKCE: who may exchange an authorisation code.
create table auth.flow_state (
  id uuid primary key default gen_random_uuid(),
  user_id uuid references auth.users on delete cascade,
  auth_code text unique,
  code_challenge_method text not null check (code_challenge_method in ('s256', 'plain')),
  code_challenge text not null,
  provider_type text not null,
  authentication_method text not null,
  auth_code_issued_at timestamptz,
  -- The provider's tokens until the client fetches its session, encrypted with the secret of the key file.
  provider_tokens text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
select private.protect('auth.flow_state');
create index flow_state_user on auth.flow_state (user_id);
create index flow_state_age on auth.flow_state (created_at);

-- Codes and links sent by mail or text message: one live token per person and purpose.
create table auth.one_time_tokens (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  token_type text not null check (token_type in (
    'confirmation_token', 'recovery_token', 'email_change_token_new', 'email_change_token_current',
    'phone_change_token', 'reauthentication_token')),
  -- SHA-256 of the token in the link.
  token_hash text not null unique,
  -- HMAC of the six digits. Failed attempts are counted in auth.attempts.
  code_hash text not null,
  -- The address or number it was sent to.
  relates_to text not null,
  -- Set when the client sent a code challenge: the link then returns a code instead of a session.
  flow_state_id uuid references auth.flow_state on delete cascade,
  expires_at timestamptz not null,
  -- The password (bcrypt) and the metadata of a sign-up. They reach the account when this token is used (docs/why/auth.md).
  pending_password text,
  pending_data jsonb,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (user_id, token_type)
);
select private.protect('auth.one_time_tokens');
create index one_time_tokens_address on auth.one_time_tokens (relates_to);
create index one_time_tokens_expiry on auth.one_time_tokens (expires_at);

-- One row per person who was redirected to a sign-in provider. A row is valid for one return, for ten minutes.
create table auth.oauth_states (
  -- SHA-256 of the `state` parameter.
  state_hash text primary key,
  provider text not null,
  -- The nonce that the provider's identity token must repeat, and the PKCE verifier of our request to the provider.
  nonce text not null,
  code_verifier text not null,
  redirect_to text not null,
  -- The client's PKCE challenge: the client then gets a code instead of a session.
  code_challenge text,
  code_challenge_method text check (code_challenge_method in ('s256', 'plain')),
  -- Set when a signed-in person links another identity.
  linking_user uuid references auth.users on delete cascade,
  -- SHA-256 of the browser's cookie: only the browser that was redirected may return (docs/why/auth.md).
  browser_hash text not null,
  -- The session that requested the linking. Signing out cancels the request.
  linking_session uuid references auth.sessions on delete cascade,
  created_at timestamptz not null default now()
);
select private.protect('auth.oauth_states');
create index oauth_states_age on auth.oauth_states (created_at);
create index oauth_states_user on auth.oauth_states (linking_user);
create index oauth_states_session on auth.oauth_states (linking_session);

-- Failed attempts at short codes, per person and kind, across sessions and addresses.
create table auth.attempts (
  user_id uuid not null references auth.users on delete cascade,
  kind text not null check (kind in ('code', 'totp', 'phone', 'reauthentication', 'recovery')),
  misses int not null default 0,
  -- How often in a row this was locked. Each lock lasts twice as long as the one before.
  locks int not null default 0,
  locked_until timestamptz,
  updated_at timestamptz not null default now(),
  primary key (user_id, kind)
);
select private.protect('auth.attempts');

-- Failed attempts at passwords and codes, per e-mail address or number, whether an account exists or not (docs/why/auth.md).
-- An attempt is counted before it is judged. Unlogged: PostgreSQL empties it after a crash.
create unlogged table auth.guesses (
  kind text not null check (kind in ('password', 'code')),
  -- HMAC of the address or number.
  subject text not null,
  -- HMAC of a known network of the address; '' for all other networks together.
  origin text not null,
  misses int not null,
  -- How often in a row this was locked. Each lock lasts twice as long as the one before.
  locks int not null default 0,
  locked_until timestamptz,
  updated_at timestamptz not null default now(),
  primary key (kind, subject, origin)
);
select private.protect('auth.guesses');

-- Networks from which a person has signed in. Attempts from other networks do not lock these.
create table auth.known_networks (
  user_id uuid not null references auth.users on delete cascade,
  -- HMAC of an IPv4 address or of the first 64 bits of an IPv6 address.
  network text not null,
  seen_at timestamptz not null default now(),
  primary key (user_id, network)
);
select private.protect('auth.known_networks');
create index known_networks_age on auth.known_networks (seen_at);

-- Account events for audits and disputes. Append-only.
create table auth.audit_log_entries (
  id uuid primary key default gen_random_uuid(),
  payload jsonb not null,
  ip_address text not null default '',
  created_at timestamptz not null default now()
);
select private.protect('auth.audit_log_entries');
create index audit_log_entries_age on auth.audit_log_entries (created_at);
create trigger audit_log_entries_only_grow before update on auth.audit_log_entries
  for each row execute function private.refuse_change();

-- What a caller may do. Policies of every schema call these functions. Their bodies read tables of the staff module
-- (0008_staff.sql); PostgreSQL resolves the names when a function runs.

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
