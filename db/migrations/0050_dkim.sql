-- The key that signs the shop's mails (RFC 6376), sealed with the shop's keys (integrations/mail/domain/dkim-key.server.ts).
create table private.dkim_keys (
  only_row boolean primary key default true constraint dkim_key_is_one check (only_row),
  sealed_key text not null constraint dkim_key_invalid check (length(sealed_key) between 100 and 8000),
  created_at timestamptz not null default now()
);
select private.protect('private.dkim_keys');
