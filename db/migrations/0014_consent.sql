-- The mailing list: who gets which mails other than those about orders, and the proof of it. Subscriptions belong to an
-- address, not to an account: a recipient can unsubscribe without signing in, and stays unsubscribed after the account was
-- deleted. Only functions of this file and 0015_consent_choices.sql write consent (docs/why/consent.md).
--
-- When the key that hashes the addresses of suppressions is lost, no suppressed person is mailed: the program hashes the addresses
-- that the list has with the new key. While suppressions without a known address remain, every new address is suppressed until its
-- owner confirms it.

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
  -- Topics of the merchant's own (docs/why/consent.md): up to five at a time, always by consent.
  is_own boolean not null default false,
  archived_at timestamptz constraint mail_topic_archived_own check (archived_at is null or is_own),
  version integer not null default 1,
  constraint marketing_by_consent_only check (not (marketing and default_on)),
  constraint mail_topic_by_consent check (not (is_own and default_on))
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
  -- In addition to `news`: switches off only the reminders of carts.
  ('cart_reminder', 'Pengingat keranjang', 'Cart reminders', 'Maksimal dua kali, bila keranjang ditinggal. Hanya selama Kabar toko aktif.',
    'Twice at most, when a cart was left. Only while News from the shop is on.', false, true, 5);
select private.audit('private.mail_topics', 'mail_topic', 'slug', '{position,is_own,default_on}');
create trigger raise_version before update on private.mail_topics
  for each row execute function private.raise_version();

create function private.guard_mail_topic() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'DELETE' then
    if not old.is_own then
      raise exception 'the program needs its topics' using errcode = 'restrict_violation', constraint = 'mail_topic_needed';
    end if;
    return old;
  end if;
  if tg_op = 'UPDATE' and (not old.is_own or (new.slug, new.is_own) is distinct from (old.slug, old.is_own)) then
    raise exception 'the program needs its topics' using errcode = 'restrict_violation', constraint = 'mail_topic_needed';
  end if;
  -- People agreed to what it was.
  if tg_op = 'UPDATE' and new.marketing <> old.marketing and exists (
    select from public.subscriptions s where s.topic = old.slug)
  then
    raise exception 'a topic with subscribers stays what it is' using errcode = 'restrict_violation',
      constraint = 'mail_topic_agreed';
  end if;
  if tg_op = 'UPDATE' and new.archived_at is not null and old.archived_at is null and exists (
    select from private.mail_campaigns c where c.topic = old.slug and c.status not in ('sent', 'cancelled'))
  then
    raise exception 'a campaign uses the topic' using errcode = 'restrict_violation', constraint = 'mail_topic_in_use';
  end if;
  if new.is_own and new.archived_at is null and (tg_op = 'INSERT' or old.archived_at is not null) then
    perform pg_advisory_xact_lock(hashtext('mail_topics'));
    if (select count(*) from private.mail_topics t where t.is_own and t.archived_at is null) >= 5 then
      raise exception 'a shop has five topics of its own' using errcode = 'restrict_violation', constraint = 'mail_topics_full';
    end if;
  end if;
  return new;
end $$;
revoke execute on function private.guard_mail_topic() from public;
create trigger guard_mail_topic before insert or update or delete on private.mail_topics
  for each row execute function private.guard_mail_topic();

-- A tag in the form in which the program stores it.
create function private.are_mail_tags(tags text[]) returns boolean
language sql immutable strict set search_path = ''
as $$
  select coalesce(bool_and(t is not null and length(t) between 1 and 40 and t = lower(btrim(t)) and t !~ '[[:cntrl:],;]'), true)
  from unnest(tags) t
$$;
grant execute on function private.are_mail_tags(text[]) to service_role;
alter table public.buyers add constraint buyer_tag_invalid check (private.are_mail_tags(tags));

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
  created_at timestamptz not null default now(),
  constraint mail_tag_invalid check (private.are_mail_tags(tags))
);
select private.protect('private.mail_recipients');
-- Staff search by the beginning of an address, newest first otherwise.
create index mail_recipients_prefix on private.mail_recipients (email text_pattern_ops);
create index mail_recipients_newest on private.mail_recipients (created_at desc, id desc);
create index mail_recipients_email_hash on private.mail_recipients (email_hash);
create index mail_recipients_mailbox_hash on private.mail_recipients (mailbox_hash);
create index mail_recipients_tags on private.mail_recipients using gin (tags) where tags <> '{}';

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

create function private.suppress_unknown_recipient() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if exists (select from private.mail_suppressions where lost_key is not null and lifted_by is null) then
    insert into private.mail_suppressions (email_hash, reason) select a.email_hash, 'key_lost' from added a
    on conflict do nothing;
  end if;
  return null;
