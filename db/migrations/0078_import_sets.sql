-- An import of subscribers asks and writes for many addresses at a time (docs/why/imports.md).

-- Lifted suppressions count for an import, and the indexes of the open ones leave them out.
create index mail_suppressions_email_hash on private.mail_suppressions (email_hash);
create index mail_suppressions_mailbox_hash on private.mail_suppressions (mailbox_hash) where mailbox_hash is not null;

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

-- One address, as programs of the version before ask.
create or replace function private.import_verdict(address text, address_hash bytea, mailbox bytea, topic text) returns text
language sql stable security definer set search_path = ''
as $$
  select v.verdict from private.import_verdicts(jsonb_build_array(jsonb_build_object(
    'email', address, 'topic', import_verdict.topic,
    'email_hash', encode(address_hash, 'hex'), 'mailbox', encode(import_verdict.mailbox, 'hex')))) v
$$;

-- Subscribes addresses by the consents that a file tells of, as subscribe() with the level `imported` does for one: adds, and
-- never lifts or changes. `asked`: recipient, topic and the evidence. Returns how many it subscribed; the others have a
-- suppression, or a subscription of the topic in some state.
create function private.subscribe_imported(asked jsonb) returns bigint
language plpgsql security definer set search_path = ''
as $$
declare
  subscribed bigint;
begin
  -- Whoever stops meanwhile waits, or came first and is seen by the next statement.
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
