-- What leaves the shop by mail or text message, and what the endpoints of the backend remember about requests.

-- Written in the transaction that causes the message, so a message exists exactly when its reason does.
-- Kept for good without an SMTP server: then /dev/mail shows it.
create table private.outbox (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('email', 'sms')),
  recipient text not null,
  subject text not null default '',
  text text not null,
  html text,
  headers jsonb not null default '{}',
  status text not null default 'queued' check (status in ('queued', 'sent', 'stored', 'failed', 'parked')),
  attempts int not null default 0,
  last_error text,
  -- The reason of the message, e.g. "order-paid:<id>": one message a reason.
  dedupe_key text constraint outbox_dedupe_key unique,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  -- A line break in a header would let a writer add recipients.
  constraint header_injection check (recipient !~ '[\r\n]' and subject !~ '[\r\n]')
);
select private.protect('private.outbox'::regclass);
create index outbox_newest on private.outbox (created_at desc);

-- Requests a key (an address, a person) in the present window. Lost after a crash, which harms nobody.
create unlogged table private.rate_limits (
  key text primary key,
  used int not null,
  resets_at timestamptz not null
);
select private.protect('private.rate_limits'::regclass);
create index rate_limits_age on private.rate_limits (resets_at);

-- Answers of mutating functions, kept for 24 hours: a repeated request gets the first answer again.
create table private.idempotency_keys (
  -- The person, or a hash of the address for visitors.
  scope text not null,
  function_name text not null,
  key text not null check (length(key) between 1 and 255),
  -- SHA-256 of the request body in hex.
  body_hash text not null,
  status int,
  -- Not jsonb, which sorts the keys: a repeated request gets the same bytes.
  answer json,
  created_at timestamptz not null default now(),
  primary key (scope, function_name, key)
);
select private.protect('private.idempotency_keys'::regclass);
create index idempotency_keys_age on private.idempotency_keys (created_at);
