-- The mailing list: who gets which mails other than those about orders, and the proof of it. Subscriptions belong to an
-- address, not to an account: a recipient can unsubscribe without signing in, and stays unsubscribed after the account was
-- deleted. Only the functions below write consent (docs/why/consent.md).

-- What people choose. Mails about a placed order are not a topic: they are always sent.
create table private.mail_topics (
  slug text primary key constraint mail_topic_slug_invalid check (slug ~ '^[a-z][a-z0-9_]{1,39}$'),
  name_id text not null constraint mail_topic_name_invalid check (length(name_id) between 1 and 60),
  name_en text not null constraint mail_topic_name_en_invalid check (length(name_en) between 1 and 60),
  hint_id text not null default '' constraint mail_topic_hint_too_long check (length(hint_id) <= 200),
  hint_en text not null default '' constraint mail_topic_hint_en_too_long check (length(hint_en) <= 200),
  -- Campaigns may use it; pauses and "at most one a month" apply to it.
  marketing boolean not null default true,
  -- Without a subscription. Only for mails that a person's own act causes.
  default_on boolean not null default false,
  position integer not null default 100,
  constraint marketing_by_consent_only check (not (marketing and default_on))
);
select private.protect('private.mail_topics');
insert into private.mail_topics (slug, name_id, name_en, hint_id, hint_en, marketing, default_on, position) values
  ('news', 'Kabar toko', 'News from the shop', 'Barang baru dan potongan. Hanya bila Anda memintanya.',
    'New things and discounts. Only if you asked for it.', true, false, 1),
  ('stock', 'Kabar stok', 'News about stock', 'Sekali, begitu barang yang Anda tunggu ada lagi.',
    'Once, as soon as an item you wait for is available again.', false, false, 2),
  ('payment_reminder', 'Pengingat bayar', 'Payment reminders', 'Sekali, bila pesanan belum dibayar setelah sepuluh menit.',
    'Once, if an order is not paid after ten minutes.', false, true, 3),
  ('review', 'Permintaan ulasan', 'Review requests', 'Sekali, seminggu setelah pesanan tiba.',
    'Once, a week after an order has arrived.', false, false, 4),
  -- Besides `news`: the switch that ends reminders of carts alone.
  ('cart_reminder', 'Pengingat keranjang', 'Cart reminders', 'Maksimal dua kali, bila keranjang ditinggal. Hanya selama Kabar toko aktif.',
    'Twice at most, when a cart was left. Only while News from the shop is on.', false, true, 5);

-- The mailbox providers that limit mail by their own rules.
create function private.mail_domain_group(address text) returns text
language sql immutable strict set search_path = ''
as $$
  select case
    when domain in ('gmail.com', 'googlemail.com') then 'gmail'
    when domain ~ '^(outlook|hotmail|live|msn)\.' then 'microsoft'
    when domain ~ '^(yahoo|ymail|rocketmail|aol)\.' then 'yahoo'
    when domain in ('icloud.com', 'me.com', 'mac.com') then 'apple'
    else 'other' end
  from (select split_part(lower(address), '@', 2) as domain) d
$$;
grant execute on function private.mail_domain_group(text) to service_role;

create table private.mail_recipients (
  id uuid primary key default gen_random_uuid(),
  email text not null constraint mail_recipient_known unique constraint mail_recipient_email_invalid check (private.is_email(email)),
  language text not null default 'id' constraint mail_language_unknown check (language in ('id', 'en')),
  name text constraint mail_name_invalid check (length(name) between 1 and 120),
  -- Only while the account's confirmed address is this one; link_mail_recipient() keeps it so.
  user_id uuid constraint mail_recipient_of_account unique references auth.users (id) on delete set null,
  -- HMAC-SHA-256 of the address, and of the mailbox that its spellings share (shop/consent/address-hash.server.ts).
  email_hash bytea not null constraint mail_hash_invalid check (octet_length(email_hash) = 32),
  mailbox_hash bytea not null constraint mailbox_hash_invalid check (octet_length(mailbox_hash) = 32),
  domain_group text not null generated always as (private.mail_domain_group(email)) stored,
  tags text[] not null default '{}' constraint mail_tags_too_many check (cardinality(tags) <= 50),
  created_at timestamptz not null default now()
);
select private.protect('private.mail_recipients');
-- Staff search by the beginning of an address, newest first otherwise.
create index mail_recipients_prefix on private.mail_recipients (email text_pattern_ops);
create index mail_recipients_newest on private.mail_recipients (created_at desc, id desc);
create index mail_recipients_email_hash on private.mail_recipients (email_hash);
create index mail_recipients_mailbox_hash on private.mail_recipients (mailbox_hash);

-- Without a row the default of the topic applies.
create table public.subscriptions (
  recipient_id uuid not null references private.mail_recipients (id) on delete cascade,
  topic text not null constraint mail_topic_unknown references private.mail_topics (slug),
  -- The account of the recipient.
  owner_id uuid references auth.users (id) on delete set null,
  state text not null constraint subscription_state_unknown
    check (state in ('pending', 'subscribed', 'unsubscribed', 'bounced', 'complained')),
  -- How the consent is proved: an address in a form, an address that confirmed, or a list of another program.
  level text not null constraint subscription_level_unknown check (level in ('single', 'confirmed', 'imported')),
  -- Where the recipient agreed last; as in mail_choice_events.
  source text not null,
  paused_until timestamptz,
  -- Null: no limit of the recipient's own.
  max_a_month smallint constraint subscription_limit_invalid check (max_a_month between 1 and 31),
  -- Of the state: a pause or a limit does not move it.
  changed_at timestamptz not null default now(),
  primary key (recipient_id, topic)
);
select private.protect('public.subscriptions');
select private.require_second_factor('public.subscriptions');
revoke insert, update, delete on public.subscriptions from service_role;
grant select on public.subscriptions to authenticated;
create policy "people read their own subscriptions, staff read all" on public.subscriptions
  for select to authenticated
  using (owner_id = (select auth.uid()) or (select private.may('mail.read')));
