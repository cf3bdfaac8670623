-- Which mails people want besides those about their orders. Kept by address, not by account: whoever gets a mail can
-- stop it without signing in, and it stays stopped when the account is gone.

create table private.mail_recipients (
  id uuid primary key default gen_random_uuid(),
  -- In small letters.
  email text not null constraint mail_recipient_known unique check (email = lower(email) and length(email) <= 254),
  created_at timestamptz not null default now()
);
select private.protect('private.mail_recipients'::regclass);

-- No row: nothing was chosen, and the topic's own rule holds (shop/mail-topics/topic.ts).
create table private.mail_choices (
  recipient_id uuid not null references private.mail_recipients (id) on delete cascade,
  topic text not null constraint mail_topic_unknown check (topic in ('payment_reminder', 'news')),
  wanted boolean not null,
  changed_at timestamptz not null default now(),
  primary key (recipient_id, topic)
);
select private.protect('private.mail_choices'::regclass);

-- Who consents must be provable (UU 27/2022, article 24), and so must who no longer does. It only grows.
create table private.mail_choice_events (
  id bigint generated always as identity primary key,
  recipient_id uuid not null references private.mail_recipients (id) on delete cascade,
  topic text not null,
  wanted boolean not null,
  -- The mail program's button, or the page that a mail links to.
  source text not null constraint mail_choice_source_unknown check (source in ('one_click', 'page')),
  created_at timestamptz not null default now()
);
select private.protect('private.mail_choice_events'::regclass);
create trigger mail_choice_events_only_grow before update on private.mail_choice_events
  for each row execute function private.refuse_change();
create index mail_choice_events_of on private.mail_choice_events (recipient_id, id);
