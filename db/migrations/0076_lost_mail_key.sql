-- What happens to suppressions when the key that hashes their addresses is lost (decision 0239). Nobody who said no hears again:
-- addresses that the list knows are hashed anew, and while other suppressions are left, every new address is silent until its
-- owner confirms it.

-- The fingerprint of the key that the hashes are of, where it is not the shop's any more. A row without a match by the new key.
alter table private.mail_suppressions add column lost_key text
  constraint suppression_key_invalid check (lost_key ~ '^[0-9a-f]{16}$');
create index mail_suppressions_lost on private.mail_suppressions (id) where lost_key is not null and lifted_by is null;
alter table private.mail_suppressions drop constraint suppression_reason_unknown;
-- key_lost: whether the owner of the address said no is not known any more.
alter table private.mail_suppressions add constraint suppression_reason_unknown
  check (reason in ('stopped_all', 'complaint', 'hard_bounce', 'erased', 'staff', 'key_lost'));

-- Of `mail`: when the key before was lost. Links in mails from before are still heard when they stop something.
alter table private.key_fingerprints add column lost_at timestamptz;

-- The change of the key is the owner's alone: nobody else has a grant to update suppressions.
create or replace function private.guard_mail_suppression() returns trigger
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

-- As before; and an address that the list does not know may be one of those whose no is lost.
create or replace function private.import_verdict(address text, address_hash bytea, mailbox bytea, topic text) returns text
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
    when exists (select from private.mail_suppressions x where x.lost_key is not null and x.lifted_by is null)
      and not exists (select from private.mail_recipients r where r.email = address)
    then 'mail_suppressed'
    else 'new' end;
end $$;