create index subscriptions_of_topic on public.subscriptions (topic, state, recipient_id);
create index subscriptions_owner on public.subscriptions (owner_id) where owner_id is not null;

-- Every sentence that somebody agreed to.
create table private.mail_wordings (
  -- SHA-256 of the text.
  hash bytea primary key constraint mail_wording_hash_wrong check (hash = sha256(convert_to(text, 'UTF8'))),
  text text not null constraint mail_wording_invalid check (length(text) between 1 and 1000),
  language text not null constraint mail_wording_language_unknown check (language in ('id', 'en')),
  created_at timestamptz not null default now()
);
select private.protect('private.mail_wordings');
revoke insert, update, delete on private.mail_wordings from service_role;
create trigger mail_wordings_only_grow before update or delete on private.mail_wordings
  for each row execute function private.refuse_change();

-- The consent ledger: proof of consent and of its withdrawal (UU 27/2022, articles 22 and 24). Append-only.
create table private.mail_choice_events (
  id bigint generated always as identity primary key,
  recipient_id uuid not null references private.mail_recipients (id) on delete cascade,
  -- Null: every topic.
  topic text constraint mail_event_topic_unknown references private.mail_topics (slug),
  action text not null constraint mail_action_unknown check (action in (
    'asked', 'confirmed', 'wanted', 'stopped', 'paused', 'limited', 'bounced', 'complained', 'imported')),
  -- one_click: the mail program's button. page: the page that a mail links to.
  source text not null constraint mail_choice_source_unknown check (source in (
    'footer', 'checkout', 'account', 'import', 'stock_form', 'one_click', 'page', 'staff', 'webhook')),
  wording bytea constraint mail_event_wording_unknown references private.mail_wordings (hash),
  language text constraint mail_event_language_unknown check (language in ('id', 'en')),
  -- How a confirmation came: a press, or the page by itself when a person looked at it.
  pressed boolean,
  -- Of paused: until when. Of limited: how many a month.
  until timestamptz,
  max_a_month smallint,
  campaign_id uuid,
  import_id uuid,
  -- Of imported: when and where the person agreed, as the file says.
  consented_at timestamptz,
  consent_source text constraint mail_consent_source_too_long check (length(consent_source) <= 200),
  actor_id uuid references auth.users (id) on delete set null,
  -- blank_mail_evidence() removes both after 90 days.
  ip text constraint mail_ip_too_long check (length(ip) <= 64),
  user_agent text constraint mail_user_agent_too_long check (length(user_agent) <= 400),
  created_at timestamptz not null default clock_timestamp()
);
select private.protect('private.mail_choice_events');
revoke insert, update, delete on private.mail_choice_events from service_role;
create index mail_choice_events_of on private.mail_choice_events (recipient_id, id);
create index mail_choice_events_actor on private.mail_choice_events (actor_id) where actor_id is not null;
create index mail_choice_events_to_blank on private.mail_choice_events (created_at)
  where ip is not null or user_agent is not null;

create function private.guard_mail_event() returns trigger
language plpgsql set search_path = ''
as $$
declare
  removable text[] := '{actor_id}';
begin
  if old.created_at < now() - interval '90 days' then removable := '{actor_id,ip,user_agent}'; end if;
  if to_jsonb(new) - removable is distinct from to_jsonb(old) - removable
    or coalesce(new.actor_id, old.actor_id) is distinct from old.actor_id
    or coalesce(new.ip, old.ip) is distinct from old.ip
    or coalesce(new.user_agent, old.user_agent) is distinct from old.user_agent
  then
    raise exception 'rows of % never change', tg_table_name using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger mail_choice_events_only_grow before update on private.mail_choice_events
  for each row execute function private.guard_mail_event();

-- Addresses that get no mail of any topic. Without the address and without a foreign key: a suppression outlives its
-- recipient, so that nobody who was erased comes back by an old list.
create table private.mail_suppressions (
  id bigint generated always as identity primary key,
  email_hash bytea not null constraint suppression_hash_invalid check (octet_length(email_hash) = 32),
  -- Every spelling of the mailbox is meant.
  mailbox_hash bytea constraint suppression_mailbox_invalid check (octet_length(mailbox_hash) = 32),
  reason text not null constraint suppression_reason_unknown
    check (reason in ('stopped_all', 'complaint', 'hard_bounce', 'erased', 'staff')),
  since timestamptz not null default clock_timestamp(),
  -- The event in the ledger by which the person came back.
  lifted_by bigint,
  constraint suppression_of_mailbox check ((mailbox_hash is not null) = (reason in ('complaint', 'erased')))
);
select private.protect('private.mail_suppressions');
revoke insert, update, delete on private.mail_suppressions from service_role;
create unique index suppression_once on private.mail_suppressions (email_hash, reason) where lifted_by is null;
create index mail_suppressions_mailbox on private.mail_suppressions (mailbox_hash)
  where lifted_by is null and mailbox_hash is not null;

-- Single-use tokens: `confirm` from a mail for seven days, `undo` for the page that has just stopped something.
create table private.mail_tokens (
  -- SHA-256 of the token.
  hash bytea primary key constraint mail_token_hash_invalid check (octet_length(hash) = 32),
  recipient_id uuid not null references private.mail_recipients (id) on delete cascade,
  kind text not null constraint mail_token_kind_unknown check (kind in ('confirm', 'undo')),
  topics text[] not null,
  source text not null,
  -- Of `undo`: the subscriptions before the stop, and the suppression that it made.
  before jsonb,
  -- Of `confirm`: the recipient whose topics the new address takes over.
  moved_from uuid references private.mail_recipients (id) on delete set null,
  created_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null,
  used_at timestamptz
);
select private.protect('private.mail_tokens');
revoke insert, update, delete on private.mail_tokens from service_role;
create index mail_tokens_of on private.mail_tokens (recipient_id, created_at);
create index mail_tokens_moved_from on private.mail_tokens (moved_from) where moved_from is not null;

