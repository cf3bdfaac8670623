-- Mails that did not reach the buyer of an order, as work for staff: they call, or correct the address (docs/why/mailing.md).
create table private.undelivered_order_mails (
  id bigint generated always as identity primary key,
  order_id uuid not null references public.orders (id) on delete cascade,
  -- The message, which is sent again once the address is corrected. Null: another mail to the address came back, and those of
  -- the order will.
  mail_id uuid references private.outbox (id) on delete set null,
  -- As it was then.
  address text not null constraint undelivered_address_invalid check (length(address) between 3 and 254),
  subject text not null default '' constraint undelivered_subject_too_long check (length(subject) <= 300),
  bounce text not null constraint undelivered_bounce_unknown check (bounce in ('hard', 'soft', 'policy')),
  -- The enhanced status code (RFC 3463), and the words of the other side.
  code text not null default '' constraint undelivered_code_invalid check (length(code) <= 12),
  reason text not null default '' constraint undelivered_reason_too_long check (length(reason) <= 500),
  created_at timestamptz not null default now(),
  -- told: staff reached the buyer in another way. corrected: the order has another address.
  resolution text constraint undelivered_resolution_unknown check (resolution in ('told', 'corrected')),
  resolved_by uuid references auth.users (id) on delete set null,
  resolved_at timestamptz,
  constraint undelivered_half_resolved check ((resolution is null) = (resolved_at is null))
);
select private.protect('private.undelivered_order_mails');
revoke delete on private.undelivered_order_mails from service_role;
-- However many reports name a mail, and however many mails to an address come back, it is one piece of work.
create unique index undelivered_once on private.undelivered_order_mails
  (order_id, coalesce(mail_id, '00000000-0000-0000-0000-000000000000')) where resolution is null;
create index undelivered_open on private.undelivered_order_mails (id) where resolution is null;
create index undelivered_mail on private.undelivered_order_mails (mail_id) where mail_id is not null;
create index undelivered_resolver on private.undelivered_order_mails (resolved_by) where resolved_by is not null;

-- The order that a mail is about; null for every other mail. Dedupe keys name it.
create function private.order_of_mail(dedupe_key text) returns uuid
language sql stable security definer set search_path = ''
as $$
  select case
    when dedupe_key ~ '^order:[a-z_]+:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(:|$)'
      then split_part(dedupe_key, ':', 3)::uuid
    when dedupe_key ~ '^design:[a-z_]+:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(:|$)'
      then (select c.order_id from public.customisations c where c.id = split_part(dedupe_key, ':', 3)::uuid) end
$$;
grant execute on function private.order_of_mail(text) to service_role;

create trigger note_undelivered after insert on private.undelivered_order_mails
  for each row execute function private.note_staff_event('order_unreachable', 'order_id');

-- An order that loses its buyer, by an erasure, loses what names them here.
create function private.forget_undelivered() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.undelivered_order_mails where order_id = new.id;
  return null;
end $$;
revoke execute on function private.forget_undelivered() from public;
create trigger forget_undelivered after update of email on public.orders
  for each row when (new.email = '' and old.email <> '') execute function private.forget_undelivered();
