-- Account pre-hijacking (decision 0051): the password and the data of a sign-up are stored with the one-time token that
-- was sent for it. They reach the account when that very token is used, and go with it in every other case.

alter table auth.one_time_tokens
  -- bcrypt, as in auth.users.
  add column pending_password text,
  add column pending_data jsonb;

-- Accounts that wait for their first confirmation now.
update auth.one_time_tokens t
set pending_password = u.encrypted_password, pending_data = u.raw_user_meta_data - '{sub,email,phone,email_verified,phone_verified}'::text[]
from auth.users u
where u.id = t.user_id and t.token_type = 'confirmation_token' and u.confirmed_at is null and u.invited_at is null
  and u.encrypted_password is not null;
update public.profiles p set full_name = ''
from auth.one_time_tokens t
where t.user_id = p.id and t.pending_password is not null and p.role = 'CUSTOMER';
update auth.users u
set encrypted_password = null, raw_user_meta_data = jsonb_strip_nulls(jsonb_build_object('sub', u.id,
  'email', u.email, 'phone', u.phone, 'email_verified', false, 'phone_verified', false))
from auth.one_time_tokens t
where t.user_id = u.id and t.pending_password is not null;

-- The name and the language that somebody gave at sign-up reach the profile with the first confirmation.
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
revoke execute on function private.complete_profile() from public;
create trigger complete_profile after update of email_confirmed_at, phone_confirmed_at on auth.users
  for each row when (old.confirmed_at is null and new.confirmed_at is not null and not old.is_anonymous)
  execute function private.complete_profile();

-- A return from a provider belongs to the browser that was sent there (decision 0051). Rows live ten minutes.
delete from auth.oauth_states;
alter table auth.oauth_states
  -- SHA-256 of that browser's cookie.
  add column browser_hash text not null,
  -- The session that asked to add an identity: signing out withdraws the request.
  add column linking_session uuid references auth.sessions on delete cascade;
create index oauth_states_session on auth.oauth_states (linking_session);

-- Guesses of passwords and of digits, counted by the address that they are for, whether it has an account or not
-- (decision 0053). Every guess is counted before it is judged. Counters of hours need not outlive a crash.
create unlogged table auth.guesses (
  kind text not null check (kind in ('password', 'code')),
  -- HMAC of the address or number.
  subject text not null,
  -- HMAC of a network that the address is familiar with; '' for all other networks together.
  origin text not null,
  misses int not null,
  -- How often it was locked in a row: each lock lasts twice as long as the one before.
  locks int not null default 0,
  locked_until timestamptz,
  updated_at timestamptz not null default now(),
  primary key (kind, subject, origin)
);
select private.protect('auth.guesses'::regclass);

-- Where a person has signed in from before. A stranger's guesses from elsewhere do not lock these networks.
create table auth.known_networks (
  user_id uuid not null references auth.users on delete cascade,
  -- HMAC of an IPv4 address, or of the first half of an IPv6 address.
  network text not null,
  seen_at timestamptz not null default now(),
  primary key (user_id, network)
);
select private.protect('auth.known_networks'::regclass);
create index known_networks_age on auth.known_networks (seen_at);