-- Nobody comes back but by an act of their own: only the functions with `shop.mail_confirmation` may turn on what a
-- person, a complaint or a bounce turned off.
create function private.is_mail_confirmation() returns boolean
language sql stable set search_path = ''
as $$ select coalesce(current_setting('shop.mail_confirmation', true) = 'on', false) $$;

-- Begins and ends such a part of a function. Not by the function's own `set`, which the owner of a managed database may
-- not use; an error ends it with its transaction or savepoint.
create function private.set_mail_confirmation(is_on boolean) returns void
language plpgsql set search_path = ''
as $$ begin perform set_config('shop.mail_confirmation', case when is_on then 'on' else '' end, true); end $$;

-- Whether a recipient gets no mail of any topic.
create view private.mail_silence with (security_invoker = on) as
  select r.id as recipient_id, found.is_suppressed
  from private.mail_recipients r cross join lateral (
    select exists (select from private.mail_suppressions x where x.email_hash = r.email_hash and x.lifted_by is null)
      or exists (select from private.mail_suppressions x where x.mailbox_hash = r.mailbox_hash and x.lifted_by is null)
      as is_suppressed) found;
grant select on private.mail_silence to service_role;

-- Who gets mails of which topic at this moment: the one definition, by which lists are counted and frozen, and mails begin.
-- A view, so that PostgreSQL plans it into each statement: look-ups for one recipient, joins for many.
create view private.mail_consents with (security_invoker = on) as
  select r.recipient_id, t.slug as topic, r.is_suppressed, s.max_a_month,
    -- Without a subscription the default of the topic.
    coalesce(s.state = 'subscribed', t.default_on) as is_subscribed,
    coalesce(s.paused_until > statement_timestamp(), false) as is_paused
  from private.mail_silence r cross join private.mail_topics t
  left join public.subscriptions s on s.recipient_id = r.recipient_id and s.topic = t.slug;
grant select on private.mail_consents to service_role;

-- PL/pgSQL keeps the plan of a function that lists and senders call for each row.
create function private.is_mail_suppressed(recipient uuid) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce((select m.is_suppressed from private.mail_silence m where m.recipient_id = recipient), false);
end $$;
grant execute on function private.is_mail_suppressed(uuid) to service_role;

create function private.guard_subscription() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'DELETE' then
    -- The recipient goes, and leaves a suppression where that is due; or an undo takes back the row of a stop.
    if private.is_mail_confirmation() or not exists (select from private.mail_recipients where id = old.recipient_id) then
      return old;
    end if;
    raise exception 'a subscription is stopped, never deleted' using errcode = 'insufficient_privilege';
  end if;
  if private.is_mail_confirmation() then return new; end if;
  if tg_op = 'INSERT' then
    if new.state = 'subscribed' and private.is_mail_suppressed(new.recipient_id) then
      raise exception 'only a confirmation subscribes a suppressed address' using errcode = 'insufficient_privilege';
    end if;
  elsif (new.recipient_id, new.topic) is distinct from (old.recipient_id, old.topic)
    or new.state in ('pending', 'subscribed') and old.state in ('unsubscribed', 'bounced', 'complained')
    or new.state = 'subscribed' and old.state = 'pending' and private.is_mail_suppressed(new.recipient_id)
  then
    raise exception 'only a confirmation turns a stopped subscription on' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
revoke execute on function private.guard_subscription() from public;
create trigger guard_subscription before insert or update or delete on public.subscriptions
  for each row execute function private.guard_subscription();

create function private.guard_mail_suppression() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' and private.is_mail_confirmation() and old.lifted_by is null
    and to_jsonb(new) - 'lifted_by' = to_jsonb(old) - 'lifted_by'
    and exists (select from private.mail_choice_events where id = new.lifted_by and action = 'confirmed')
  then
    return new;
  end if;
  raise exception 'only a confirmation lifts a suppression' using errcode = 'insufficient_privilege';
end $$;
revoke execute on function private.guard_mail_suppression() from public;
create trigger guard_mail_suppression before update or delete on private.mail_suppressions
  for each row execute function private.guard_mail_suppression();

-- Whether a recipient gets a mail of a topic now. The sender asks in the statement that begins an attempt, so a stop
-- that was committed before always wins.
create function private.may_mail(recipient uuid, topic text) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce((
    select c.is_subscribed and not c.is_paused and not c.is_suppressed from private.mail_consents c
    where c.recipient_id = may_mail.recipient and c.topic = may_mail.topic), false);
end $$;
grant execute on function private.may_mail(uuid, text) to service_role;

