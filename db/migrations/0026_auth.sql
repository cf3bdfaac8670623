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
