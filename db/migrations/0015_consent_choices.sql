-- The functions that write consent: sign-up, confirmation, import, choices, unsubscription and erasure.

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

-- Whether staff may send the confirmation: once, and only to a recipient who never refused.
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

-- An import of subscribers reads and writes many addresses at a time (docs/why/imports.md).

-- What an import may do with a topic of each address: `new`, `known` (left as it is), or why the row is skipped. Who was asked and
-- has not answered counts as known: a list is no answer. An address that the list does not know may be one of those whose no is lost.
-- `asked`: email, topic, and email_hash and mailbox in hexadecimal digits.
create function private.import_verdicts(asked jsonb) returns table (email text, topic text, verdict text)
language plpgsql stable security definer set search_path = ''
as $$
declare
  is_key_lost constant boolean := exists (
    select from private.mail_suppressions x where x.lost_key is not null and x.lifted_by is null);
begin
  return query
  select a.email, a.topic, case
    when t.slug is null then 'mail_topic_unknown'
    when s.state = 'subscribed' and x.is_open is not true then 'known'
    when s.state = 'complained' or x.reason = 'complaint' then 'mail_complained'
    when s.state = 'bounced' or x.reason = 'hard_bounce' then 'mail_bounced'
    when s.state = 'unsubscribed' then 'mail_stopped'
    when x.reason is not null then 'mail_suppressed'
    when s.state is not null then 'known'
    when is_key_lost and r.id is null then 'mail_suppressed'
    else 'new' end
  from jsonb_to_recordset(asked) a (email text, topic text, email_hash text, mailbox text)
  left join private.mail_topics t on t.slug = a.topic and (t.marketing or t.is_own) and t.archived_at is null
  left join private.mail_recipients r on r.email = a.email
  left join public.subscriptions s on s.recipient_id = r.id and s.topic = a.topic
  left join lateral (
    select m.reason, m.lifted_by is null as is_open from private.mail_suppressions m
    where m.email_hash = decode(a.email_hash, 'hex') or m.mailbox_hash = decode(a.mailbox, 'hex')
    order by m.lifted_by is null desc, m.reason = 'complaint' desc limit 1) x on true;
end $$;
grant execute on function private.import_verdicts(jsonb) to service_role;

-- private.import_verdicts() for one address.
create function private.import_verdict(address text, address_hash bytea, mailbox bytea, topic text) returns text
language sql stable security definer set search_path = ''
as $$
  select v.verdict from private.import_verdicts(jsonb_build_array(jsonb_build_object(
    'email', address, 'topic', import_verdict.topic,
    'email_hash', encode(address_hash, 'hex'), 'mailbox', encode(import_verdict.mailbox, 'hex')))) v
$$;
grant execute on function private.import_verdict(text, bytea, bytea, text) to service_role;

-- Subscribes addresses with the consents of a file, as subscribe() with the level `imported` does for one address. It only adds
-- rows. `asked`: recipient, topic and evidence. Returns the number of new subscriptions; the other addresses have a
-- suppression or already a subscription of the topic.
create function private.subscribe_imported(asked jsonb) returns bigint
language plpgsql security definer set search_path = ''
as $$
declare
  subscribed bigint;
begin
  -- A concurrent unsubscription waits for this lock, or has committed and is visible to the next statement.
  perform from private.mail_recipients r
  where r.id = any (array(select a.recipient from jsonb_to_recordset(asked) a (recipient uuid))) order by r.id for update;
  with wanted as materialized (
    select r.id, a.topic, a.evidence, r.user_id
    from jsonb_to_recordset(asked) a (recipient uuid, topic text, evidence jsonb)
    join private.mail_recipients r on r.id = a.recipient
    where not exists (select from private.mail_suppressions x where x.email_hash = r.email_hash)
      and not exists (select from private.mail_suppressions x where x.mailbox_hash = r.mailbox_hash)
  ), added as (
    insert into public.subscriptions as s (recipient_id, topic, owner_id, state, level, source)
    select w.id, w.topic, w.user_id, 'subscribed', 'imported', 'import' from wanted w
    on conflict on constraint subscriptions_pkey do nothing
    returning s.recipient_id, s.topic
  )
  insert into private.mail_choice_events (
    recipient_id, topic, action, source, language, import_id, consented_at, consent_source, actor_id)
  select w.id, w.topic, 'imported', 'import', w.evidence ->> 'language', (w.evidence ->> 'import')::uuid,
    (w.evidence ->> 'consented_at')::timestamptz, w.evidence ->> 'consent_source', (w.evidence ->> 'actor')::uuid
  from added join wanted w on w.id = added.recipient_id and w.topic = added.topic;
  get diagnostics subscribed = row_count;
  return subscribed;
end $$;
grant execute on function private.subscribe_imported(jsonb) to service_role;

-- Undoes what an import added to an address. Returns `changed_since` and changes nothing if the subscription was changed after
-- the import. The recipient and the ledger stay, so a recipient of a mail can still unsubscribe (docs/why/consent.md).
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

-- The choices of a recipient, for the page of choices; null without such a recipient. Moments are those of marketing topics that are on.
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
-- that the caller mails their confirmation in the same transaction. Null: no recipient has this id.
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

-- The job: removes network addresses and browsers from old evidence, expired tokens, addresses that were never confirmed, and
-- addresses of imports that were undone.
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
