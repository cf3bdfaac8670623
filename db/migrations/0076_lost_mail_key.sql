-- What happens to suppressions when the key that hashes their addresses is lost (docs/why/consent.md). No suppressed person is mailed:
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
