-- What the program has seen of its own operation, for the list of what is still unsafe. No person reads it.

create table private.operation_facts (
  fact text primary key check (fact in ('backup_made', 'forwarded_header_seen')),
  -- The last time.
  seen_at timestamptz not null default now()
);
select private.protect('private.operation_facts'::regclass);
