-- The outbox: every e-mail and text message.

-- A message is written in the transaction that causes it. Without an SMTP server the rows stay with status `kept` and
-- /dev/mail shows them.
create table private.outbox (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('email', 'sms')),
  recipient text not null,
  subject text not null default '',
  text text not null,
  html text,
  headers jsonb not null default '{}',
  -- Names of pictures that the HTML shows as cid:{name}; they are drawn and attached when the mail is sent, so the outbox keeps
  -- none, and a picture that is gone by then is left out.
  pictures text[] not null default '{}',
  status text not null default 'queued' check (status in ('queued', 'sent', 'stored', 'failed', 'parked')),
  attempts int not null default 0,
  last_error text,
  -- The reason of the message, e.g. "order-paid:<id>". One reason sends one message.
  dedupe_key text constraint outbox_dedupe_key unique,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  -- Prevents header injection: a line break in a header could add recipients.
  constraint header_injection check (recipient !~ '[\r\n]' and subject !~ '[\r\n]')
);
select private.protect('private.outbox');
create index outbox_newest on private.outbox (created_at desc);
