-- Who wants to hear when something is there again: an address and a variant, told once. Asking is a choice of mails like
-- any other (migration 32), so it is proven and stopped in the same place, and goes with the address.

alter table private.mail_choices drop constraint mail_topic_unknown;
alter table private.mail_choices add constraint mail_topic_unknown
  check (topic in ('payment_reminder', 'news', 'stock'));
-- The form of a product that is sold out, besides the mail program's button and the page.
alter table private.mail_choice_events drop constraint mail_choice_source_unknown;
alter table private.mail_choice_events add constraint mail_choice_source_unknown
  check (source in ('one_click', 'page', 'stock_form'));

create table private.stock_alerts (
  recipient_id uuid not null references private.mail_recipients (id) on delete cascade,
  variant_id uuid not null references public.product_variants (id) on delete cascade,
  language text not null constraint stock_alert_language_unknown check (language in ('id', 'en')),
  -- Grows when somebody who was told asks again.
  round integer not null default 1 constraint stock_alert_round_invalid check (round > 0),
  -- Of the form that asked last: sent again it is the same wish.
  idempotency_key text not null check (length(idempotency_key) between 1 and 255),
  asked_at timestamptz not null default now(),
  notified_at timestamptz,
  primary key (recipient_id, variant_id)
);
select private.protect('private.stock_alerts'::regclass);
create index stock_alerts_open on private.stock_alerts (asked_at) where notified_at is null;
create index stock_alerts_of_variant on private.stock_alerts (variant_id);
create index stock_alerts_sent on private.stock_alerts (idempotency_key);