end $$;
revoke execute on function private.suppress_unknown_recipient() from public;
create trigger suppress_unknown_recipient after insert on private.mail_recipients referencing new table as added
  for each statement execute function private.suppress_unknown_recipient();

-- The tags that recipients have had, so that a screen offers them without a look at every recipient.
create table private.mail_tags (
  tag text primary key constraint mail_tag_name_invalid check (private.are_mail_tags(array[tag])),
  added_at timestamptz not null default now()
);
select private.protect('private.mail_tags');

create function private.note_mail_tags() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.mail_tags (tag) select distinct unnest(a.tags) from changed a where a.tags <> '{}'
  on conflict do nothing;
  return null;
end $$;
revoke execute on function private.note_mail_tags() from public;
create trigger note_mail_tags_added after insert on private.mail_recipients referencing new table as changed
  for each statement execute function private.note_mail_tags();
create trigger note_mail_tags_changed after update on private.mail_recipients referencing new table as changed
  for each statement execute function private.note_mail_tags();

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
create index subscriptions_by_source on public.subscriptions (source, state, level);
-- Subscriptions with a monthly limit of the recipient. Counts of the audience read only these.
create index subscriptions_limited on public.subscriptions (topic, recipient_id) where max_a_month is not null;

-- Every version of a consent text that a recipient agreed to.
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
-- Who stopped by a campaign's mail.
create index mail_choice_events_stopped on private.mail_choice_events (campaign_id, recipient_id)
  where campaign_id is not null and action = 'stopped';
-- First subscriptions, and orders whose last delivery was so long ago, in a span of time. The caller asks for consent.
create index mail_choice_events_begun on private.mail_choice_events (created_at)
  where topic = 'news' and action in ('confirmed', 'wanted');

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

-- Addresses that get no mail of any topic. A row has a hash instead of the address and no foreign key, so it outlives its
-- recipient: an import of an old list cannot subscribe an erased person again.
create table private.mail_suppressions (
  id bigint generated always as identity primary key,
  email_hash bytea not null constraint suppression_hash_invalid check (octet_length(email_hash) = 32),
  -- Every spelling of the mailbox is meant.
  mailbox_hash bytea constraint suppression_mailbox_invalid check (octet_length(mailbox_hash) = 32),
  -- key_lost: the key of the hashes was lost, so a refusal of the owner can no longer be found.
  reason text not null constraint suppression_reason_unknown
    check (reason in ('stopped_all', 'complaint', 'hard_bounce', 'erased', 'staff', 'key_lost')),
  since timestamptz not null default clock_timestamp(),
  -- The event in the ledger by which the person came back.
  lifted_by bigint,
  -- The fingerprint of the lost key with which the hashes were made. Null: the hashes are made with the present key.
  lost_key text constraint suppression_key_invalid check (lost_key ~ '^[0-9a-f]{16}$'),
  constraint suppression_of_mailbox check ((mailbox_hash is not null) = (reason in ('complaint', 'erased')))
);
select private.protect('private.mail_suppressions');
revoke insert, update, delete on private.mail_suppressions from service_role;
create unique index suppression_once on private.mail_suppressions (email_hash, reason) where lifted_by is null;
create index mail_suppressions_mailbox on private.mail_suppressions (mailbox_hash)
  where lifted_by is null and mailbox_hash is not null;
create index mail_suppressions_lost on private.mail_suppressions (id) where lost_key is not null and lifted_by is null;
-- Lifted suppressions count for an import, and the indexes of the open ones leave them out.
create index mail_suppressions_email_hash on private.mail_suppressions (email_hash);
create index mail_suppressions_mailbox_hash on private.mail_suppressions (mailbox_hash) where mailbox_hash is not null;

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

-- Suppressions change in two cases: a confirmation lifts them, and a change of the mail key replaces their hashes. Only the owner
-- of the database changes the key; no role has a grant to update suppressions.
create function private.guard_mail_suppression() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  hashes constant text[] := '{email_hash,mailbox_hash,lost_key}';
begin
  if tg_op = 'UPDATE' and private.is_mail_confirmation() and old.lifted_by is null
    and to_jsonb(new) - 'lifted_by' = to_jsonb(old) - 'lifted_by'
    and exists (select from private.mail_choice_events where id = new.lifted_by and action = 'confirmed')
  then
    return new;
  end if;
  if tg_op = 'UPDATE' and coalesce(current_setting('shop.mail_key_change', true) = 'on', false)
    and to_jsonb(new) - hashes = to_jsonb(old) - hashes
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
