-- Accounts, sessions and one-time secrets. Column names are those of GoTrue, so that accounts can be
-- carried over from and to a hosted backend with a plain copy (passwords are bcrypt on both sides).
-- Nobody but the shop itself reaches any of it: a person sees their own account through /auth/v1/user.

-- One row a person. Emails are kept in lower case, phone numbers as digits without "+".
create table auth.users (
  id uuid primary key default gen_random_uuid(),
  aud text not null default 'authenticated',
  role text not null default 'authenticated',
  email text constraint email_exists unique constraint email_in_lower_case check (email = lower(email)),
  encrypted_password text,
  email_confirmed_at timestamptz,
  invited_at timestamptz,
  confirmation_sent_at timestamptz,
  recovery_sent_at timestamptz,
  email_change text,
  email_change_sent_at timestamptz,
  -- Secure change of address: 1 once one of the two addresses has agreed.
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
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
select private.protect('auth.users'::regclass);
create trigger users_touch before update on auth.users
  for each row execute function private.touch();

-- The ways a person may sign in. For email and phone, provider_id is the user's own id.
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
select private.protect('auth.identities'::regclass);
create index identities_user on auth.identities (user_id);
create trigger identities_touch before update on auth.identities
  for each row execute function private.touch();

-- Second factors. The TOTP secret is encrypted with the key file's secret.
create table auth.mfa_factors (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  friendly_name text not null default '',
  factor_type text not null check (factor_type in ('totp', 'phone', 'webauthn')),
  status text not null default 'unverified' check (status in ('unverified', 'verified')),
  secret text,
  phone text,
  -- 30-second step of the last accepted code: a code works once.
  last_used_step bigint,
  last_challenged_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint mfa_factor_name_conflict unique (user_id, friendly_name)
);
select private.protect('auth.mfa_factors'::regclass);
create trigger mfa_factors_touch before update on auth.mfa_factors
  for each row execute function private.touch();

-- Questions put to a second factor; each can be answered rightly once, from the address that asked.
create table auth.mfa_challenges (
  id uuid primary key default gen_random_uuid(),
  factor_id uuid not null references auth.mfa_factors on delete cascade,
  ip_address text not null,
  verified_at timestamptz,
  created_at timestamptz not null default now()
);
select private.protect('auth.mfa_challenges'::regclass);
create index mfa_challenges_factor on auth.mfa_challenges (factor_id);

-- One row a signed-in device. Its id is the session_id claim of the access tokens.
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
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
select private.protect('auth.sessions'::regclass);
create index sessions_user on auth.sessions (user_id, created_at);

-- How a session was proven. The claim "amr" is this table, newest first.
create table auth.mfa_amr_claims (
  id uuid primary key default gen_random_uuid(),
  session_id uuid not null references auth.sessions on delete cascade,
  authentication_method text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (session_id, authentication_method)
);
select private.protect('auth.mfa_amr_claims'::regclass);

-- A session is worth as much as the factor that raised it: without the factor it falls back, whoever removed it.
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

-- For restrictive policies: whoever has a verified second factor must have used it in this session.
create function private.has_required_aal() returns boolean
language sql stable security definer set search_path = ''
as $$
  select coalesce(auth.jwt() ->> 'aal', 'aal1') = 'aal2' or not exists (
    select from auth.mfa_factors where user_id = auth.uid() and status = 'verified');
$$;
grant execute on function private.has_required_aal() to anon, authenticated, service_role;

-- A chain a session: each refresh revokes a token and adds its child. `token` and `parent` are SHA-256
-- hashes in hex, so a copy of this table signs nobody in.
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
select private.protect('auth.refresh_tokens'::regclass);
-- At most one live token a session, whatever happens.
create unique index refresh_tokens_live on auth.refresh_tokens (session_id) where not revoked;
create index refresh_tokens_session on auth.refresh_tokens (session_id, id);
create index refresh_tokens_user on auth.refresh_tokens (user_id);

-- Codes and links that went out by mail or text message: one live secret a person and purpose.
create table auth.one_time_tokens (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  token_type text not null check (token_type in (
    'confirmation_token', 'recovery_token', 'email_change_token_new', 'email_change_token_current',
    'phone_change_token', 'reauthentication_token')),
  -- SHA-256 of the long secret in the link.
  token_hash text not null unique,
  -- HMAC of the six digits. They are guessable, so attempts are counted in auth.attempts.
  code_hash text not null,
  -- The address it was sent to.
  relates_to text not null,
  -- Set when the client asked with a code challenge: the link then gives a code instead of a session.
  flow_state_id uuid,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (user_id, token_type)
);
select private.protect('auth.one_time_tokens'::regclass);
create index one_time_tokens_address on auth.one_time_tokens (relates_to);
create index one_time_tokens_expiry on auth.one_time_tokens (expires_at);

-- Proof keys (PKCE): who may exchange an authorisation code.
create table auth.flow_state (
  id uuid primary key default gen_random_uuid(),
  user_id uuid references auth.users on delete cascade,
  auth_code text unique,
  code_challenge_method text not null check (code_challenge_method in ('s256', 'plain')),
  code_challenge text not null,
  provider_type text not null,
  authentication_method text not null,
  auth_code_issued_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
select private.protect('auth.flow_state'::regclass);
create index flow_state_user on auth.flow_state (user_id);
create index flow_state_age on auth.flow_state (created_at);

alter table auth.one_time_tokens
  add foreign key (flow_state_id) references auth.flow_state on delete cascade;

-- Wrong guesses of short codes, counted a person and kind, whatever session or address they come from.
create table auth.attempts (
  user_id uuid not null references auth.users on delete cascade,
  kind text not null check (kind in ('code', 'totp', 'reauthentication')),
  misses int not null default 0,
  -- How often it was locked in a row: each lock lasts twice as long as the one before.
  locks int not null default 0,
  locked_until timestamptz,
  updated_at timestamptz not null default now(),
  primary key (user_id, kind)
);
select private.protect('auth.attempts'::regclass);

-- What happened to accounts, for the merchant and for disputes. Rows never change.
create table auth.audit_log_entries (
  id uuid primary key default gen_random_uuid(),
  payload jsonb not null,
  ip_address text not null default '',
  created_at timestamptz not null default now()
);
select private.protect('auth.audit_log_entries'::regclass);
create index audit_log_entries_age on auth.audit_log_entries (created_at);
create trigger audit_log_entries_only_grow before update on auth.audit_log_entries
  for each row execute function private.refuse_change();
