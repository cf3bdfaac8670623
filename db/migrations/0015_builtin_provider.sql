-- The built-in payment provider's own books: it stands for a company outside, so nothing of ours refers to it.

create table private.builtin_payments (
  id text primary key,
  -- The same key asks for the same payment.
  idempotency_key text not null unique,
  amount bigint not null,
  currency text not null,
  status text not null default 'requires_payment' check (status in
    ('requires_payment', 'requires_challenge', 'succeeded', 'declined', 'canceled', 'expired', 'refunded')),
  decline_code text,
  client_secret text not null,
  reference text not null,
  -- Pieces of money given back: [{id, amount}]
  refunds jsonb not null default '[]',
  version integer not null default 0,
  created_at timestamptz not null default now()
);
select private.protect('private.builtin_payments');
