-- Erasure of a person (docs/why/customers.md). Bookkeeping keeps orders without personal data; everything else of the person
-- is deleted in the caller's transaction. The use case decides whether the person may leave.
-- A table with data about people needs a foreign key to auth.users or a line here; tests/access checks that.

-- Anonymises the tables about orders, however the account is deleted.
create function private.anonymise_orders() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- Notes of staff may name a person.
  update public.refunds set note = '', actor_id = nullif(actor_id, old.id)
    where order_id in (select id from public.orders where customer_id = old.id) or actor_id = old.id;
  update public.order_cancellations set note = '', actor_id = nullif(actor_id, old.id)
    where order_id in (select id from public.orders where customer_id = old.id) or actor_id = old.id;
  update public.order_withdrawals set actor_id = null where actor_id = old.id;
  update public.stock_movements set actor_id = null where actor_id = old.id;
  update public.returns set note = '', answer = '', tracking_number = '', courier = '' where customer_id = old.id;
  return old;
end $$;
create trigger anonymise_orders before delete on auth.users
  for each row execute function private.anonymise_orders();

-- Deletes the order links of a deleted account.
create function private.purge_order_links() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.order_links where order_id in (select id from public.orders where customer_id = old.id);
  return old;
end $$;
create trigger purge_order_links before delete on auth.users
  for each row execute function private.purge_order_links();

-- Erases a person. Deletes the account at the end.
create function private.erase_person(person uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  account auth.users;
begin
  -- What goes with the person may be a thing of the shop, e.g. an invitation; the log names nobody who is leaving.
  perform set_config('shop.actor', 'job:erasure', true);
  select * into account from auth.users where id = person for update;
  -- Messages to the person and about their orders, queued ones too. An address that was never confirmed may belong to
  -- somebody else.
  delete from private.outbox
  where recipient = account.email and account.email_confirmed_at is not null
    or recipient = '+' || account.phone and account.phone_confirmed_at is not null
    or dedupe_key like 'order:%' and split_part(dedupe_key, ':', 3) in (
      select id::text from public.orders where customer_id = person)
    or dedupe_key like 'design:%' and split_part(dedupe_key, ':', 3) in (
      select id::text from public.customisations where customer_id = person);
  -- Enquiries and subscriptions of the confirmed address.
  if account.email_confirmed_at is not null then
    delete from private.outbox where dedupe_key like 'enquiry:new:%' and split_part(dedupe_key, ':', 3) in (
      select id::text from public.enquiries where email = account.email);
    delete from public.enquiries where email = account.email;
    perform private.forget_mail_recipient(r.id) from private.mail_recipients r where r.email = lower(account.email);
    delete from public.staff_invitations where email = lower(account.email);
  end if;
  -- Files that staff imported or will undo.
  delete from private.import_rows r using public.imports i
  where i.id = r.import_id and i.kind = 'customers' and r.thing_key = lower(account.email);
  delete from public.staff_task_rows r using public.staff_tasks t
  where t.id = r.task_id and t.kind in ('check-customers', 'import-customers') and r.subject_id = lower(account.email);
  update public.promo_redemptions set customer_key = 'deleted:' || gen_random_uuid()
  where customer_key = person::text;
  update public.payments set client = null where customer_id = person;
  update public.refunds set actor_id = null where actor_id = person;
  update public.order_events set actor_id = null where actor_id = person;
  update public.orders set
    email = '', phone = '', note = '',
    recipient = case language when 'en' then 'Deleted account' else 'Akun dihapus' end,
    -- The region stays for tax and statistics.
    address = jsonb_build_object('region_name', address -> 'region_name', 'region_code', address -> 'region_code'),
    public_token = encode(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()), 'hex'),
    idempotency_key = id::text
  where customer_id = person;
  -- Files of a customer are deleted; a nightly job deletes their bytes. Files of staff belong to the shop, but not their
  -- pictures of themselves.
  delete from storage.objects where bucket_id = 'avatars' and owner_id = person::text;
  if private.role_of(person) = 'CUSTOMER' then
    delete from storage.objects where owner_id = person::text;
  end if;
  update storage.objects set owner = null, owner_id = null where owner_id = person::text;
  delete from private.resumable_uploads where owner_id = person::text;
  delete from auth.audit_log_entries where payload ->> 'actor_id' = person::text;
  delete from private.idempotency_keys where scope = person::text and function_name <> 'delete-account';
  -- Cascades to sessions, factors, tokens, identities, addresses and the profile. Orders lose their customer.
  delete from auth.users where id = person;
  insert into auth.audit_log_entries (payload)
  values (jsonb_build_object('action', 'user_deleted', 'log_type', 'team', 'traits', '{}'::jsonb));
end $$;
grant execute on function private.erase_person(uuid) to service_role;
