-- What mail servers and providers said about mails after they had left. The effects are in subscriptions, suppressions and
-- deliveries; these rows show why, and keep an event that comes twice from counting twice.
create table private.mail_events (
  -- Of its source, e.g. `ses:{id}:{place}`.
  id text primary key constraint mail_event_id_invalid check (length(id) between 1 and 500),
  kind text not null constraint mail_event_kind_unknown check (kind in ('delivered', 'deferred', 'bounced', 'complained')),
  bounce text constraint mail_event_bounce_unknown check (bounce in ('hard', 'soft', 'policy')),
  -- The enhanced status code (RFC 3463).
  code text not null default '' constraint mail_event_code_invalid check (length(code) <= 12),
  -- As the other side worded it.
  reason text not null default '' constraint mail_event_reason_too_long check (length(reason) <= 500),
  -- The delivery that it is about, where it is one of a campaign.
  campaign integer,
  n integer,
  recipient_id uuid references private.mail_recipients (id) on delete set null,
  -- The domain of the address, for staff; the address itself is the recipient's.
  domain text not null default '' constraint mail_event_domain_too_long check (length(domain) <= 254),
  created_at timestamptz not null default now(),
  constraint mail_event_bounce_missing check ((kind = 'bounced') = (bounce is not null)),
  constraint mail_event_delivery_whole check ((campaign is null) = (n is null))
);
select private.protect('private.mail_events');
create index mail_events_newest on private.mail_events (created_at desc, id desc);
create index mail_events_of on private.mail_events (recipient_id, created_at) where recipient_id is not null;

-- A mailbox that is full or refuses at present is given up after soft bounces in three campaigns over a week, without a mail
-- that was accepted, or an order, since the first of them.
create function private.is_given_up(recipient uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  with soft as (
    select e.campaign, e.created_at from private.mail_events e
    where e.recipient_id = recipient and e.bounce = 'soft' and e.campaign is not null
      and not exists (
        select from private.mail_deliveries d
        where d.recipient_id = recipient and d.state = 'accepted' and d.ended_at > e.created_at)
      and not exists (
        select from public.orders o join private.mail_recipients r
          on private.normalised_email(o.email) = private.normalised_email(r.email)
        where r.id = is_given_up.recipient and o.placed_at > e.created_at)
  )
  select count(distinct campaign) >= 3 and max(created_at) >= min(created_at) + interval '7 days' from soft
$$;
grant execute on function private.is_given_up(uuid) to service_role;
