-- Subscriptions to mails other than those about orders. They belong to an address, not to an account: a recipient can
-- unsubscribe without signing in, and stays unsubscribed after the account was deleted.

create table private.mail_recipients (
  id uuid primary key default gen_random_uuid(),
  -- In lower case.
  email text not null constraint mail_recipient_known unique check (email = lower(email) and length(email) <= 254),
  created_at timestamptz not null default now()
);
select private.protect('private.mail_recipients');

-- Without a row the default of the topic applies (shop/mail-topics/topic.ts).
create table private.mail_choices (
  recipient_id uuid not null references private.mail_recipients (id) on delete cascade,
  topic text not null constraint mail_topic_unknown check (topic in ('payment_reminder', 'news', 'stock')),
  wanted boolean not null,
  changed_at timestamptz not null default now(),
  primary key (recipient_id, topic)
);
select private.protect('private.mail_choices');

-- Proof of consent and of its withdrawal (UU 27/2022, article 24). Append-only.
create table private.mail_choice_events (
  id bigint generated always as identity primary key,
  recipient_id uuid not null references private.mail_recipients (id) on delete cascade,
  topic text not null,
  wanted boolean not null,
  -- one_click: the mail program's button. page: the page that a mail links to. stock_form: the form of a sold-out
  -- product.
  source text not null constraint mail_choice_source_unknown
    check (source in ('one_click', 'page', 'stock_form')),
  created_at timestamptz not null default now()
);
select private.protect('private.mail_choice_events');
create index mail_choice_events_of on private.mail_choice_events (recipient_id, id);
create trigger mail_choice_events_only_grow before update on private.mail_choice_events
  for each row execute function private.refuse_change();

-- Who wants a mail when a variant is available again: one mail per address and variant. The request is recorded as a
-- subscription above.
create table private.stock_alerts (
  recipient_id uuid not null references private.mail_recipients (id) on delete cascade,
  variant_id uuid not null references public.product_variants (id) on delete cascade,
  language text not null constraint stock_alert_language_unknown check (language in ('id', 'en')),
  -- Grows when a notified recipient asks again.
  round integer not null default 1 constraint stock_alert_round_invalid check (round > 0),
  -- Of the form that asked last: sending it again is the same request.
  idempotency_key text not null check (length(idempotency_key) between 1 and 255),
  asked_at timestamptz not null default now(),
  notified_at timestamptz,
  primary key (recipient_id, variant_id)
);
select private.protect('private.stock_alerts');
create index stock_alerts_open on private.stock_alerts (asked_at) where notified_at is null;
create index stock_alerts_of_variant on private.stock_alerts (variant_id);
create index stock_alerts_sent on private.stock_alerts (idempotency_key);