-- As may_mail, by address: an address that the list does not know has the default.
create function private.may_mail_address(address text, topic text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select coalesce(
    (select private.may_mail(r.id, may_mail_address.topic) from private.mail_recipients r
      where r.email = lower(may_mail_address.address)),
    (select t.default_on from private.mail_topics t where t.slug = may_mail_address.topic), false)
$$;
grant execute on function private.may_mail_address(text, text) to service_role;

-- Writes one event. `evidence`: wording (the sentence), language, ip, user_agent, pressed, campaign, import, consented_at,
-- consent_source, actor.
create function private.record_mail_event(
  recipient uuid, topic text, action text, source text, evidence jsonb, until timestamptz default null,
  max_a_month smallint default null
) returns bigint
language plpgsql security definer set search_path = ''
as $$
declare
  wording_hash bytea;
  event bigint;
begin
  if evidence ->> 'wording' is not null then
    wording_hash := sha256(convert_to(evidence ->> 'wording', 'UTF8'));
    insert into private.mail_wordings (hash, text, language)
    values (wording_hash, evidence ->> 'wording', coalesce(evidence ->> 'language', 'id'))
    on conflict do nothing;
  end if;
  insert into private.mail_choice_events (
    recipient_id, topic, action, source, wording, language, pressed, until, max_a_month, campaign_id, import_id, consented_at,
    consent_source, actor_id, ip, user_agent)
  values (
    recipient, record_mail_event.topic, record_mail_event.action, record_mail_event.source, wording_hash,
    evidence ->> 'language', (evidence ->> 'pressed')::boolean, record_mail_event.until, record_mail_event.max_a_month,
    (evidence ->> 'campaign')::uuid, (evidence ->> 'import')::uuid,
    (evidence ->> 'consented_at')::timestamptz, evidence ->> 'consent_source', (evidence ->> 'actor')::uuid,
    left(evidence ->> 'ip', 64), left(evidence ->> 'user_agent', 400))
  returning id into event;
  return event;
end $$;

-- Subscribes without a confirmation: the form of a sold-out product (single), the page of a mail's link (confirmed), an
-- import (imported). Adds and never lifts: `stopped` when the person, a complaint, a bounce or the shop turned it off.
create function private.subscribe(recipient uuid, topic text, level text, source text, evidence jsonb default '{}')
returns text
language plpgsql security definer set search_path = ''
as $$
declare
  present public.subscriptions;
begin
  perform from private.mail_recipients where id = recipient for update;
  if not found then return 'unknown'; end if;
  select * into present from public.subscriptions s where s.recipient_id = recipient and s.topic = subscribe.topic;
  if present.state in ('unsubscribed', 'bounced', 'complained') or private.is_mail_suppressed(recipient)
    -- A list of another program may be older than what the person has said since.
    or subscribe.level = 'imported' and exists (
      select from private.mail_recipients r join private.mail_suppressions x
        on x.email_hash = r.email_hash or x.mailbox_hash = r.mailbox_hash
      where r.id = recipient)
  then
    return 'stopped';
  end if;
  if present.state = 'subscribed' and (present.level = 'confirmed' or subscribe.level <> 'confirmed') then return 'known'; end if;
  insert into public.subscriptions as s (recipient_id, topic, owner_id, state, level, source)
  select r.id, subscribe.topic, r.user_id, 'subscribed', subscribe.level, subscribe.source
  from private.mail_recipients r where r.id = recipient
  on conflict on constraint subscriptions_pkey do update set
    state = 'subscribed', level = excluded.level, source = excluded.source, changed_at = now();
  perform private.record_mail_event(
    recipient, subscribe.topic, case subscribe.level when 'imported' then 'imported' else 'wanted' end, subscribe.source, evidence);
  return 'subscribed';
end $$;
grant execute on function private.subscribe(uuid, text, text, text, jsonb) to service_role;

-- Prepares a confirmation mail: one a day and three in thirty days a mailbox, whose spellings would otherwise be so many
-- mails to one person; one in ninety days to an address that bounced. `asked`: send the mail; `known`: subscribed already; `limited`: send nothing. `moved_from`: the recipient whose
-- topics end when this one confirms.
create function private.ask_confirmation(
  recipient uuid, topics text[], token_hash bytea, source text, evidence jsonb default '{}', moved_from uuid default null
) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  wanted text;
begin
  perform from private.mail_recipients where id = recipient for update;
  if not found then return 'unknown'; end if;
  -- Spellings of one mailbox wait for each other; the next statement sees what they asked.
  perform pg_advisory_xact_lock(hashtextextended(encode(r.mailbox_hash, 'hex'), 20))
  from private.mail_recipients r where r.id = recipient;
  if moved_from is null and not private.is_mail_suppressed(recipient) and not exists (
    select from unnest(topics) t where not exists (
      select from public.subscriptions s
      where s.recipient_id = recipient and s.topic = t and s.state = 'subscribed' and s.level = 'confirmed'))
  then
    return 'known';
  end if;
  if exists (
    select from private.mail_recipients r join private.mail_recipients same on same.mailbox_hash = r.mailbox_hash
    join private.mail_tokens k on k.recipient_id = same.id and k.kind = 'confirm'
    where r.id = recipient
    having count(*) filter (where k.created_at > clock_timestamp() - interval '1 day') >= 1
      or count(*) filter (where k.created_at > clock_timestamp() - interval '30 days') >= 3
      or count(*) filter (where k.created_at > clock_timestamp() - interval '90 days') >= 1 and exists (
        select from private.mail_recipients r join private.mail_suppressions x on x.email_hash = r.email_hash
        where r.id = recipient and x.reason = 'hard_bounce' and x.lifted_by is null))
  then
    return 'limited';
  end if;
  foreach wanted in array topics loop
    insert into public.subscriptions (recipient_id, topic, owner_id, state, level, source)
    select r.id, wanted, r.user_id, 'pending', 'single', ask_confirmation.source
    from private.mail_recipients r where r.id = recipient
    on conflict do nothing;
    perform private.record_mail_event(recipient, wanted, 'asked', ask_confirmation.source, evidence);
  end loop;
  insert into private.mail_tokens (hash, recipient_id, kind, topics, source, moved_from, expires_at)
  values (token_hash, recipient, 'confirm', topics, ask_confirmation.source, ask_confirmation.moved_from,
    clock_timestamp() + interval '7 days');
  return 'asked';
end $$;
grant execute on function private.ask_confirmation(uuid, text[], bytea, text, jsonb, uuid) to service_role;

-- Whether staff may send the confirmation: once ever, to somebody who never said no.
create function private.may_ask_by_staff(recipient uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select not private.is_mail_suppressed(may_ask_by_staff.recipient)
    and not exists (
      select from private.mail_choice_events e where e.recipient_id = may_ask_by_staff.recipient
        and (e.action = 'asked' and e.source = 'staff' or e.action in ('stopped', 'complained')))
    and not exists (
      select from public.subscriptions s where s.recipient_id = may_ask_by_staff.recipient and s.topic = 'news'
        and s.state = 'subscribed' and s.level = 'confirmed')
$$;
grant execute on function private.may_ask_by_staff(uuid) to service_role;

-- What an import may do with a topic of an address: `new`, `known` (left as it is), or why the row is skipped. Who was asked
-- and has not answered counts as known: a list is no answer. A lifted suppression counts too, as in subscribe().
create function private.import_verdict(address text, address_hash bytea, mailbox bytea, topic text) returns text
language plpgsql stable security definer set search_path = ''
as $$
declare
  present text;
  reason text;
  is_open boolean;
begin
  if not exists (select from private.mail_topics t where t.slug = import_verdict.topic
    and (t.marketing or t.is_own) and t.archived_at is null)
  then
    return 'mail_topic_unknown';
  end if;
  select s.state into present from public.subscriptions s join private.mail_recipients r on r.id = s.recipient_id
  where r.email = address and s.topic = import_verdict.topic;
  select x.reason, x.lifted_by is null into reason, is_open from private.mail_suppressions x
  where x.email_hash = address_hash or x.mailbox_hash = mailbox
  order by x.lifted_by is null desc, x.reason = 'complaint' desc limit 1;
  return case
    when present = 'subscribed' and is_open is not true then 'known'
    when present = 'complained' or reason = 'complaint' then 'mail_complained'
    when present = 'bounced' or reason = 'hard_bounce' then 'mail_bounced'
    when present = 'unsubscribed' then 'mail_stopped'
    when reason is not null then 'mail_suppressed'
    when present is not null then 'known'
    else 'new' end;
end $$;
grant execute on function private.import_verdict(text, bytea, bytea, text) to service_role;

-- Takes back what an import added to an address. `changed_since`: the person or somebody else has acted, and nothing is
-- taken. The recipient and the ledger stay: who got a mail by the import can still stop the next one (docs/why/consent.md).
create function private.undo_mail_import(address text, topics text[], import uuid) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  person uuid;
  added private.mail_choice_events;
begin
  select r.id into person from private.mail_recipients r where r.email = address for update;
  if not found then return 'undone'; end if;
  select * into added from private.mail_choice_events e
  where e.recipient_id = person and e.import_id = import and e.topic = any (topics) order by e.id limit 1;
  if not found or exists (
    select from private.mail_choice_events e
    where e.recipient_id = person and e.id > added.id and e.import_id is distinct from import)
  then
    return 'changed_since';
  end if;
  perform private.set_mail_confirmation(true);
  delete from public.subscriptions s
  where s.recipient_id = person and s.topic = any (topics) and s.source = 'import' and s.state in ('pending', 'subscribed');
  perform private.set_mail_confirmation(false);
  update private.mail_tokens k set expires_at = clock_timestamp()
  where k.recipient_id = person and k.kind = 'confirm' and k.source = 'import' and k.used_at is null
    and k.topics && undo_mail_import.topics and k.expires_at > clock_timestamp();
  delete from private.outbox o where o.dedupe_key = 'import:' || import || ':' || person and o.status = 'queued';
  return 'undone';
end $$;
grant execute on function private.undo_mail_import(text, text[], uuid) to service_role;

-- Turns topics on and lifts the suppressions that are older than the request. Only the two functions below call it.
create function private.turn_mails_on(
  recipient uuid, topics text[], source text, evidence jsonb, asked_at timestamptz
) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  wanted text;
  event bigint;
begin
  perform private.set_mail_confirmation(true);
  foreach wanted in array topics loop
    event := private.record_mail_event(recipient, wanted, 'confirmed', source, evidence);
    insert into public.subscriptions as s (recipient_id, topic, owner_id, state, level, source)
    select r.id, wanted, r.user_id, 'subscribed', 'confirmed', turn_mails_on.source
    from private.mail_recipients r where r.id = recipient
    on conflict on constraint subscriptions_pkey do update set
      state = 'subscribed', level = 'confirmed', source = excluded.source, paused_until = null, changed_at = now();
  end loop;
  update private.mail_suppressions x set lifted_by = event
  from private.mail_recipients r
  where r.id = recipient and x.lifted_by is null and x.since < asked_at and event is not null
    and (x.email_hash = r.email_hash or x.mailbox_hash = r.mailbox_hash);
  perform private.set_mail_confirmation(false);
end $$;

-- Uses a token. `confirmed` or `undone`; `used`, `expired` or `unknown` change nothing. A confirmation that was asked
-- for before the person stopped or complained is `expired`.
create function private.confirm_subscription(token_hash bytea, evidence jsonb default '{}')
returns table (outcome text, recipient uuid, topics text[])
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  token private.mail_tokens;
  present jsonb;
  event bigint;
begin
  select k.recipient_id into token.recipient_id from private.mail_tokens k where k.hash = token_hash;
  perform from private.mail_recipients r where r.id = token.recipient_id for update;
  select * into token from private.mail_tokens k where k.hash = token_hash for update;
  if not found then return query select 'unknown', null::uuid, '{}'::text[]; return; end if;
  if token.used_at is not null then return query select 'used', token.recipient_id, token.topics; return; end if;
  if token.expires_at <= clock_timestamp() or exists (
    select from private.mail_recipients r join private.mail_suppressions x
      on x.email_hash = r.email_hash or x.mailbox_hash = r.mailbox_hash
    where r.id = token.recipient_id and x.lifted_by is null and x.since >= token.created_at)
  then
    return query select 'expired', token.recipient_id, token.topics; return;
  end if;
  update private.mail_tokens k set used_at = clock_timestamp() where k.hash = token_hash;
  if token.kind = 'confirm' then
    perform private.turn_mails_on(token.recipient_id, token.topics, token.source, evidence, token.created_at);
    if token.moved_from is not null then
      -- What was stopped at the old address stays stopped at the new one, which has not chosen otherwise.
      perform private.stop_mails(token.recipient_id, array(
        select s.topic from public.subscriptions s
        where s.recipient_id = token.moved_from and s.state in ('unsubscribed', 'complained') and s.topic <> all (token.topics)
          and not exists (
            select from public.subscriptions own where own.recipient_id = token.recipient_id and own.topic = s.topic)
      ), 'page', evidence);
      perform private.stop_mails(token.moved_from, token.topics, 'page', evidence);
    end if;
    return query select 'confirmed', token.recipient_id, token.topics; return;
  end if;
  -- Back to what it was, where nothing else has happened since.
  perform private.set_mail_confirmation(true);
  for present in select * from jsonb_array_elements(token.before -> 'subscriptions') loop
    if present ->> 'topic' = any (token.topics) then
      event := private.record_mail_event(token.recipient_id, present ->> 'topic', 'confirmed', 'page', evidence);
    end if;
    if present ->> 'state' is null then
      delete from public.subscriptions s
      where s.recipient_id = token.recipient_id and s.topic = present ->> 'topic' and s.state = 'unsubscribed';
    else
      update public.subscriptions s set
        state = present ->> 'state', level = present ->> 'level', source = present ->> 'source', changed_at = now()
      where s.recipient_id = token.recipient_id and s.topic = present ->> 'topic' and s.state = 'unsubscribed';
    end if;
  end loop;
  if event is null then
    event := private.record_mail_event(token.recipient_id, null, 'confirmed', 'page', evidence);
  end if;
  update private.mail_suppressions x set lifted_by = event
  where x.id = (token.before ->> 'suppression')::bigint and x.lifted_by is null;
  perform private.set_mail_confirmation(false);
  return query select 'undone', token.recipient_id, token.topics;
end $$;
grant execute on function private.confirm_subscription(bytea, jsonb) to service_role;

-- The confirmation of a signed-in person whose confirmed address this is. False: it is not.
create function private.confirm_subscription_by_account(
  recipient uuid, person uuid, topics text[], source text, evidence jsonb default '{}'
) returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  perform from private.mail_recipients r join auth.users u on u.id = person and lower(u.email) = r.email
  where r.id = recipient and u.email_confirmed_at is not null and u.deleted_at is null and not u.is_anonymous
  for update of r;
  if not found then return false; end if;
  perform private.turn_mails_on(recipient, topics, source, evidence, clock_timestamp());
  return true;
end $$;
grant execute on function private.confirm_subscription_by_account(uuid, uuid, text[], text, jsonb) to service_role;

-- Stops topics; null: all of them, those that were never on as well, with a suppression. Unused confirmations of the topics end. `undo_hash`: the token that
-- undoes exactly this. False: nothing was on.
create function private.stop_mails(
  recipient uuid, topics text[], source text, evidence jsonb default '{}', undo_hash bytea default null
) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  is_everything constant boolean := topics is null;
  stopping private.mail_topics;
  present public.subscriptions;
  previous jsonb := '[]';
  were_on text[] := '{}';
  suppression bigint;
begin
  perform from private.mail_recipients where id = recipient for update;
  if not found then return false; end if;
  for stopping in select t.* from private.mail_topics t where is_everything or t.slug = any (topics) order by t.slug loop
    select * into present from public.subscriptions s where s.recipient_id = recipient and s.topic = stopping.slug;
    continue when present.state in ('unsubscribed', 'complained');
    previous := previous || jsonb_build_object(
      'topic', stopping.slug, 'state', present.state, 'level', present.level, 'source', present.source);
    insert into public.subscriptions as s (recipient_id, topic, owner_id, state, level, source)
    select r.id, stopping.slug, r.user_id, 'unsubscribed', 'single', stop_mails.source
    from private.mail_recipients r where r.id = recipient
    on conflict on constraint subscriptions_pkey do update set state = 'unsubscribed', changed_at = now();
    continue when present.state is null and not stopping.default_on;
    were_on := were_on || stopping.slug;
    perform private.record_mail_event(recipient, stopping.slug, 'stopped', stop_mails.source, evidence);
  end loop;
  if is_everything then
    insert into private.mail_suppressions (email_hash, reason)
    select r.email_hash, case stop_mails.source when 'staff' then 'staff' else 'stopped_all' end
    from private.mail_recipients r where r.id = recipient
    on conflict do nothing returning id into suppression;
    if suppression is not null then
      perform private.record_mail_event(recipient, null, 'stopped', stop_mails.source, evidence);
    end if;
  end if;
  update private.mail_tokens k set expires_at = clock_timestamp()
  where k.recipient_id = recipient and k.used_at is null and k.expires_at > clock_timestamp()
    and (is_everything or k.topics && stop_mails.topics);
  if were_on = '{}' and suppression is null then return false; end if;
  if undo_hash is not null then
    insert into private.mail_tokens (hash, recipient_id, kind, topics, source, before, expires_at)
    values (undo_hash, recipient, 'undo', were_on, 'page', jsonb_build_object('subscriptions', previous, 'suppression', suppression),
      clock_timestamp() + interval '1 day');
  end if;
  return true;
end $$;
grant execute on function private.stop_mails(uuid, text[], text, jsonb, bytea) to service_role;

-- Fewer mails of the marketing topics that are on. Null: no pause, no limit.
create function private.tune_mails(
  recipient uuid, paused_until timestamptz, max_a_month smallint, source text, evidence jsonb default '{}'
) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  present public.subscriptions;
begin
  perform from private.mail_recipients where id = recipient for update;
  for present in
    select s.* from public.subscriptions s join private.mail_topics t on t.slug = s.topic
    where s.recipient_id = recipient and s.state = 'subscribed' and t.marketing
  loop
    if present.paused_until is distinct from tune_mails.paused_until then
      perform private.record_mail_event(
        recipient, present.topic, 'paused', tune_mails.source, evidence, until => tune_mails.paused_until);
    end if;
    if present.max_a_month is distinct from tune_mails.max_a_month then
      perform private.record_mail_event(
        recipient, present.topic, 'limited', tune_mails.source, evidence, max_a_month => tune_mails.max_a_month);
    end if;
    update public.subscriptions s set
      paused_until = tune_mails.paused_until, max_a_month = tune_mails.max_a_month
    where s.recipient_id = recipient and s.topic = present.topic
      and (s.paused_until, s.max_a_month) is distinct from (tune_mails.paused_until, tune_mails.max_a_month);
  end loop;
end $$;
grant execute on function private.tune_mails(uuid, timestamptz, smallint, text, jsonb) to service_role;

-- What a recipient chose, for the page of choices; null: nobody. Moments are those of marketing topics that are on.
create function private.mail_choices(recipient uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select jsonb_build_object('email', r.email, 'language', r.language, 'topics', (
      select jsonb_agg(jsonb_build_object(
          'slug', t.slug, 'name', jsonb_build_object('id', t.name_id, 'en', t.name_en),
          'hint', jsonb_build_object('id', t.hint_id, 'en', t.hint_en), 'marketing', t.marketing,
          'isOn', not m.is_suppressed and coalesce(s.state = 'subscribed', t.default_on),
          -- Turned off before, so that turning it on needs a confirmation.
          'isStopped', m.is_suppressed or coalesce(s.state in ('unsubscribed', 'bounced', 'complained'), false),
          'isPending', coalesce(s.state = 'pending', false),
          'pausedUntil', case when t.marketing and s.state = 'subscribed' and s.paused_until > now() then s.paused_until end,
          'maxAMonth', case when t.marketing and s.state = 'subscribed' then s.max_a_month end)
        order by t.position, t.slug)
      from private.mail_topics t left join public.subscriptions s on s.recipient_id = r.id and s.topic = t.slug
      -- Not asked for by any form yet.
      where (t.slug <> 'review' or s.state in ('pending', 'subscribed'))
        and (t.archived_at is null or s.state = 'subscribed')))
    from private.mail_recipients r join private.mail_silence m on m.recipient_id = r.id where r.id = recipient);
end $$;
grant execute on function private.mail_choices(uuid) to service_role;

-- Stores what the form of choices says, in one statement: `topics` (slugs and whether they are on), `others_off` (every other topic of the
-- page is off), `language`, and `fewer`: `days` of a pause (0 ends it, null keeps what is) and `monthly`. A link alone turns on
-- nothing that was stopped: such topics are `stopped` in the answer, and without `asks` nothing is stored when there are any, so
-- that the caller mails their confirmation in the same transaction. Null: nobody has this id.
create function private.save_mail_choices(recipient uuid, form jsonb, evidence jsonb, asks boolean) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  turned_off text[];
  turned_on text[];
  stopped text[];
  one text;
  present public.subscriptions;
  days integer := (form #>> '{fewer,days}')::integer;
  monthly boolean := (form #>> '{fewer,monthly}')::boolean;
begin
  perform from private.mail_recipients where id = recipient for update;
  if not found then return null; end if;
  select array_agg(c.slug) filter (where c."isOn"), array_agg(c.slug) filter (where not c."isOn" and not c."isStopped"),
    array_agg(c.slug) filter (where not c."isOn" and c."isStopped")
  into turned_off, turned_on, stopped
  from jsonb_to_recordset(private.mail_choices(recipient) -> 'topics') as c (slug text, "isOn" boolean, "isStopped" boolean)
  where coalesce((form -> 'topics' ->> c.slug)::boolean, case when (form ->> 'others_off')::boolean then false end) <> c."isOn";
  if stopped is not null and not asks then return jsonb_build_object('stopped', stopped); end if;
  if turned_off is not null then perform private.stop_mails(recipient, turned_off, 'page', evidence); end if;
  foreach one in array coalesce(turned_on, '{}') loop
    perform private.subscribe(recipient, one, 'confirmed', 'page', evidence);
  end loop;
  update private.mail_recipients r set language = form ->> 'language'
  where r.id = recipient and r.language <> form ->> 'language';
  if monthly is not null then
    -- The pause and the limit that the page shows: of the first topic that has any.
    select s.* into present from public.subscriptions s join private.mail_topics t on t.slug = s.topic
    where s.recipient_id = recipient and s.state = 'subscribed' and t.marketing
    order by s.paused_until > now() is true or s.max_a_month is not null desc, t.position, t.slug limit 1;
    if days is not null or monthly <> coalesce(present.max_a_month = 1, false) then
      perform private.tune_mails(recipient, case
          when days is null then case when present.paused_until > now() then present.paused_until end
          when days > 0 then now() + make_interval(days => days) end,
        case when monthly then 1::smallint end, 'page', evidence);
    end if;
  end if;
  return jsonb_build_object('stopped', coalesce(stopped, '{}'), 'choices', private.mail_choices(recipient));
end $$;
grant execute on function private.save_mail_choices(uuid, jsonb, jsonb, boolean) to service_role;

-- confirm_subscription() for the page that a mail links to, and the choices after it, in one statement. Null: no such token.
create function private.press_confirmation(token_hash bytea, evidence jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  done record;
begin
  perform from private.mail_tokens k where k.hash = token_hash and k.kind = 'confirm';
  if not found then return null; end if;
  select * into done from private.confirm_subscription(token_hash, evidence);
  return jsonb_build_object('state', done.outcome, 'recipient', done.recipient, 'topics', done.topics,
    'choices', private.mail_choices(done.recipient));
end $$;
grant execute on function private.press_confirmation(bytea, jsonb) to service_role;

-- What the world answers: a `complaint` ends every topic, a `hard_bounce` those that are on, until the person confirms.
create function private.suppress_mails(recipient uuid, reason text, source text, evidence jsonb default '{}') returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if reason not in ('complaint', 'hard_bounce') then
    raise exception 'suppress_mails() knows no %', reason using errcode = 'invalid_parameter_value';
  end if;
  perform from private.mail_recipients where id = recipient for update;
  if not found then return; end if;
  insert into private.mail_suppressions (email_hash, mailbox_hash, reason)
  select r.email_hash, case suppress_mails.reason when 'complaint' then r.mailbox_hash end, suppress_mails.reason
  from private.mail_recipients r where r.id = recipient
  on conflict do nothing;
  if not found and not exists (
    select from public.subscriptions s where s.recipient_id = recipient and s.state in ('pending', 'subscribed'))
  then
    return;
  end if;
  perform private.record_mail_event(
    recipient, null, case reason when 'complaint' then 'complained' else 'bounced' end, source, evidence);
  if reason = 'complaint' then
    insert into public.subscriptions as s (recipient_id, topic, owner_id, state, level, source)
    select r.id, t.slug, r.user_id, 'complained', 'single', suppress_mails.source
    from private.mail_recipients r cross join private.mail_topics t where r.id = recipient
    on conflict on constraint subscriptions_pkey do update set state = 'complained', changed_at = now()
    where s.state <> 'complained';
  else
    update public.subscriptions s set state = 'bounced', changed_at = now()
    where s.recipient_id = recipient and s.state in ('pending', 'subscribed');
  end if;
  update private.mail_tokens k set expires_at = clock_timestamp()
  where k.recipient_id = recipient and k.used_at is null and k.expires_at > clock_timestamp();
end $$;
grant execute on function private.suppress_mails(uuid, text, text, jsonb) to service_role;

-- Erases a recipient. What stays is that every spelling of the mailbox gets no mail.
create function private.forget_mail_recipient(recipient uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.mail_suppressions (email_hash, mailbox_hash, reason)
  select r.email_hash, r.mailbox_hash, 'erased' from private.mail_recipients r where r.id = recipient
  on conflict do nothing;
  -- Mails that wait for their turn in an import, and the files that staff imported or will undo.
  delete from private.outbox o using private.mail_recipients r
  where r.id = forget_mail_recipient.recipient and o.recipient = r.email and o.dedupe_key like 'import:%';
  delete from private.import_rows w using public.imports i, private.mail_recipients r
  where i.id = w.import_id and i.kind = 'subscribers' and r.id = forget_mail_recipient.recipient and w.thing_key = r.email;
  delete from public.staff_task_rows w using public.staff_tasks t, private.mail_recipients r
  where t.id = w.task_id and t.kind in ('check-subscribers', 'import-subscribers') and r.id = forget_mail_recipient.recipient and w.subject_id = r.email;
  delete from private.mail_recipients where id = recipient;
end $$;
grant execute on function private.forget_mail_recipient(uuid) to service_role;

-- A recipient belongs to the account whose confirmed address it is.
create function private.link_mail_recipient() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update private.mail_recipients r set user_id = null
  where r.user_id = new.id and (r.email is distinct from lower(new.email) or new.email_confirmed_at is null);
  update private.mail_recipients r set user_id = new.id
  where r.email = lower(new.email) and r.user_id is distinct from new.id
    and new.email_confirmed_at is not null and not new.is_anonymous;
  return null;
end $$;
revoke execute on function private.link_mail_recipient() from public;
create trigger link_mail_recipient after insert or update of email, email_confirmed_at on auth.users
  for each row execute function private.link_mail_recipient();

create function private.own_new_recipient() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  select u.id into new.user_id from auth.users u
  where u.email = new.email and u.email_confirmed_at is not null and not u.is_anonymous;
  return new;
end $$;
revoke execute on function private.own_new_recipient() from public;
create trigger own_new_recipient before insert on private.mail_recipients
  for each row execute function private.own_new_recipient();

create function private.own_subscriptions() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.subscriptions set owner_id = new.user_id where recipient_id = new.id;
  return null;
end $$;
revoke execute on function private.own_subscriptions() from public;
create trigger own_subscriptions after update of user_id on private.mail_recipients
  for each row when (old.user_id is distinct from new.user_id) execute function private.own_subscriptions();

-- The job: removes network addresses and browsers from old evidence, tokens that nobody can use, addresses that somebody
-- entered and nobody confirmed, and those of imports that were undone.
create function private.blank_mail_evidence() returns void
language plpgsql security definer set search_path = ''
as $$
begin
  update private.mail_choice_events set ip = null, user_agent = null
  where created_at < now() - interval '90 days' and (ip is not null or user_agent is not null);
  delete from private.mail_tokens where created_at < now() - interval '90 days';
  delete from private.mail_recipients r
  where r.created_at < now() - interval '90 days'
    and (exists (select from public.subscriptions s where s.recipient_id = r.id)
      -- An import that was undone.
      or exists (select from private.mail_choice_events e where e.recipient_id = r.id)
        and not exists (
          select from private.mail_choice_events e where e.recipient_id = r.id
            and (e.import_id is null or e.created_at >= now() - interval '90 days')))
    and not exists (select from public.subscriptions s where s.recipient_id = r.id and s.state <> 'pending')
    and not exists (select from private.mail_tokens k where k.recipient_id = r.id)
    and not exists (select from private.stock_alerts a where a.recipient_id = r.id);
end $$;
grant execute on function private.blank_mail_evidence() to service_role;

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
