-- Links in mails that work without signing in: how far an order has come, and a cart that was left.

-- Whoever has a mail about an order can follow its shipments without signing in: the mail carries a random token, of which
-- only the hash is kept here, and which runs out. It opens how far the order has come and nothing that tells about people.
create table private.order_links (
  token_hash bytea primary key check (length(token_hash) = 32),
  order_id uuid not null references public.orders (id),
  expires_at timestamptz not null,
  created_at timestamptz not null default now()
);
select private.protect('private.order_links'::regclass);
revoke update on private.order_links from service_role;
create index order_links_order on private.order_links (order_id);
create index order_links_age on private.order_links (expires_at);

-- The links of whoever leaves open nothing any more.
create function private.purge_order_links() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.order_links where order_id in (select id from public.orders where customer_id = old.id);
  return old;
end $$;
create trigger purge_order_links before delete on auth.users
  for each row execute function private.purge_order_links();

-- A cart that was left with the account may be mentioned in a mail, twice at most, to those who asked for such mails.
alter table private.saved_carts
  -- When its owner last touched it; a reminder is no activity.
  add column active_at timestamptz not null default now(),
  add column reminders integer not null default 0
    constraint cart_reminded_too_often check (reminders between 0 and 2),
  add column reminded_at timestamptz;
update private.saved_carts set active_at = updated_at;
create index saved_carts_inactive on private.saved_carts (active_at);

-- Another cart begins anew.
create function private.note_cart_activity() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if new.version is distinct from old.version or new.taken_by is distinct from old.taken_by then
    new.active_at := now();
  end if;
  if new.version is distinct from old.version then
    new.reminders := 0;
    new.reminded_at := null;
  end if;
  return new;
end $$;
create trigger note_cart_activity before update on private.saved_carts
  for each row execute function private.note_cart_activity();
