-- Whoever has a mail about an order can follow its parcels without signing in: the mail carries a random token, of which
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
create function private.forget_order_links() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.order_links where order_id in (select id from public.orders where customer_id = old.id);
  return old;
end $$;
create trigger forget_order_links before delete on auth.users
  for each row execute function private.forget_order_links();
